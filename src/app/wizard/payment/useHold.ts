// Follows an order's hold while its card form is open. The server extends it while a bank checks the payer.
import { useEffect, useState } from 'react'
import { useSession } from '../../session/SessionContext.tsx'
import { readOrder } from '../order/orderState.ts'
import { type HoldStatus, judgeHold } from './hold.ts'

/** While the bank checks, the server is polled too, so that an extension shows soon. */
const bankPollMs = 15_000
/** What is left may become little while somebody looks for their card, and of that little a hold may give way. */
const lookMs = 60_000
const unsureLookMs = 15_000

export interface HeldOrder {
  key: string
  receiptId: number
  /** ISO instant; null if nothing is scarce. */
  holdUntil: string | null
  sureUntil: string | undefined
}

/** Undefined if nothing is held. */
export function useHold(
  { key, receiptId, holdUntil, sureUntil }: HeldOrder,
  isPaying: boolean,
): HoldStatus | undefined {
  const session = useSession()
  const [standing, setStanding] = useState<HoldStatus | undefined>(
    holdUntil === null ? undefined : { is: 'held', until: holdUntil, sureUntil },
  )

  useEffect(() => {
    if (holdUntil === null) return
    if (standing === undefined || standing.is === 'over' || standing.is === 'paid') return
    const until = standing.is === 'held' ? standing.until : holdUntil
    const sure = standing.is === 'held' ? standing.sureUntil : undefined
    let isWanted = true
    const check = async () => {
      const order = await readOrder(session, key, receiptId)
      if (isWanted) setStanding(judgeHold({ until, sureUntil: sure, order, isPaying, now: session.now() }))
    }
    const leftMs = Math.max(0, Date.parse(until) - session.now())
    const soonMs = standing.is === 'with-bank' && !isPaying ? 0 : bankPollMs
    const sureMs = sure === undefined ? lookMs : Math.max(unsureLookMs, Date.parse(sure) - session.now())
    const heldMs = Math.min(leftMs, isPaying ? soonMs : Math.min(lookMs, sureMs))
    const waitMs = standing.is === 'held' ? heldMs : soonMs
    const timer = window.setTimeout(() => void check(), waitMs)
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [session, key, receiptId, holdUntil, isPaying, standing])
  return standing
}
