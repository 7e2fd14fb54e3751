// Which sales a reader shows: packs show the cars that were there when they last became new (see `countSale`), and no
// vendor who bought a space online.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

/**
 * `later`: the cars that were sold online since the event's pack last became new, and all vendors that were.
 * `packed`: all but that.
 */
export type Sales = 'all' | 'packed' | 'later'

/** The condition for a row of `table`, which belongs to an event. */
export function isAmong(sales: Sales, table: 'entry' | 'vendor'): RawBuilder<boolean> {
  if (sales === 'all') return sql<boolean>`true`
  const row = (column: string) => sql.ref(`${table}.${column}`)
  if (table === 'vendor') {
    return sales === 'packed'
      ? sql<boolean>`${row('sale')} is null`
      : sql<boolean>`${row('sale')} is not null`
  }
  const isPacked = sql<boolean>`(${row('sale')} is null or ${row('sale')} <= (
    select event.packed_sale from ${ofClub('event')} where event.id = ${row('event_id')}))`
  return sales === 'packed' ? isPacked : sql<boolean>`not ${isPacked}`
}

/** How many things of the event are held for those who pay at this moment. */
export async function countPaying(tx: Tx, eventId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('hold')
    .where('event_id', '=', eventId)
    .where('state', '=', 'held')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** By event, how many tickets, cars, spaces and shifts people have of it, and votes and judges' phones it has. */
export async function countGivenFor(tx: Tx, eventIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select event.id, (
      (select count(*) from ${ofClub('sold_ticket')} where sold_ticket.event_id = event.id
        and sold_ticket.void_at is null)
      + (select count(*) from ${ofClub('entry')} where entry.event_id = event.id)
      + (select count(*) from ${ofClub('reservation')}
        join ${ofClub('map_element', 'element')} on element.id = reservation.map_element_id
        join ${ofClub('event_map', 'map')} on map.id = element.event_map_id where map.event_id = event.id)
      + (select count(*) from ${ofClub('shift_worker', 'worker')}
        join ${ofClub('shift')} on shift.id = worker.shift_id
        join ${ofClub('shift_schedule', 'schedule')} on schedule.id = shift.shift_schedule_id
        where schedule.event_id = event.id)
      + (select count(*) from ${ofClub('ballot')} where ballot.event_id = event.id)
      + (select count(*) from ${ofClub('judge_grant', 'judging')} where judging.event_id = event.id)
    )::int as count
    from ${ofClub('event')} where event.id = any(${eventIds}::int[])`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
