// What a price counts: the lines of an order, by kind.
import type { QuoteLine } from '../../../domain/order.ts'

/** The lines of one kind. */
export interface PriceRow {
  kind: string
  quantity: number
  cents: number
  lines: readonly QuoteLine[]
}

/** Each vehicle, space, kind of ticket and product is a line of its own; a price counts them. */
const counted: ReadonlySet<string> = new Set(['registration', 'space', 'ticket', 'product'])

/** With a line of $0 for each kind of `always` that the order has not. */
export function fillLines(lines: readonly QuoteLine[], always: readonly QuoteLine[]): QuoteLine[] {
  return [...lines, ...always.filter(({ kind }) => !lines.some((line) => line.kind === kind))]
}

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
