// Codes that prove a member's mailbox or phone, and sign-ins that may only choose a new password.
import { type Kysely, sql } from 'kysely'
import { forceTenantSecurity } from '../scope/rowSecurity.ts'

/** The code itself is never stored: `hash` finds it, and the server's own key makes it again from `id`. */
const memberCode = `create table member_code (
  tenant_id int not null, id uuid not null, member_id int not null,
  kind text not null check (kind in (
    'setup', 'invitation', 'temporary', 'password-undo', 'email-change', 'email-undo', 'link'
  )),
  hash text not null, detail jsonb not null default '{}',
  created_at timestamptz not null, expires_at timestamptz not null,
  wrong_tries int not null default 0, ended_at timestamptz, used_at timestamptz,
  primary key (tenant_id, id), unique (tenant_id, kind, hash),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
)`

const changes = [
  'create index member_code_member on member_code (tenant_id, member_id, kind)',
  'alter table member_session add column only_new_password boolean not null default false',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(memberCode).execute(db)
  await forceTenantSecurity(db, 'member_code')
  for (const change of changes) await sql.raw(change).execute(db)
}
