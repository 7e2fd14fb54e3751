// Follows the hold of an order while its card form is open: the server extends it while a bank asks its holder.
import { useEffect, useState } from 'react'
import { useSession } from '../../session/SessionContext.tsx'
import { findOrder } from '../order/orderState.ts'
import { type HoldStanding, judgeHold } from './hold.ts'

/** While the bank is asked the server is, too, so that an extension shows soon. */
const bankLookMs = 15_000

export interface HeldOrder {
  key: string
  receiptId: number
  /** ISO instant; null where nothing is scarce. */
  holdUntil: string | null
}

/** Undefined where nothing is held. */
export function useHold(
  { key, receiptId, holdUntil }: HeldOrder,
  isPaying: boolean,
): HoldStanding | undefined {
  const session = useSession()
  const [standing, setStanding] = useState<HoldStanding | undefined>(
    holdUntil === null ? undefined : { is: 'held', until: holdUntil },
  )

  useEffect(() => {
    if (holdUntil === null) return
    if (standing === undefined || standing.is === 'over' || standing.is === 'paid') return
    const until = standing.is === 'held' ? standing.until : holdUntil
    let isWanted = true
    const look = async () => {
      const order = await findOrder(session, key, receiptId)
      if (isWanted) setStanding(judgeHold({ until, order, isPaying, now: session.now() }))
    }
    const leftMs = Math.max(0, Date.parse(until) - session.now())
    const soonMs = standing.is === 'with-bank' && !isPaying ? 0 : bankLookMs
    const waitMs = standing.is === 'held' && (!isPaying || leftMs < soonMs) ? leftMs : soonMs
    const timer = window.setTimeout(() => void look(), waitMs)
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [session, key, receiptId, holdUntil, isPaying, standing])
  return standing
}
