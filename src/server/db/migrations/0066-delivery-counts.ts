// How much each judge's grant and each voter has delivered lately, counted for all processes together.
import { type Kysely, sql } from 'kysely'
import { forceTenantSecurity } from '../scope/rowSecurity.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // one row for each length of a window, which every new window overwrites
  await sql`
    create table delivery_count (
      tenant_id int not null references tenant (id),
      sender text not null,
      window_ms int not null,
      window_start timestamptz not null,
      count int not null,
      primary key (tenant_id, sender, window_ms)
    )`.execute(db)
  await forceTenantSecurity(db, 'delivery_count')
}
