// The parts of which an order or a sign-up may consist, each with its own wait and its own thanks.
import { minuteMs } from '../../../domain/time.ts'

/** `order` is anything that has no words of its own. */
export type PartKind =
  | 'membership'
  | 'renewal'
  | 'donation'
  | 'registration'
  | 'space'
  | 'ticket'
  | 'product'
  | 'shifts'
  | 'order'

/** How long a part is shown as being processed, before it is said that it takes longer. */
export const patienceMs: Readonly<Record<PartKind, number>> = {
  membership: minuteMs,
  renewal: minuteMs,
  donation: minuteMs,
  product: minuteMs,
  registration: minuteMs,
  shifts: minuteMs,
  order: minuteMs,
  space: minuteMs / 3,
  ticket: minuteMs / 3,
}

function toPart(kind: string): PartKind {
  // what is sent and its postage are one
  if (kind === 'shipping') return 'product'
  return Object.keys(patienceMs).includes(kind) ? (kind as PartKind) : 'order'
}

/** Each once, in the order of the lines. */
export function listParts(lines: readonly { kind: string }[]): PartKind[] {
  return [...new Set(lines.map(({ kind }) => toPart(kind)))]
}

/** Lines of a kind without words of its own have no part. */
export function groupByPart<L extends { kind: string }>(lines: readonly L[]): [PartKind, L[]][] {
  return [...Map.groupBy(lines, ({ kind }) => toPart(kind))]
}
