// When something of an event is on sale.

/** `none`: it is not for sale at all, because a date is missing. */
export type SaleState = 'none' | 'not-yet' | 'open' | 'ended'

/** Both ends are ISO instants and are outside; `now` is in epoch milliseconds. */
export function findSaleState(start: string | null, end: string | null, now: number): SaleState {
  if (start === null || end === null) return 'none'
  if (now <= Date.parse(start)) return 'not-yet'
  return now < Date.parse(end) ? 'open' : 'ended'
}
