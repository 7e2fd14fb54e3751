// A new row belongs to the club of its transaction, which every transaction in a club's name carries as a setting.
import { type Kysely, sql } from 'kysely'
import { setClubDefault } from '../scope/rowSecurity.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(db)
  for (const { name } of rows) await setClubDefault(db, name)
}
