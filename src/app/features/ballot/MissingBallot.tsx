// Shown when the ballot's event is not on this device: loading, or why it is missing and what helps.
import { Trans, useLingui } from '@lingui/react/macro'
import { OutboxUnreadable } from '../../outbox/OutboxUnreadable.tsx'
import { Button } from '../../ui/Button.tsx'
import { NoticePage } from '../../ui/layout/NoticePage.tsx'
import { BallotBeginning } from './BallotPage.tsx'
import styles from './MissingBallot.module.css'
import { PortalLink } from './PortalLink.tsx'

export interface MissingBallotProps {
  /** The club has no such event. */
  isUnknown: boolean
  isPolling: boolean
  onRetry(): void
}

export function MissingBallot({ isUnknown, isPolling, onRetry }: MissingBallotProps) {
  const { t } = useLingui()
  if (isUnknown) {
    return (
      <NoticePage title={t`This event is not here`} action={<PortalLink />}>
        <p role="status">
          <Trans>The club shows no event at this address. Check the link of your ballot.</Trans>
        </p>
      </NoticePage>
    )
  }
  return (
    <NoticePage
      title={t`This ballot is not on this phone yet`}
      actions={
        <>
          <Button variant="primary" full busy={isPolling} busyLabel={t`Trying…`} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          <PortalLink />
        </>
      }
    >
      <p role="status">
        <Trans>
          It needs a connection once. Open this link where there is one, such as at the gate: after that you
          can fill in and submit your ballot anywhere in the field.
        </Trans>
      </p>
    </NoticePage>
  )
}

/** The document of a ballot's link shows its beginning too, before the app's code has come (renderPage). */
export function LoadingBallot() {
  return (
    <BallotBeginning>
      <div className={styles.skeleton}>
        <OutboxUnreadable />
        <span className={styles.block} />
        <span className={styles.block} />
        <p className="small muted" role="status">
          <Trans>Loading your ballot…</Trans>
        </p>
      </div>
    </BallotBeginning>
  )
}
