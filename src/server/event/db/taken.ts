// What is taken of a scarce thing, as parts of SQL: things of an event and of the store are counted in the same way.
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../db/anyOf.ts'
import { lastPartOfThing } from '../../limits/often.ts'

/** A hold or sale of none of these orders. Whether a buyer's own order is paid makes nobody else of them. */
export function isTakenBesides(ownOrderIds: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`not (hold.order_id = ${anyOf(ownOrderIds)})`
}

/**
 * How much is left of so much, over the rows of what is held and sold of it. Of the last tenth, what gives way is left
 * too (rules/payments 3.3).
 */
export function countLeftOf(all: RawBuilder<unknown>): RawBuilder<number> {
  const taken = sql`coalesce(sum(hold.quantity), 0)`
  const givingWay = sql`coalesce(sum(hold.quantity) filter (where hold.state = 'held' and hold.gives_way), 0)`
  return sql<number>`greatest(0, ${all} - ${taken}
    + case when ${all} - ${taken} < ceil(${all} / ${sql.lit(lastPartOfThing)}.0) then ${givingWay} else 0 end)::int`
}
