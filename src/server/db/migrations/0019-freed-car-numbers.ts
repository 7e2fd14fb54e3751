// Car numbers that officers have taken from their cars. No car gets one by itself: a score sheet that waits on
// a phone may still name it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table event add column freed_numbers jsonb not null default '[]'").execute(db)
}
