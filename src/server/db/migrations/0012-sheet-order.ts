// One index less for each score sheet: the primary key has the sheets of a form in order already.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index sheet_current`.execute(db)
}
