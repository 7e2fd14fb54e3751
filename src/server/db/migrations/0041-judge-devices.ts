// Each device that asks for a judge's code has a secret of its own, so that only it can spoil the code for itself.
import { type Kysely, sql } from 'kysely'
import { forceTenantSecurity } from '../scope/rowSecurity.ts'

/**
 * A row for each request, also for an id that no judge has. `hash` is that of the secret in its answer, `asked` that of
 * the event and the id.
 */
const table = `create table judge_challenge_device (
  tenant_id int not null references tenant (id), hash text not null, asked text not null,
  wrong_tries int not null default 0, created_at timestamptz not null,
  primary key (tenant_id, hash)
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
  await sql`create index judge_challenge_device_age on judge_challenge_device (tenant_id, created_at)`.execute(
    db,
  )
  await forceTenantSecurity(db, 'judge_challenge_device')
}
