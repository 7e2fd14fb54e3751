// Renewals with a saved card: one row for each member and period, and when each club is due to be checked.
import { type Kysely, sql } from 'kysely'
import { forceTenantSecurity, grantShared } from '../scope/rowSecurity.ts'

/** `period` is the expiration from which the renewal extends. The row is written before the card is charged. */
const renewal = `create table renewal (
  tenant_id int not null, member_id int not null, period date not null,
  state text not null check (state in ('charging', 'waiting', 'confirm', 'stopped', 'done')),
  started_by text not null check (started_by in ('member', 'job')),
  attempt int not null default 0, tries int not null default 0, is_job_over boolean not null default false,
  order_key uuid, reason text not null default '',
  first_try_at timestamptz, next_try_at timestamptz, renewed_to date, changed_at timestamptz not null,
  primary key (tenant_id, member_id, period),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
)`

/** For the whole instance, so that one statement finds the clubs that are due. */
const renewalRound = `create table renewal_round (
  club_id int primary key references tenant (id) on delete cascade,
  due_at timestamptz not null
)`

const changes = [
  'create index renewal_state on renewal (tenant_id, state)',
  'create index renewal_round_due on renewal_round (due_at)',
  'create index member_expires on member (tenant_id, expires_on) where deleted_at is null',
  // a saved card pays it, and its holder may have to confirm it days later
  'alter table purchase_order add column with_saved_card boolean not null default false',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(renewal).execute(db)
  await forceTenantSecurity(db, 'renewal')
  await sql.raw(renewalRound).execute(db)
  await grantShared(db, 'renewal_round', [])
  for (const change of changes) await sql.raw(change).execute(db)
}
