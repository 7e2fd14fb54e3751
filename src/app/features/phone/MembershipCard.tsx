// A membership card in the club's colours, as large as the phone and readable in the sun.
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { Accepted } from '../../../contract/caller.ts'
import { findDay } from '../../../domain/day.ts'
import { isExpired } from '../../../domain/member.ts'
import { useClub, useSession } from '../../session/SessionContext.tsx'
import { useClubZone } from '../../session/useClubZone.ts'
import { useServerNow } from '../../session/useServerNow.ts'
import { formatZonedInstant } from '../../show/showTime.ts'
import { formatDate } from '../../text/format.ts'
import { toLastDay } from '../../text/membershipEnd.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { ClubCrest } from '../../ui/ClubCrest.tsx'
import { Coachline } from '../../ui/layout/Coachline.tsx'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import styles from './MembershipCard.module.css'

export interface MemberCardProps {
  card: Accepted<'get_membership_card'>
  /** When the club last said so: epoch milliseconds by the server's clock. */
  confirmedAt: number
}

export function MembershipCard({ card, confirmedAt }: MemberCardProps) {
  const { t } = useLingui()
  const session = useSession()
  const club = useClub()
  const language = useLanguage()
  const timeZone = useClubZone()
  const today = findDay(useServerNow(60_000), timeZone)
  const isOver = isExpired(card, today)
  const confirmed = formatZonedInstant(confirmedAt, timeZone, language)
  const until = toLastDay(card, language)
  const since = formatDate(card.memberSince, language)
  const address = `${window.location.origin}${session.toAddress(`/portal/card/${card.code}`)}`
  return (
    <section className={styles.card} aria-label={t`Membership card`}>
      <div className={styles.head} data-on-club="">
        {club !== undefined && (
          <>
            <ClubCrest name={club.tenant.name} logo={club.portalSettings.logo} />
            <span className={styles.club}>{club.tenant.name}</span>
          </>
        )}
      </div>
      <Coachline />
      <div className={styles.body}>
        <h2 className={styles.name}>{card.name}</h2>
        {card.type !== '' && <p className={styles.type}>{card.type}</p>}
        {isOver ? (
          <p className={styles.expired}>
            <CircleAlert aria-hidden="true" />
            <Trans>Expired. It was valid until {until}</Trans>
          </p>
        ) : (
          <p className={styles.valid}>
            <CircleCheck aria-hidden="true" />
            {card.life === true ? <Trans>Life member</Trans> : <Trans>Valid until {until}</Trans>}
          </p>
        )}
        {/* a club that could not be asked since may have changed it */}
        <p>
          {isOver ? <Trans>Last confirmed on {confirmed}</Trans> : <Trans>Valid as of {confirmed}</Trans>}
        </p>
        {card.memberSince !== '' && (
          <p>
            <Trans>Member since {since}</Trans>
          </p>
        )}
        <div className={styles.picture}>
          <QrCode text={address} label={t`QR code with which an officer checks this card`} large />
        </div>
      </div>
    </section>
  )
}
