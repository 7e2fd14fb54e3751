// What a price adds up, row by row: what is bought, then the sums.
import type { Quote, QuoteLine } from '../../../domain/order.ts'

/** The lines of one kind. */
export interface PriceRow {
  kind: string
  quantity: number
  cents: number
  lines: readonly QuoteLine[]
}

/** Each vehicle, space and kind of ticket is a line of its own; a price counts them. */
const counted: ReadonlySet<string> = new Set(['registration', 'space', 'ticket'])

/** In the order of the lines. */
export function groupLines(lines: readonly QuoteLine[]): PriceRow[] {
  const groups = Map.groupBy(lines.entries(), ([index, { kind }]) => (counted.has(kind) ? kind : index))
  return [...groups.values()].map((members) => {
    const own = members.map(([, line]) => line)
    return {
      kind: own[0]?.kind ?? '',
      quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
      cents: own.reduce((sum, { amountCents }) => sum + amountCents, 0),
      lines: own,
    }
  })
}

export interface SumRow {
  id: 'testMode' | 'discount' | 'subTotal' | 'serviceFee' | 'taxes'
  cents: number
}

/** Between the lines and the total. The sub-total is the sum of everything above it. */
export function listSums(quote: Quote): SumRow[] {
  const { subTotalCents, discountCents, serviceFeeCents, taxesCents, testMode } = quote
  // never -0
  const reduction = { id: testMode === true ? 'testMode' : 'discount', cents: 0 - discountCents } as const
  return [
    ...(discountCents === 0 && testMode !== true ? [] : [reduction]),
    { id: 'subTotal', cents: subTotalCents - discountCents },
    { id: 'serviceFee', cents: serviceFeeCents },
    { id: 'taxes', cents: taxesCents },
  ]
}
