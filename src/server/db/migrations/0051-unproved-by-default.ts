// Whoever is stored without a word about their address has proved none.
import { type Kysely, sql } from 'kysely'

/** What officers bring, by a file or by hand, says by itself that they answer for it. Nobody's proof changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member alter column email_proved_at drop default`.execute(db)
}
