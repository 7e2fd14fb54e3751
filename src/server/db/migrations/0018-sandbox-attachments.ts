// The files that go with a mail, for the sandbox's outbox.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox_message add column attachments jsonb not null default '[]'`.execute(db)
}
