// Lists that are read page by page in the order in which their rows were made, and the cursor where a page ends.
import { type RawBuilder, sql } from 'kysely'

/** Where a row stands: when it was made, in microseconds since the epoch, and its id. */
export interface PagePlace {
  readonly createdUs: string
  readonly id: number
}

export interface PageWish {
  readonly limit: number
  /** Counts for nothing beside a cursor. */
  readonly offset?: number
  /** Where the page before ended. */
  readonly cursor?: string | undefined
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/** The rows were read with one more than the page has. */
export function cutPage<Row extends PagePlace>(found: readonly Row[], limit: number): Page<Row> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last !== undefined ? toCursor(last) : null }
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

/** Rows that come after the cursor, the newest first. */
export function isAfter(table: string, cursor: string | undefined): RawBuilder<boolean> {
  return compareTo(cursor, table, '<')
}

/** Rows that come before the cursor in the order of `isAfter`: newer ones. */
export function isBefore(table: string, cursor: string | undefined): RawBuilder<boolean> {
  return compareTo(cursor, table, '>')
}

/** One row value, so that an index answers it, however far down the list. All rows without a cursor. */
function compareTo(cursor: string | undefined, table: string, sign: '<' | '>'): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`
  const { createdUs, id } = readCursor(cursor)
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) ${sql.raw(sign)}
    (timestamptz 'epoch' + ${createdUs}::bigint * interval '1 microsecond', ${id}::bigint)`
}
