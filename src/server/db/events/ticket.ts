// All SQL about the tickets of events.
import { type RawBuilder, sql } from 'kysely'
import type { EventOption } from '../../../domain/event.ts'
import { anyOf } from '../anyOf.ts'
import type { Tx } from '../open.ts'

export interface StoredTicket {
  id: number
  event_id: number
  description: string
  price_cents: number
  purchase_limit: number
  remaining: number
  availability: number
  starts_at: Date
  ends_at: Date
  picture_hash: string | null
  info: string
  options: EventOption[]
}

/** The only place that counts the sold tickets. Tickets are not sold yet, so there are none. */
function countSold(): RawBuilder<number> {
  return sql<number>`0`
}

export function listTickets(tx: Tx, tenantId: number, eventIds: readonly number[]): Promise<StoredTicket[]> {
  return tx
    .selectFrom('ticket')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', anyOf(eventIds))
    .orderBy('position')
    .orderBy('id')
    .select([
      'id',
      'event_id',
      'description',
      'price_cents',
      'purchase_limit',
      sql<number>`greatest(quantity - ${countSold()}, 0)`.as('remaining'),
      'availability',
      'starts_at',
      'ends_at',
      'picture_hash',
      'info',
      'options',
    ])
    .execute()
}
