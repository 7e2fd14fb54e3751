// The server's price of what is chosen so far; the last one stays while a new one is fetched, so that nothing jumps.
import { useEffect, useState } from 'react'
import type { Failure } from '../../../contract/failures.ts'
import type { Quote } from '../../../domain/order.ts'
import { useRead } from '../../call/useRead.ts'
import type { FlowOrder } from '../flow.ts'

export interface PriceReading {
  /** The newest known; undefined before the first. */
  quote: Quote | undefined
  /** Whether it is of what is chosen at this moment. */
  isCurrent: boolean
  isFetching: boolean
  error: unknown
  refetch(): void
}

/** Somebody who types an amount does not want the price of its first digit. */
const settleMs = 250

/** With `unpriced` the server is not asked, and what it said before stands. */
export function useQuote(order: FlowOrder | undefined, unpriced?: Failure): PriceReading {
  const text = order === undefined ? '' : JSON.stringify(order)
  const asked = useSettled(text)
  const reading = useRead(
    'quote_order',
    { order: asked === '' ? { kind: 'none', payload: {} } : (JSON.parse(asked) as FlowOrder) },
    { enabled: asked !== '' && unpriced === undefined, kept: false },
  )
  const [last, setLast] = useState<Quote>()
  const fresh = asked === '' ? undefined : reading.data?.quote
  useEffect(() => {
    if (fresh !== undefined) setLast(fresh)
  }, [fresh])
  const isHeldBack = unpriced !== undefined && fresh === undefined
  return {
    quote: text === '' ? undefined : (fresh ?? last),
    isCurrent: text !== '' && asked === text && fresh !== undefined,
    isFetching: reading.isFetching || asked !== text,
    error: asked === text && text !== '' ? (isHeldBack ? unpriced : reading.error) : undefined,
    refetch: isHeldBack ? waitToBeAsked : reading.refetch,
  }
}

/** It is asked for by itself as soon as it may be. */
function waitToBeAsked(): void {}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), settleMs)
    return () => window.clearTimeout(timer)
  }, [text])
  return settled
}
