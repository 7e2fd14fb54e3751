// The new expiration that a renewal's form shows.
import { addYears } from '../../../domain/day.ts'
import { runsFromToday } from '../../../domain/membership.ts'
import type { Quote, QuoteLine } from '../../../domain/order.ts'

export interface NewPeriod {
  /** The first day on which it will not be valid any more; undefined until the server has said it. */
  expiration: string | undefined
  runsFromToday: boolean
  /** As the server prices it; undefined until then. */
  line: QuoteLine | undefined
}

/** A renewal from today ends by the rule of its type, which only the server's price knows. */
export function findNewPeriod(
  expiration: string,
  years: number,
  today: string,
  price: { quote: Quote | undefined; isCurrent: boolean },
): NewPeriod {
  const line = price.isCurrent ? price.quote?.lines.find(({ kind }) => kind === 'renewal') : undefined
  if (!runsFromToday(expiration, years, today)) {
    return { expiration: addYears(expiration, years), runsFromToday: false, line }
  }
  return { expiration: line?.expiration, runsFromToday: true, line }
}
