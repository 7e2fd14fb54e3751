// The last step: makes what was bought, waits for it, and shows the order's state.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusStepHeading } from '../fieldIds.ts'
import { listParts } from '../thanks/parts.ts'
import { type SendOnce, useSendOnce } from '../useSendOnce.ts'
import { WizardBar } from '../WizardBar.tsx'
import { useOrderWizard } from '../wizardContext.ts'
import styles from './CompleteStep.module.css'
import { OrderOutcome } from './OrderOutcome.tsx'
import { giveUpOrder, isFulfilled, isOver } from './orderState.ts'
import { useOrder } from './useOrder.ts'

export function CompleteStep() {
  const { i18n } = useLingui()
  const wizard = useOrderWizard()
  const { ending, values, price, orderQuote, done, started, hasDraft } = wizard
  const { showOrder, setCompleted, forgetOrder, finish } = wizard
  const free = useFreeOrder()
  const refused = usePaidGoods()
  const reading = useOrder(done?.key, done?.receiptId)
  const { order, isKept } = reading
  const isFinal = reading.isMissing || (order !== undefined && isOver(order))
  const stands = order !== undefined && isFulfilled(order)

  useEffect(() => {
    if (order !== undefined) showOrder(order)
  }, [order, showOrder])
  const key = done?.key
  useEffect(() => {
    if (isFinal) setCompleted(true)
    // a phone that dies before its tickets are saved must still know that there was an order
    if (stands && isKept && key !== undefined) void forgetOrder(key)
  }, [isFinal, stands, isKept, key, setCompleted, forgetOrder])

  const isPaid =
    order === undefined ? done?.isConfirmed === true : order.paid && (stands || order.state === 'pending')
  const isWaiting = order === undefined || (order.paid && order.state === 'pending')

  // a bank may have sent the payer back without their consent to the payment
  const isOurs = hasDraft && done !== undefined && started?.key === done.key
  const wanted = (orderQuote ?? price.quote)?.lines ?? [ending.toOrder(values)]
  return (
    <div className="stack">
      <PaidNote isPaid={isPaid} />
      {refused !== undefined && isWaiting && (
        <Notice tone="warn" live="status">
          {toFailureText(i18n, refused)}
        </Notice>
      )}
      {done === undefined && free.error !== undefined ? (
        <FreeFault free={free} />
      ) : (
        <OrderOutcome
          reading={reading}
          parts={hasDraft ? listParts(wanted) : undefined}
          level={3}
          unpaidAction={
            isOurs && (
              <Button onClick={wizard.payAgain}>
                <Trans>Back to payment</Trans>
              </Button>
            )
          }
        />
      )}
      <WizardBar hasBack={false}>
        <Button variant="primary" disabled={!isFinal} onClick={finish}>
          <Trans>Finished</Trans>
        </Button>
      </WizardBar>
    </div>
  )
}

/** The region exists before its words, so that they are announced. */
function PaidNote({ isPaid }: { isPaid: boolean }) {
  const [isSaid, setIsSaid] = useState(false)
  useEffect(() => setIsSaid(isPaid), [isPaid])
  return (
    <div role="status" className={styles.paid}>
      {isSaid && <Notice tone="ok" title={<Trans>Payment Succeeded</Trans>} />}
    </div>
  )
}

/** An order that costs nothing has no payment. Only the create call makes it. */
function useFreeOrder(): SendOnce {
  const session = useSession()
  const { ending, values, done, price, priceNews, finishWith, mend } = useOrderWizard()
  return useSendOnce({
    handOver(error, replaces) {
      if (isNotFree(error)) priceNews.tell(0)
      if (error instanceof Failure && error.code === 'already-paid' && replaces !== undefined) {
        finishWith(replaces)
        return true
      }
      return mend(error)
    },
    isDue: done === undefined && price.isCurrent && price.quote?.grandTotalCents === 0,
    toContent: () => ending.toOrder(values),
    async send(key, replaces) {
      // what an order that was to be paid holds would be missing here
      if (replaces !== undefined) await giveUpOrder(session, replaces)
      await ending.create?.(values, { receiptId: undefined, key })
      return undefined
    },
  })
}

/** The server wants money for what this page believes to be free. */
function isNotFree(error: unknown): boolean {
  return error instanceof Failure && error.code === 'not-paid'
}

/**
 * Sends the create call once. The server finishes a paid order without it too, so its failure counts only
 * while the order's own state is not known.
 */
function usePaidGoods(): Failure | undefined {
  const wizard = useOrderWizard()
  const session = useSession()
  const latest = useRef(wizard)
  latest.current = wizard
  const isSent = useRef(false)
  const [refused, setRefused] = useState<Failure>()
  const { done } = wizard
  const receiptId = done?.receiptId
  const key = done?.key

  useEffect(() => {
    const { ending, values, started, hasDraft } = latest.current
    const isOurs = hasDraft && started?.key === key
    if (key === undefined || receiptId === undefined || !isOurs || isSent.current) return
    isSent.current = true
    ending.create?.(values, { receiptId, key }).catch((failure: unknown) => {
      session.noteFailure(failure)
      if (failure instanceof Failure) setRefused(failure)
    })
  }, [key, receiptId, session])
  return refused
}

function FreeFault({ free }: { free: SendOnce }) {
  const { i18n } = useLingui()
  const { ending, reopen } = useOrderWizard()
  return (
    <Notice
      tone="bad"
      live="alert"
      action={
        <div className="row">
          {ending.toElsewhere?.(free.error) ?? (
            <Button
              busy={free.isBusy}
              onClick={() => {
                focusStepHeading()
                free.again()
              }}
            >
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button variant="quiet" onClick={reopen}>
            <Trans>Back to the form</Trans>
          </Button>
        </div>
      }
    >
      {toFailureText(i18n, isNotFree(free.error) ? new Failure('price-changed', '') : free.error)}
    </Notice>
  )
}
