// The order of a draft: begun, being paid, or done and how it stands; one that was begun before a reload is taken up.
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../session/SessionContext.tsx'
import type { StartedOrder } from './draftKeeper.ts'
import { findOrder, isUnpaid, type OrderView } from './order/orderState.ts'
import type { DoneOrder } from './wizardContext.ts'

export interface WizardOrder {
  started: StartedOrder | undefined
  setStarted(order: StartedOrder | undefined): void
  done: DoneOrder | undefined
  finishWith(order: DoneOrder): void
  /** Finishes with the order if the server knows that it was paid, or needs no paying any more. */
  finishIfPaid(order: StartedOrder | undefined): Promise<boolean>
  /** From a done order that nobody has paid. */
  payAgain(): void
  /** The done one, as the server has told of it; undefined before it has. */
  view: OrderView | undefined
  setView(order: OrderView): void
  isCompleted: boolean
  setCompleted(isCompleted: boolean): void
  isPaying: boolean
  setPaying(isPaying: boolean): void
}

/** `kept` stood in the draft, `key` in the address. */
export function useWizardOrder(kept: StartedOrder | undefined, key: string | undefined): WizardOrder {
  const session = useSession()
  const [started, setStarted] = useState(kept)
  const [done, setDone] = useState<DoneOrder | undefined>(() =>
    key === undefined ? undefined : { key, receiptId: undefined },
  )
  const [view, setView] = useState<OrderView>()
  const [isCompleted, setCompleted] = useState(false)
  const [isPaying, setPaying] = useState(false)

  const finishWith = useCallback((order: DoneOrder) => {
    setPaying(false)
    setDone(order)
  }, [])
  const finishIfPaid = useCallback(
    async (order: StartedOrder | undefined) => {
      if (order?.receiptId === undefined) return false
      const known = await findOrder(session, order.key, order.receiptId)
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

  // An order that was begun may have been paid just before the tab died.
  const [before] = useState(kept)
  useEffect(() => {
    void finishIfPaid(before)
  }, [finishIfPaid, before])

  return {
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
    isPaying,
    setPaying,
  }
}
