// A new total that the payer must agree to first: they went on with another one.
import { useCallback, useRef, useState } from 'react'
import type { PriceReading } from './useQuote.ts'

export interface PriceNews {
  /** The total that they went on with, in cents; undefined while it is no other than the present one. */
  before: number | undefined
  /** The server has refused this total. Loads the price again. */
  tell(before: number): void
  agree(): void
}

export function usePriceNews({ quote, isCurrent, refetch }: PriceReading, isAtPay: boolean): PriceNews {
  const [before, setBefore] = useState<number>()
  // loaded again while Pay was open
  const [toPay, setToPay] = useState(0)
  const total = isAtPay ? (isCurrent ? quote?.grandTotalCents : undefined) : 0
  if (total !== undefined && total !== toPay) {
    setToPay(total)
    if (isAtPay && total === 0) setBefore(toPay)
  }
  const reload = useRef(refetch)
  reload.current = refetch
  const tell = useCallback((cents: number) => {
    setBefore(cents)
    reload.current()
  }, [])
  const agree = useCallback(() => setBefore(undefined), [])
  return { before: isCurrent && quote?.grandTotalCents !== before ? before : undefined, tell, agree }
}
