// The server's price of the present choice. The last price stays while a new one loads, so nothing jumps.
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failures.ts'
import type { Quote } from '../../../domain/order.ts'
import { useRead } from '../../reading/useRead.ts'
import { isUnreachable } from '../../text/failureText.ts'
import type { FlowOrder } from '../flow.ts'

export interface PriceReading {
  /** The newest known price; undefined before the first. */
  quote: Quote | undefined
  /** Whether it is the price of the present choice. */
  isCurrent: boolean
  isFetching: boolean
  error: unknown
  refetch(): void
}

/** A person who types an amount does not want the price of its first digit. */
const settleMs = 250
const autoRetryMs = 8_000

/** With `unpriced` the server is not asked, and its last price stays. */
export function useQuote(order: FlowOrder | undefined, unpriced?: Failure): PriceReading {
  const text = order === undefined ? '' : JSON.stringify(order)
  const settled = useSettled(text)
  const reading = useRead(
    'quote_order',
    { order: settled === '' ? { kind: 'none', payload: {} } : (JSON.parse(settled) as FlowOrder) },
    { enabled: settled !== '' && unpriced === undefined, saved: false },
  )
  const [last, setLast] = useState<Quote>()
  const fresh = settled === '' ? undefined : reading.data?.quote
  useEffect(() => {
    if (fresh !== undefined) setLast(fresh)
  }, [fresh])
  // a server that is back is noticed without a press
  const isAway = isUnreachable(reading.error)
  const { refetch } = reading
  const again = useRef(refetch)
  again.current = refetch
  useEffect(() => {
    if (!isAway) return
    const timer = window.setInterval(() => again.current(), autoRetryMs)
    return () => window.clearInterval(timer)
  }, [isAway])
  const isHeldBack = unpriced !== undefined && fresh === undefined
  return {
    quote: text === '' ? undefined : (fresh ?? last),
    isCurrent: text !== '' && settled === text && fresh !== undefined,
    isFetching: reading.isFetching || settled !== text,
    error: settled === text && text !== '' ? (isHeldBack ? unpriced : reading.error) : undefined,
    refetch: isHeldBack ? skipRefetch : reading.refetch,
  }
}

/** The price is loaded automatically as soon as possible. */
function skipRefetch(): void {}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), settleMs)
    return () => window.clearTimeout(timer)
  }, [text])
  return settled
}
