// A shift that a stranger signs up for is asked for, until the mail to their address was answered.
import { type Kysely, sql } from 'kysely'

/** Whoever signed up before has their shift. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shift_worker add column asked_until timestamptz`.execute(db)
}
