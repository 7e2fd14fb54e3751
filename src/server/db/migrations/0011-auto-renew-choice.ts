// Whether somebody has ever chosen about automatic renewal: null means that nobody has.
import { type Kysely, sql } from 'kysely'
import { withoutForce } from '../scope/rowSecurity.ts'

const columns = [
  'alter table member_settings alter column auto_renew drop not null',
  'alter table member_settings alter column auto_renew drop default',
]

/** Until now no screen could turn it off, so false was nobody's choice unless there is a card. */
const forgetNoChoice = sql`
  update member_settings set auto_renew = null
  where not auto_renew and not exists (
    select from saved_card
    where saved_card.tenant_id = member_settings.tenant_id
    and saved_card.member_id = member_settings.member_id
  )`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db)
  await withoutForce(db, 'member_settings', () =>
    withoutForce(db, 'saved_card', () => forgetNoChoice.execute(db)),
  )
}
