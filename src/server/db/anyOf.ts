// One bound array in place of a list of parameters, so that the statement's text stays the same for any number.
import { type RawBuilder, sql } from 'kysely'

/** For the right side of `=`. */
export function anyOf(ids: readonly number[]): RawBuilder<number> {
  return sql<number>`any(${ids}::int[])`
}
