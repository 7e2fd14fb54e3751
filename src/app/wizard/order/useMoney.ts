// Whether the order that was begun took money. Only the server knows, and it is asked until it has said so.
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../../session/SessionContext.tsx'
import type { StartedOrder } from '../draft/draftStore.ts'
import { findOrder, isUnpaid } from './orderState.ts'

/**
 * `none`: no order was begun that a card could have paid. `unknown`: the server has not said yet. `uncharged`: it has
 * said that nothing was charged. An order that took money is done, and this is not asked.
 */
export type Money = 'none' | 'unknown' | 'uncharged'

/** While it is not known, in a page that is looked at. */
const askAgainMs = 5_000

export interface MoneyOptions {
  started: StartedOrder | undefined
  /** The order of the draft, as the page found it: another page may have gone on with it. */
  found: StartedOrder | undefined
  /** The order is done, or its card is being charged: somebody else asks. */
  isOthers: boolean
  finishWith(order: { key: string; receiptId: number }): void
}

export interface MoneyReading {
  money: Money
  /** Asks at once, if it is not known. */
  askMoney(): void
}

export function useMoney({ started, found, isOthers, finishWith }: MoneyOptions): MoneyReading {
  const session = useSession()
  const [known, setKnown] = useState<StartedOrder>()
  const { key, receiptId } = started ?? {}
  // before its number is known, this page has shown no card form for it
  const isPossible = key !== undefined && (receiptId !== undefined || key === found?.key)
  const isUnknown = isPossible && !isOthers && known?.key !== key

  const askMoney = useCallback(async () => {
    if (!isUnknown || started === undefined) return
    const order = await findOrder(session, started.key, started.receiptId)
    if (order === 'unknown') return
    if (order !== 'missing' && !isUnpaid(order)) {
      finishWith({ key: started.key, receiptId: order.receiptId })
    } else if (order === 'missing' || order.uncharged) setKnown(started)
  }, [session, isUnknown, started, finishWith])

  // what is charged from here on has to be asked for anew
  useEffect(() => {
    if (isOthers) setKnown(undefined)
  }, [isOthers])

  useEffect(() => {
    if (!isUnknown) return
    const ask = () => {
      if (document.visibilityState === 'visible') void askMoney()
    }
    void askMoney()
    const timer = window.setInterval(ask, askAgainMs)
    window.addEventListener('online', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isUnknown, askMoney])

  return {
    money: !isPossible ? 'none' : isUnknown ? 'unknown' : 'uncharged',
    askMoney: () => void askMoney(),
  }
}
