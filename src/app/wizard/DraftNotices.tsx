// What a person must know about the draft of their form: that it is not kept, that another tab has cleared it, or what
// became of the payment that it was left at.
import { Trans } from '@lingui/react/macro'
import { AskingPayment } from '../passes/AskingPayment.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { focusStepHeading } from './fieldIds.ts'
import { useWizard } from './wizardContext.ts'

export function NotKept() {
  const { unsaved } = useWizard()
  if (unsaved === undefined) return null
  return (
    <Notice tone="warn" live="status">
      {unsaved === 'all' ? (
        <Trans>This browser keeps nothing: leave this page open until you have finished.</Trans>
      ) : (
        <Trans>
          This device could not keep your last changes: leave this page open until you have finished.
        </Trans>
      )}
    </Notice>
  )
}

/** After a payment that this page has not seen: what the server has said of it. */
export function AboutToPay() {
  const { isResumed, isEnding, money, goTo } = useWizard()
  // while the form ends nobody asks about the order that was begun before
  if (!isResumed || isEnding) return null
  if (money === 'unknown') return <AskingPayment />
  return (
    <Notice
      tone="info"
      live="status"
      title={<Trans>You were about to pay</Trans>}
      action={
        <Button
          onClick={() => {
            focusStepHeading()
            goTo('pay')
          }}
        >
          <Trans>Go on</Trans>
        </Button>
      }
    >
      <Trans>Nothing was charged.</Trans>
    </Notice>
  )
}

export function ClearedElsewhere() {
  return (
    <Notice tone="info" live="status" title={<Trans>This form was finished or cleared in another tab</Trans>}>
      <Trans>It begins anew here. If you finished it there, look at that tab or at your e-mail.</Trans>
    </Notice>
  )
}
