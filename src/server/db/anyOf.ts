// Passes ids as one array, so that the statement's text is the same for any number of ids.
import { type RawBuilder, sql } from 'kysely'

/** For the right side of `=`. */
export function anyOf(ids: readonly number[]): RawBuilder<number> {
  return sql<number>`any(${ids}::int[])`
}
