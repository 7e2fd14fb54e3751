// When the gates of an event open, which volunteers have said that they come, and which shifts were given back.
import { type Kysely, sql } from 'kysely'
import { forceTenantSecurity } from '../scope/rowSecurity.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column gate_time text not null default ''`.execute(db)
  await sql`alter table shift_worker add column confirmed_at timestamptz`.execute(db)
  // the id is the one that the row of shift_worker had: the links in mails name it
  await sql`
    create table returned_shift (
      tenant_id int not null references tenant (id), id int not null,
      shift_id int not null,
      fname text not null,
      lname text not null,
      email_folded text not null,
      returned_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade
    )`.execute(db)
  await forceTenantSecurity(db, 'returned_shift')
  await sql`create index returned_shift_of on returned_shift (tenant_id, shift_id, email_folded)`.execute(db)
}
