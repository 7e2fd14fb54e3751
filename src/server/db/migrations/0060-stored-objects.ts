// Each picture and file that was stored, and how it is known again. Who stores or removes one says so here first.
import { type Kysely, sql } from 'kysely'
import { grantShared } from '../scope/rowSecurity.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stored_object (
      key text primary key,
      bytes bigint,
      md5 text,
      wanted_at timestamptz not null,
      wants int not null default 0,
      stored_at timestamptz,
      removing_at timestamptz
    )`.execute(db)
  await sql`create index stored_object_removing on stored_object (removing_at) where removing_at is not null`.execute(
    db,
  )
  await grantShared(db, 'stored_object', [])
}
