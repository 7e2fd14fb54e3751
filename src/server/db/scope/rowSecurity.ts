// For migrations: who may see and change a table.
import { type Kysely, sql } from 'kysely'

export type Privilege = 'select' | 'insert' | 'update' | 'delete'

/** `nullif`, because after a transaction the setting is '' and not null, and '' is not a number. */
const presentTenant = sql`nullif(current_setting('app.tenant', true), '')::int`
const ownTenant = sql`tenant_id = ${presentTenant}`

/** A row of this table that names no club belongs to the club of its transaction. */
export async function setClubDefault(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} alter column tenant_id set default ${presentTenant}`.execute(db)
}

/**
 * For a table with `tenant_id`: each transaction, also the owner's, uses only the rows of its own club, and its new rows
 * belong to that club.
 */
export async function forceTenantSecurity(db: Kysely<unknown>, table: string): Promise<void> {
  const name = sql.table(table)
  await sql`alter table ${name} enable row level security, force row level security`.execute(db)
  await sql`create policy tenant on ${name} using (${ownTenant}) with check (${ownTenant})`.execute(db)
  await setClubDefault(db, table)
  await grantShared(db, table, ['select', 'insert', 'update', 'delete'])
}

/**
 * A transaction across clubs reads the rows of all clubs of this table, and changes none. Whoever works in a club's name
 * has another role, to which this says nothing. The setting is asked for once in a statement and not for each row.
 */
export async function showAcrossClubs(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create policy across on ${sql.table(table)} for select to current_user
    using ((select current_setting('app.across', true)) = 'on')`.execute(db)
}

/** For a table without a club: what `inTenant` may do with it. Nothing when the list is empty. */
export async function grantShared(
  db: Kysely<unknown>,
  table: string,
  privileges: readonly Privilege[],
): Promise<void> {
  if (privileges.length > 0) {
    await sql`grant ${sql.raw(privileges.join(', '))} on ${sql.table(table)} to sf_app`.execute(db)
  }
  if (!privileges.includes('insert')) return
  const sequences = await sql<{ name: string }>`
    select s.relname as name from pg_class s
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
    where s.relkind = 'S' and d.refobjid = ${table}::regclass`.execute(db)
  for (const { name } of sequences.rows) {
    await sql`grant usage, select on sequence ${sql.table(name)} to sf_app`.execute(db)
  }
}

/**
 * A backfill over all clubs. Under forced security the owner sees no rows, and an update would silently
 * change none. Runs inside the migration's transaction, so that no other transaction ever sees the table
 * open.
 */
export async function withoutForce<T>(
  db: Kysely<unknown>,
  table: string,
  body: () => Promise<T>,
): Promise<T> {
  const name = sql.table(table)
  await sql`alter table ${name} no force row level security`.execute(db)
  const result = await body()
  await sql`alter table ${name} force row level security`.execute(db)
  return result
}
