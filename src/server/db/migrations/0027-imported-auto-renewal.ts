// Forgets the automatic renewals that came with a club file: nobody has agreed to them with a card.
import { type Kysely, sql } from 'kysely'
import { withoutForce } from '../scope/rowSecurity.ts'

/** The last card gone turns it off, so a yes without a card was imported. */
const forgetImported = sql`
  update member_settings set auto_renew = null
  where auto_renew and not exists (
    select from saved_card
    where saved_card.tenant_id = member_settings.tenant_id
    and saved_card.member_id = member_settings.member_id
  )`

export async function up(db: Kysely<unknown>): Promise<void> {
  await withoutForce(db, 'member_settings', () =>
    withoutForce(db, 'saved_card', () => forgetImported.execute(db)),
  )
}
