// A line of an order says what it is for, so that nothing is compared by a name, which may change.
import { type Kysely, sql } from 'kysely'
import { withoutForce } from '../scope/rowSecurity.ts'

/**
 * The id of the size in the store, of the ticket, of the space or of the membership's type, as the line's kind says;
 * null where it is for nothing of these.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_line add column item_id int`.execute(db)
  const name = sql`
    update order_line set item_id = coalesce(
      item ->> 'inventoryId', item ->> 'ticketId', item ->> 'elementId', item ->> 'typeId')::int
    where kind in ('product', 'ticket', 'space', 'membership')`
  await withoutForce(db, 'order_line', () => name.execute(db))
}
