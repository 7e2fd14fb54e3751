// A member may have no e-mail address.
import { type Kysely, sql } from 'kysely'

/** Theirs is '', and what it is looked up by is nothing at all, so that no address finds them and any number may be so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member alter column email_folded drop not null`.execute(db)
}
