// A report keeps what it was about: its author may change or delete the post before a moderator reads it.
import { type Kysely, sql } from 'kysely'

const changes = [
  // the message is null in reports from before
  "alter table post_report add column message text, add column pictures jsonb not null default '[]'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of changes) await sql.raw(change).execute(db)
}
