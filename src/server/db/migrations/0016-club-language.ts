// The language in which a club speaks to people whose own is not known.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column language text not null default 'en' check (language in ('en', 'es'))`.execute(
    db,
  )
}
