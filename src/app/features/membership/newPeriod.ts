// The new expiration that a renewal's form shows.
import { addYears } from '../../../domain/day.ts'
import { runsFromToday } from '../../../domain/membership.ts'
import type { Quote } from '../../../domain/order.ts'

export interface NewPeriod {
  /** The first day on which it will not be valid any more; undefined until the server has said it. */
  expiration: string | undefined
  runsFromToday: boolean
}

/** A renewal from today ends by the rule of its type, which only the server's price knows. */
export function findNewPeriod(
  expiration: string,
  years: number,
  today: string,
  price: { quote: Quote | undefined; isCurrent: boolean },
): NewPeriod {
  if (!runsFromToday(expiration, years, today)) {
    return { expiration: addYears(expiration, years), runsFromToday: false }
  }
  const line = price.isCurrent ? price.quote?.lines.find(({ kind }) => kind === 'renewal') : undefined
  return { expiration: line?.expiration, runsFromToday: true }
}
