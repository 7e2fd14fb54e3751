// The order of lists that are read page by page, newest first, and the place where a page ends.
import { type RawBuilder, sql } from 'kysely'

/** The last row of a page: when it was made, in microseconds since the epoch, and its id. */
export interface PagePlace {
  readonly createdUs: string
  readonly id: number
}

export function toCursor({ createdUs, id }: PagePlace): string {
  return `${createdUs}-${id}`
}

/** Of a cursor that the contract has checked. */
export function readCursor(cursor: string): PagePlace {
  const [createdUs = '0', id = '0'] = cursor.split('-')
  return { createdUs, id: Number(id) }
}

/** For a query of one table with `created_at` and `id`, under its own name. A date would lose the microseconds. */
export function selectCreatedUs(table: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(`${table}.created_at`)}) * 1000000)::bigint::text`
}

/** Rows that come after the place. One row value, so that an index answers it, however far down the list. */
export function isAfter(table: string, { createdUs, id }: PagePlace): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})
    < (timestamptz 'epoch' + ${createdUs}::bigint * interval '1 microsecond', ${id}::bigint)`
}

/** Rows that come before the place in the order of `isAfter`: newer ones. */
export function isBefore(table: string, { createdUs, id }: PagePlace): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})
    > (timestamptz 'epoch' + ${createdUs}::bigint * interval '1 microsecond', ${id}::bigint)`
}
