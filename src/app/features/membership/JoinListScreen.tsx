// The memberships that are open to everybody, and the link to renew one.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { MemberType } from '../../../domain/member.ts'
import { ReadView } from '../../reading/ReadView.tsx'
import { useRead } from '../../reading/useRead.ts'
import { formatMoney, formatMonthDay } from '../../text/format.ts'
import { ServiceFee } from '../../text/ServiceFee.tsx'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import styles from './JoinListScreen.module.css'

export function JoinListScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Become a member`)
  const reading = useRead('get_available_membertypes', {})
  return (
    <div className={styles.list}>
      <h1>
        <Trans>Become a member</Trans>
      </h1>
      <ReadView
        reading={reading}
        label={t`Loading the memberships…`}
        loading={
          <Panel>
            <SkeletonShape shape="line" count={3} />
            <SkeletonShape shape="block" />
          </Panel>
        }
        isEmpty={({ memberTypes }) => memberTypes.length === 0}
        empty={
          <EmptyState
            title={
              <Trans>There are no members types that you can join at this time, check back later.</Trans>
            }
          />
        }
      >
        {({ memberTypes }) => (
          <div className={styles.types}>
            {memberTypes.map((type) => (
              <TypePanel key={type.id} type={type} />
            ))}
          </div>
        )}
      </ReadView>
      {/* below what is not known yet nothing is shown that would move away under a finger */}
      {!reading.isLoading && <RenewPanel />}
    </div>
  )
}

function RenewPanel() {
  return (
    <Panel title={<Trans>Renew Membership</Trans>}>
      <p className="muted">
        <Trans>Already a member? Look up your membership by e-mail address and renew it here.</Trans>
      </p>
      <Link to="/portal/renew" search={keepRedirect} className={buttonClass()}>
        <Trans>Renew Now</Trans>
      </Link>
    </Panel>
  )
}

/** Who came from a club's own site is led back there at the end. */
function keepRedirect({ redirect }: { redirect?: string }): { redirect?: string } {
  return redirect === undefined ? {} : { redirect }
}

function TypePanel({ type }: { type: MemberType }) {
  const language = useLanguage()
  const { id, label, description, price, anniversaryRenewal, anniversaryDate } = type
  const day = formatMonthDay(anniversaryDate, language)
  return (
    <Panel title={label}>
      <p className="prose">{description === '' ? <Trans>No description</Trans> : description}</p>
      <p className="small muted">
        {anniversaryRenewal && anniversaryDate !== '' ? (
          <Trans>This membership type renews annually on {day}</Trans>
        ) : (
          <Trans>This membership will renew annually on this day.</Trans>
        )}
      </p>
      <Link
        to="/portal/join/$typeId"
        params={{ typeId: String(id) }}
        search={keepRedirect}
        className={buttonClass({ variant: 'primary', full: true })}
      >
        <Trans>Join Now {formatMoney(price)}</Trans>
      </Link>
      <ServiceFee price={price} />
    </Panel>
  )
}
