// The network address that an order was placed from, as a pseudonym that only this instance can make. It
// limits how much one address can hold.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchase_order add column holder text`.execute(db)
  await sql`create index purchase_order_holder on purchase_order (tenant_id, holder)
    where hold_until is not null and state = 'pending'`.execute(db)
}
