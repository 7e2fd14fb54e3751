// Whether a mail to a member's address was answered. Until then nothing is found by that address.
import { type Kysely, sql } from 'kysely'
import { withoutForce } from '../scope/rowSecurity.ts'

const findProved = sql`
  update member set email_proved_at = now() where exists (
    select from imported
    where imported.tenant_id = member.tenant_id and imported.kind = 'member' and imported.row_id = member.id)
  or exists (
    select from member_code as code
    where code.tenant_id = member.tenant_id and code.member_id = member.id
      and code.kind <> 'link' and code.used_at is not null)`

/**
 * Proved are those whom a club file brought, and those of whom a used mailed code is on record; a link that a screen
 * showed proves no mailbox. Whoever joins or is invited from now on begins without.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member_code drop constraint member_code_kind_check`.execute(db)
  await sql`
    alter table member_code add check (kind in (
      'setup', 'invitation', 'temporary', 'email-proof', 'password-undo', 'email-change', 'email-undo', 'link'
    ))`.execute(db)
  await sql`alter table member add column email_proved_at timestamptz`.execute(db)
  await withoutForce(db, 'member', () =>
    withoutForce(db, 'imported', () => withoutForce(db, 'member_code', () => findProved.execute(db))),
  )
  // what officers bring, by a file or by hand, they answer for
  await sql`alter table member alter column email_proved_at set default now()`.execute(db)
}
