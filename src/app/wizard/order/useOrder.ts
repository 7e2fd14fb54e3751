// How an order stands, asked for until nothing changes any more.

import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { minuteMs } from '../../../domain/time.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { isFinal, type OrderView } from './orderState.ts'

// processing waits of membership and registration
export const patienceMs = minuteMs
const soonMs = 2_000
const laterMs = 10_000

export interface OrderReading {
  order: OrderView | undefined
  /** Why the last asking brought nothing; it is asked again all the same, unless there is no such order. */
  error: unknown
  isMissing: boolean
  /** The promised wait is over and the order is not settled. */
  isLate: boolean
}

/** Undefined waits. */
export function useOrder(key: string | undefined, receiptId?: number): OrderReading {
  const session = useSession()
  const [order, setOrder] = useState<OrderView>()
  const [error, setError] = useState<unknown>()
  const [isLate, setIsLate] = useState(false)
  const isMissing = error instanceof Failure && error.code === 'order-not-found'
  const isOver = isMissing || (order !== undefined && isFinal(order))
  const isAsking = useRef(false)

  const ask = useCallback(async () => {
    if (key === undefined || isAsking.current) return
    isAsking.current = true
    try {
      const answer = await session.caller.call('get_order', {
        orderKey: key,
        ...(receiptId === undefined ? {} : { receiptId }),
      })
      setOrder(answer.order)
      setError(undefined)
    } catch (failure) {
      setError(failure)
    } finally {
      isAsking.current = false
    }
  }, [session, key, receiptId])

  useEffect(() => {
    if (key === undefined || isOver) return
    void ask()
    const timer = window.setInterval(() => void ask(), isLate ? laterMs : soonMs)
    const onLook = () => void ask()
    window.addEventListener('online', onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [key, isOver, isLate, ask])

  useEffect(() => {
    if (key === undefined || isOver) return
    const timer = window.setTimeout(() => setIsLate(true), patienceMs)
    return () => window.clearTimeout(timer)
  }, [key, isOver])

  return { order, error, isMissing, isLate: isLate && !isOver }
}
