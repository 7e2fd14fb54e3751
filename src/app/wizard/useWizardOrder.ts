// The order of a draft: begun, being paid, or done. An order that was begun before a reload continues.
import { useCallback, useState } from 'react'
import { useSession } from '../session/SessionContext.tsx'
import type { StartedOrder } from './draft/draftStore.ts'
import { isUnpaid, type OrderView, readOrder } from './order/orderState.ts'
import { type MoneyReading, useMoney } from './order/useMoney.ts'
import type { WizardAddress } from './useWizardAddress.ts'
import type { DoneOrder } from './wizardContext.ts'

export interface WizardOrder extends MoneyReading {
  /** The order that the draft had when the page opened, as long as it goes on. */
  isResumed: boolean
  /** What was sent before the page opened has no answer yet. */
  isUnanswered: boolean
  started: StartedOrder | undefined
  setStarted(order: StartedOrder | undefined): void
  done: DoneOrder | undefined
  finishWith(order: DoneOrder): void
  /** Finishes with the order if the server says that it is paid or needs no payment. */
  finishIfPaid(order: StartedOrder | undefined): Promise<boolean>
  /** Goes back to paying, from a done order that is not paid. */
  payAgain(): void
  /** The done order from the server; undefined before the server has answered. */
  view: OrderView | undefined
  setView(order: OrderView): void
  isCompleted: boolean
  setCompleted(isCompleted: boolean): void
  isEnding: boolean
  setEnding(isEnding: boolean): void
}

/** `begun` comes from the draft, `key` and `step` from the address. */
export function useWizardOrder(
  ending: 'order' | 'send',
  begun: StartedOrder | undefined,
  { key, step }: Pick<WizardAddress, 'key' | 'step'>,
): WizardOrder {
  const session = useSession()
  const [started, setStarted] = useState(begun)
  const [done, setDone] = useState(() => findDone(ending, begun, key))
  const [view, setView] = useState<OrderView>()
  const [isCompleted, setCompleted] = useState(false)
  const [isEnding, setEnding] = useState(false)

  const finishWith = useCallback((order: DoneOrder) => {
    setEnding(false)
    setDone(order)
  }, [])
  const finishIfPaid = useCallback(
    async (order: StartedOrder | undefined) => {
      if (order?.receiptId === undefined) return false
      const known = await readOrder(session, order.key, order.receiptId)
      if (known === undefined || isUnpaid(known)) return false
      finishWith({ key: order.key, receiptId: known.receiptId })
      return true
    },
    [session, finishWith],
  )
  const payAgain = useCallback(() => {
    setCompleted(false)
    setDone(undefined)
    setView(undefined)
  }, [])

  // it may have been paid just before the tab was closed
  const [found] = useState(begun)
  const isOrder = ending === 'order'
  const { money, askMoney } = useMoney({
    started: isOrder ? started : undefined,
    found,
    // Pay asks itself
    isOthers: isEnding || done !== undefined || step === 'pay',
    finishWith,
  })

  return {
    money,
    askMoney,
    isResumed:
      isOrder &&
      done === undefined &&
      found !== undefined &&
      (started?.key === found.key || started?.replaces?.key === found.key),
    isUnanswered: !isOrder && done === undefined && found !== undefined && started?.key === found.key,
    started,
    setStarted,
    done,
    finishWith,
    finishIfPaid,
    payAgain,
    view,
    setView,
    isCompleted,
    setCompleted,
    isEnding,
    setEnding,
  }
}

/** The server knows an order by its key. What was sent is known only to the device that sent it. */
function findDone(
  ending: 'order' | 'send',
  begun: StartedOrder | undefined,
  key: string | undefined,
): DoneOrder | undefined {
  if (key === undefined) return undefined
  if (ending === 'order') return { key, receiptId: undefined }
  if (begun?.key !== key || begun.answer === undefined) return undefined
  return { key, receiptId: undefined, answer: begun.answer }
}
