// Whoever wrote a post that is hidden reads why.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post add column hidden_reason text not null default ''`.execute(db)
}
