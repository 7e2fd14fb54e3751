// What officers alone see of members: their tags, and why they have removed somebody.
import { type Kysely, sql } from 'kysely'

/** The tags that there are have been shown, and stay so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member
    add column officer_tags jsonb not null default '[]',
    add column removal_reason text`.execute(db)
}
