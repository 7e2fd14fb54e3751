// The tickets that this buyer's own unfinished order holds: the server counts them as taken.
import { isRecord } from '../../../../domain/isRecord.ts'
import type { StartedOrder } from '../../../wizard/draft/draftStore.ts'

/**
 * The quantity of each kind, by its id. An order without a number was refused, or got no answer. Whether a
 * hold still lasts is not known here: the server says so before anything is paid.
 */
export function findHeldTickets(started: StartedOrder | undefined): ReadonlyMap<number, number> {
  if (started?.receiptId === undefined) return new Map()
  return new Map(readLines(started.text).map(({ ticket, quantity }) => [ticket, quantity]))
}

function readLines(text: string): { ticket: number; quantity: number }[] {
  const order = parse(text)
  const payload = isRecord(order) && isRecord(order.payload) ? order.payload : {}
  const part = isRecord(payload.tickets) ? payload.tickets.tickets : undefined
  if (!Array.isArray(part)) return []
  return part.flatMap((line: unknown) =>
    isRecord(line) && typeof line.ticket === 'number' && typeof line.quantity === 'number'
      ? [{ ticket: line.ticket, quantity: line.quantity }]
      : [],
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a draft that was answered keeps no text
  }
}
