// Closing one's own account: first what stays, then what goes, then the question.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { OwnPayments } from '../../../payments/OwnPayments.tsx'
import { useRead } from '../../../reading/useRead.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CloseAccountForm } from './CloseAccountForm.tsx'
import styles from './CloseAccountScreen.module.css'
import { DataFileButton } from './DataFileButton.tsx'

export function CloseAccountScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Close my account`)
  const hasLogins = (useRead('get_member_children', {}).data?.members.length ?? 0) > 0
  return (
    <div className="stack">
      <h1>
        <Trans>Close my account</Trans>
      </h1>
      <p>
        <Link to="/portal/member/profile" className="link">
          <Trans>Back to the profile</Trans>
        </Link>
      </p>
      <Staying />
      <Panel title={<Trans>What goes</Trans>}>
        <ul className={styles.list}>
          <li>
            <Trans>Your membership, at once and without a refund, and your entry in the roster.</Trans>
          </li>
          {hasLogins && (
            <li>
              <Trans>Your additional logins: remove them first, the account cannot be closed before.</Trans>
            </li>
          )}
          <li>
            <Trans>Your profile, your rides, your listings, and all your pictures.</Trans>
          </li>
          <li>
            <Trans>Your saved cards and automatic renewal: no card of yours is charged any more.</Trans>
          </li>
          <li>
            <Trans>Your sign-ins and notifications on all devices, and your membership card.</Trans>
          </li>
        </ul>
      </Panel>
      <Panel title={<Trans>Take your data first</Trans>}>
        <p>
          <Trans>Afterwards you cannot sign in, and nobody can bring back what goes.</Trans>
        </p>
        <DataFileButton />
      </Panel>
      <CloseAccountForm />
    </div>
  )
}

function Staying() {
  const reading = useRead('stripe_get_payment_history', {})
  return (
    <Panel
      title={<Trans>What stays</Trans>}
      note={
        <Trans>The club must keep its books, and others rely on what you have written and promised.</Trans>
      }
    >
      <ul className={styles.list}>
        <li>
          <Trans>Your orders, refunds and receipts.</Trans>
        </li>
        <li>
          <Trans>Your registrations, tickets, spaces and shifts at events: they stay valid.</Trans>
        </li>
        <li>
          <Trans>
            Your posts and comments, without their pictures. Instead of your name they say "Former member".
          </Trans>
        </li>
      </ul>
      <OwnPayments reading={reading} />
    </Panel>
  )
}
