// Who has the link looks at an event before it is published. Of the link only a hash is stored.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event
    add column preview_hash text,
    add column preview_until timestamptz`.execute(db)
}
