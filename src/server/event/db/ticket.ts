// All SQL about the tickets of events.
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import type { Sales } from './sales.ts'
import { countLeftOf, isTakenBesides } from './taken.ts'

/** The name of a kind of ticket among the scarce things. */
export function toTicketThing(ticketId: number): string {
  return `ticket:${ticketId}`
}

/** The only place that counts the tickets that are sold or held. What the buyer's own orders have is theirs. */
function countLeft(ownOrderIds: readonly number[]): RawBuilder<number> {
  return sql<number>`(
    select ${countLeftOf(sql`ticket.quantity`)} from ${ofClub('hold')}
    where hold.thing = ${toTicketThing(0).slice(0, -1)} || ticket.id
      and hold.state in ('held', 'sold') and ${isTakenBesides(ownOrderIds)})`
}

/** Packs show how many there are, and not how many are left, which changes with each sale. */
export function listTickets(
  tx: Tx,
  eventIds: readonly number[],
  sales: Sales = 'all',
  ownOrderIds: readonly number[] = [],
) {
  return tx
    .selectFrom('ticket')
    .where('event_id', '=', anyOf(eventIds))
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'event_id', 'description', 'price_cents', 'purchase_limit', 'availability'])
    .select(['starts_at', 'ends_at', 'picture_hash', 'info', 'options'])
    .select((sales === 'all' ? countLeft(ownOrderIds) : sql<number>`quantity`).as('remaining'))
    .execute()
}

export type StoredTicket = Awaited<ReturnType<typeof listTickets>>[number]

/** How many there are for all orders together; 0 when the kind of ticket is gone. */
export async function findTicketQuantity(tx: Tx, ticketId: number): Promise<number> {
  const row = await tx.selectFrom('ticket').where('id', '=', ticketId).select('quantity').executeTakeFirst()
  return row?.quantity ?? 0
}
