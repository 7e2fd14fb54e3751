// Whether the order that was begun took money. Only the server knows, and it is asked until it has said so.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWhileLookedAt } from '../../reading/useWhileLookedAt.ts'
import { useSession } from '../../session/SessionContext.tsx'
import type { StartedOrder } from '../draft/draftStore.ts'
import { findOrder, isUnpaid } from './orderState.ts'

/**
 * `none`: no order was begun that a card could have paid. `unknown`: the server has not said yet. `uncharged`: it has
 * said that nothing was charged. An order that took money is done, and this is not asked.
 */
export type Money = 'none' | 'unknown' | 'uncharged'

/** In a page that is looked at: while it is not known, and while the order can still be paid. */
const askAgainMs = { unknown: 5_000, open: 20_000 } as const

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
  const [known, setKnown] = useState<{ key: string; isOpen: boolean }>()
  const { key, receiptId, replaces } = started ?? {}
  // before its number is known, this page has shown no card form for it; what it replaces had one
  const isPossible =
    key !== undefined && (receiptId !== undefined || key === found?.key || replaces !== undefined)
  const isUnknown = isPossible && !isOthers && known?.key !== key
  const isOpen = isPossible && !isOthers && known?.key === key && known.isOpen

  // what is charged from here on has to be asked for anew, and what was asked before says nothing of it
  const turn = useRef(0)
  useEffect(() => {
    turn.current += 1
    if (isOthers) setKnown(undefined)
  }, [isOthers])

  const askMoney = useCallback(async () => {
    if (started === undefined || !(isUnknown || isOpen)) return
    const mine = turn.current
    const orders = [started, ...(started.replaces === undefined ? [] : [started.replaces])]
    const answers = await Promise.all(
      orders.map(async (one) => ({ one, order: await findOrder(session, one.key, one.receiptId) })),
    )
    if (turn.current !== mine) return
    for (const { one, order } of answers) {
      if (typeof order !== 'string' && !isUnpaid(order)) {
        finishWith({ key: one.key, receiptId: order.receiptId })
        return
      }
    }
    const isSaid = answers.every(
      ({ order }) => order === 'missing' || (order !== 'unknown' && order.uncharged),
    )
    const isPending = answers.some(({ order }) => typeof order !== 'string' && order.state === 'pending')
    // an answer that does not come leaves what was said before as it was
    if (isSaid) setKnown({ key: started.key, isOpen: isPending })
    else if (answers.every(({ order }) => order !== 'unknown')) setKnown(undefined)
  }, [session, isUnknown, isOpen, started, finishWith])

  const askAtOnce = useEffectEvent(() => void askMoney())
  useEffect(() => {
    if (isUnknown) askAtOnce()
  }, [isUnknown])
  useWhileLookedAt(() => void askMoney(), {
    isWanted: isUnknown || isOpen,
    everyMs: isUnknown ? askAgainMs.unknown : askAgainMs.open,
  })

  return {
    money: !isPossible ? 'none' : isUnknown ? 'unknown' : 'uncharged',
    askMoney: () => void askMoney(),
  }
}
