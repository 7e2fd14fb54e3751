// A remark of the officers about a member, which no other member sees.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column officer_note text not null default ''`.execute(db)
}
