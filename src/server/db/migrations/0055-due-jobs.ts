// Since when a job waits: its first due time, which a retry does not move. Null: since it was queued.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column due_at timestamptz`.execute(db)
}
