// A hold of somebody who is not paying may give way to the next buyer.
import { type Kysely, sql } from 'kysely'

/** The sweeper sets it: the order is older than three minutes, and the bank does not have its payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hold add column gives_way boolean not null default false`.execute(db)
}
