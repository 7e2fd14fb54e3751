// A club has a country, which addresses and telephone numbers have that do not name another.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add country text not null default 'US'`.execute(db)
}
