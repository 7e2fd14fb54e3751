// Refusals are counted for each principal before another one is stored.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index receipt_refused on receipt (tenant_id, principal) where outcome = 'refused'`.execute(
    db,
  )
}
