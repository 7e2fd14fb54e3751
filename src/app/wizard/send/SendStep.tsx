// The last step of a flow that sends: sends the form once, waits for the answer, and shows it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Failure, failures } from '../../../contract/failures.ts'
import { hasNoNetwork, isUnreachable, toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusStepHeading } from '../fieldIds.ts'
import { ProcessingPanel } from '../thanks/ProcessingPanel.tsx'
import { type SendOnce, useSendOnce } from '../useSendOnce.ts'
import { WizardBar } from '../WizardBar.tsx'
import { useSendWizard } from '../wizardContext.ts'

export function SendStep() {
  const { ending, values, done, mend, saveStarted, setEnding, setCompleted, finish } = useSendWizard()
  const sending = useSendOnce({
    isDue: done === undefined,
    toContent: () => ending.toContent(values),
    send: (key) => ending.send(values, key),
    handOver(error) {
      if (isRefusal(error)) void saveStarted(undefined)
      return mend(error)
    },
  })
  const { isBusy, error } = sending
  useEffect(() => {
    setEnding(isBusy)
    return () => setEnding(false)
  }, [isBusy, setEnding])
  const isDone = done !== undefined
  useEffect(() => {
    if (isDone) setCompleted(true)
  }, [isDone, setCompleted])
  useAutoRetry(isUnreachable(error), sending.autoRetry)

  return (
    <div className="stack">
      {/* one region for all outcomes: one that appears with its words is not announced */}
      <div role="status">
        {isDone ? (
          ending.thanks(done.answer)
        ) : error === undefined ? (
          <ProcessingPanel parts={[ending.part]} level={3} />
        ) : (
          <Unsent sending={sending} />
        )}
      </div>
      <WizardBar hasBack={false} hasTotal={!isDone}>
        <Button variant="primary" disabled={!isDone} onClick={finish}>
          <Trans>Finished</Trans>
        </Button>
      </WizardBar>
    </div>
  )
}

/** The server has answered for good: the next try is another one, under a key of its own. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Failure && failures[error.code].deliveryOutcome === 'refused'
}

const autoRetryMs = 8_000

function useAutoRetry(isWaiting: boolean, retry: () => void): void {
  useEffect(() => {
    if (!isWaiting) return
    const timer = window.setInterval(retry, autoRetryMs)
    window.addEventListener('online', retry)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [isWaiting, retry])
}

/** Nothing is known to have arrived. The form keeps what was typed. */
function Unsent({ sending }: { sending: SendOnce }) {
  const { i18n } = useLingui()
  const { reopen } = useSendWizard()
  const { error, isBusy, again } = sending
  const actions = (
    <div className="row">
      <Button
        busy={isBusy}
        onClick={() => {
          focusStepHeading()
          again()
        }}
      >
        <Trans>Try again</Trans>
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={reopen}>
        <Trans>Back to the form</Trans>
      </Button>
    </div>
  )
  if (!isUnreachable(error)) {
    return (
      <Notice tone="bad" action={actions}>
        {toFailureText(i18n, error)}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warn"
      title={
        hasNoNetwork(error) ? (
          <Trans>This has not been sent yet</Trans>
        ) : (
          <Trans>We can't tell yet whether this has arrived</Trans>
        )
      }
      action={actions}
    >
      <Trans>
        No connection to the club's server. What you filled in is kept, and this page sends it again by
        itself. It counts once.
      </Trans>
    </Notice>
  )
}
