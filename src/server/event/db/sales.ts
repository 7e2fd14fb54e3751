// Which sales a reader shows: packs show the cars that were there when they last became new (see `countSale`), and no
// vendor who bought a space online.
import { type RawBuilder, sql } from 'kysely'
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
