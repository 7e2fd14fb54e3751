// What the QR code of a membership card opens on an officer's phone: valid, expired or unknown, by the server now.
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { Accepted } from '../../../contract/caller.ts'
import { Failure } from '../../../contract/failures.ts'
import { useRead } from '../../reading/useRead.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { useClubZone } from '../../session/useClubZone.ts'
import { toZonedMoment } from '../../show/showTime.ts'
import { isUnreachable, toFailureText } from '../../text/failureText.ts'
import { toLastDay } from '../../text/membershipEnd.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import styles from './MembershipCardCheckScreen.module.css'

export function MembershipCardCheckScreen({ code }: { code: string }) {
  const { t, i18n } = useLingui()
  useScreenTitle(t`Check a membership card`)
  const reading = useRead('check_membership_card', { code: code.slice(0, 64) }, { saved: false })
  const { data, error, isFetching, savedAt } = reading
  const isUnknown = error instanceof Failure && error.code === 'membership-card-not-found'
  return (
    <div className={styles.page}>
      <h1>
        <Trans>Check a membership card</Trans>
      </h1>
      {error === undefined && data === undefined && (
        <Skeleton label={t`Checking the card…`}>
          <SkeletonShape shape="block" />
        </Skeleton>
      )}
      {/* an answer that could not be renewed says nothing of now */}
      {error === undefined && data !== undefined && <Checked card={data} checkedAt={savedAt} />}
      {isUnknown && (
        <div className={styles.bad} role="status">
          <p className={styles.verdict}>
            <CircleAlert aria-hidden="true" />
            <Trans>No such card</Trans>
          </p>
          <p>{toFailureText(i18n, error)}</p>
        </div>
      )}
      {error !== undefined && !isUnknown && (
        <Notice tone={isUnreachable(error) ? 'info' : 'bad'} live="alert" title={<Trans>Not checked</Trans>}>
          {toFailureText(i18n, error)}
        </Notice>
      )}
      <Button full busy={isFetching} onClick={reading.refetch}>
        <Trans>Check again</Trans>
      </Button>
    </div>
  )
}

interface CheckedProps {
  card: Accepted<'check_membership_card'>
  checkedAt: number
}

function Checked({ card, checkedAt }: CheckedProps) {
  const session = useSession()
  const language = useLanguage()
  const until = toLastDay(card, language)
  const at = toZonedMoment(checkedAt, session.now(), useClubZone(), language)
  return (
    <div className={card.isValid ? styles.good : styles.bad} role="status">
      <p className={styles.verdict}>
        {card.isValid ? (
          <>
            <CircleCheck aria-hidden="true" />
            <Trans>Valid</Trans>
          </>
        ) : (
          <>
            <CircleAlert aria-hidden="true" />
            <Trans>Expired</Trans>
          </>
        )}
      </p>
      <p className={styles.name}>{card.name}</p>
      {card.type !== '' && <p>{card.type}</p>}
      <p>
        {!card.isValid ? (
          <Trans>It was valid until {until}</Trans>
        ) : card.life === true ? (
          <Trans>Life member</Trans>
        ) : (
          <Trans>Valid until {until}</Trans>
        )}
      </p>
      <p>
        <Trans>Checked with the club at {at}</Trans>
      </p>
    </div>
  )
}
