// The state of an order, requested again until nothing changes any more.

import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { minuteMs } from '../../../domain/time.ts'
import { hasPasses } from '../../passes/passesMark.ts'
import { useSession } from '../../session/SessionContext.tsx'
import type { Session } from '../../session/session.ts'
import { isOrderEnded, type OrderView } from './orderState.ts'

// the longest that any part is shown as being processed; who still waits then, waits longer
const patienceMs = minuteMs
const soonMs = 2_000
const laterMs = 10_000

export interface OrderReading {
  order: OrderView | undefined
  /** Why the last request failed. It is sent again anyway, unless the order does not exist. */
  error: unknown
  isMissing: boolean
  /** What the shown order has brought is on this phone, or the phone keeps nothing. */
  isKept: boolean
  /** It was asked before the last `askAnew`. */
  isOutdated: boolean
  /** Something may have been charged just now: asks at once, and soon again. */
  askAnew(): void
}

/** With undefined it waits. */
export function useOrder(key: string | undefined, receiptId?: number): OrderReading {
  const session = useSession()
  const [answer, setAnswer] = useState<{ order: OrderView; turn: number }>()
  const order = answer?.order
  const [turn, setTurn] = useState(0)
  const latestTurn = useRef(0)
  const [error, setError] = useState<unknown>()
  const [isLate, setIsLate] = useState(false)
  const [kept, setKept] = useState<OrderView>()
  const isMissing = error instanceof Failure && error.code === 'order-not-found'
  const isOver = isMissing || (order !== undefined && isOrderEnded(order))
  const isFetching = useRef(false)

  const fetchOrder = useCallback(async () => {
    if (key === undefined || isFetching.current) return
    isFetching.current = true
    const askedIn = latestTurn.current
    try {
      const { order: found } = await session.caller.call('get_order', {
        orderKey: key,
        ...(receiptId === undefined ? {} : { receiptId }),
      })
      setAnswer({ order: found, turn: askedIn })
      setError(undefined)
      void savePasses(session, key, found).then(() => setKept(found))
    } catch (failure) {
      setError(failure)
    } finally {
      isFetching.current = false
    }
  }, [session, key, receiptId])

  useEffect(() => {
    if (key === undefined || isOver) return
    void fetchOrder()
    const timer = window.setInterval(() => void fetchOrder(), isLate ? laterMs : soonMs)
    const refetch = () => void fetchOrder()
    window.addEventListener('online', refetch)
    document.addEventListener('visibilitychange', refetch)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', refetch)
      document.removeEventListener('visibilitychange', refetch)
    }
  }, [key, isOver, isLate, fetchOrder])

  useEffect(() => {
    if (key === undefined || isOver || isLate) return
    const timer = window.setTimeout(() => setIsLate(true), patienceMs)
    return () => window.clearTimeout(timer)
  }, [key, isOver, isLate])

  const askAnew = useCallback(() => {
    latestTurn.current += 1
    setTurn(latestTurn.current)
    setIsLate(false)
    void fetchOrder()
  }, [fetchOrder])

  return {
    order,
    error,
    isMissing,
    isKept: order !== undefined && kept === order,
    isOutdated: answer?.turn !== turn,
    askAnew,
  }
}

/** What the order has brought for an event stays on this phone; what was refunded goes. */
async function savePasses(session: Session, key: string, order: OrderView): Promise<void> {
  if (order.passes === undefined && !hasPasses(session.slug)) return
  try {
    const { saveOrder } = await import('../../passes/passStore.ts')
    await saveOrder(session, key, order)
  } catch {
    return // a phone that saves nothing: the mail with the receipt has the codes
  }
}
