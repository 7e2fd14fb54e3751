// Reads and writes whole tables of clubs as JSON, on either engine. For backups only.
import { sql } from 'kysely'
import { deleteUnmarked, enterTenant, listForeignKeys, type TableName } from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { clubTables, type Schema } from '../../db/schema.gen.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

export type JsonRow = Record<string, unknown>

/** One snapshot for the whole backup. Must be the transaction's first statement. */
export async function holdBackupSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}

/** Every table of a club, as far as a database of an older version has it; tables that others point to come first. */
export async function listTenantTables(tx: Tx): Promise<TableName[]> {
  const keys = await listForeignKeys(tx)
  const { rows } = await sql<{ name: TableName }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${clubTables}::text[])`.execute(tx)
  const waiting = new Set(rows.map(({ name }) => name))
  const sorted: TableName[] = []
  while (waiting.size > 0) {
    const next = [...waiting].filter(
      (name) => !keys.some(({ table, target }) => table === name && target !== name && waiting.has(target)),
    )
    if (next.length === 0) throw new Error(`these tables refer to each other: ${[...waiting].join(', ')}`)
    for (const name of next) {
      waiting.delete(name)
      sorted.push(name)
    }
  }
  return sorted
}

/** Rows of the club that the transaction works for. Rows that others of the table point to come first. */
export async function readTableRows(tx: Tx, table: TableName): Promise<JsonRow[]> {
  const self = (await listForeignKeys(tx)).find((key) => key.table === table && key.target === table)
  const order = self === undefined ? sql`` : sql` order by ${sql.ref(self.column)} nulls first`
  const { rows } = await sql<{ line: JsonRow }>`
    select row_to_json(t) as line from ${ofClub(table, 't')}${order}`.execute(tx)
  return rows.map(({ line }) => line)
}

/**
 * All rows of the club that the transaction works for, table by table and some at a time, so that few are in memory. Rows
 * that others of the table point to come first. One statement asks all tables, because most have few rows or none.
 */
export async function* readClubRows(
  tx: Tx,
  tables: readonly TableName[],
  atOnce: number,
): AsyncGenerator<{ table: TableName; rows: JsonRow[] }> {
  const keys = await listForeignKeys(tx)
  const parts = tables.map((table) => {
    const self = keys.find((key) => key.table === table && key.target === table)
    const order = self === undefined ? sql`` : sql` order by ${sql.ref(self.column)} nulls first`
    return sql`(select ${sql.lit(table)} as name, row_to_json(t) as line from ${ofClub(table, 't')}${order})`
  })
  // all rows are read: the plan is not to hurry to the first ones
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  await sql`declare club_rows no scroll cursor for ${sql.join(parts, sql` union all `)}`.execute(tx)
  let table: TableName | undefined
  let rows: JsonRow[] = []
  for (;;) {
    const { rows: read } = await sql<{ name: TableName; line: JsonRow }>`
      fetch ${sql.lit(atOnce)} from club_rows`.execute(tx)
    for (const { name, line } of read) {
      if (table !== undefined && (table !== name || rows.length === atOnce)) {
        yield { table, rows }
        rows = []
      }
      table = name
      rows.push(line)
    }
    if (read.length < atOnce) break
  }
  await sql`close club_rows`.execute(tx)
  if (table !== undefined) yield { table, rows }
}

/** Which of these hashes rows of the club's table name. */
export async function listHeldHashes(
  tx: Tx,
  table: 'picture' | 'media_file',
  hashes: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom(table)
    .where('hash', '=', sql<string>`any(${hashes}::text[])`)
    .select('hash')
    .distinct()
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Needs an `acrossClubs` transaction. */
export function listClubsWithFiles(tx: Tx): Promise<{ id: number; slug: string }[]> {
  return tx
    .selectFrom('tenant')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('picture').whereRef('picture.tenant_id', '=', 'tenant.id').select('picture.hash')),
        exists(
          selectFrom('media_file')
            .whereRef('media_file.tenant_id', '=', 'tenant.id')
            .select('media_file.hash'),
        ),
      ]),
    )
    .select(['tenant.id', 'tenant.slug'])
    .orderBy('tenant.id')
    .execute()
}

/** Which of these hashes rows of other clubs name. Needs an `acrossClubs` transaction. */
export async function listHeldByOthers(
  tx: Tx,
  { table, tenantId, hashes }: { table: 'picture' | 'media_file'; tenantId: number; hashes: string[] },
): Promise<string[]> {
  const rows = await tx
    .selectFrom(table)
    .where('hash', '=', sql<string>`any(${hashes}::text[])`)
    .where('tenant_id', '<>', tenantId)
    .select('hash')
    .distinct()
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Columns missing in the rows get their defaults, so that an older backup fits a newer table. */
export async function writeRows(tx: Tx, table: TableName, rows: readonly JsonRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await tx
    .insertInto(table as 'ride')
    .columns(columns as 'id'[])
    .expression(
      sql`select ${names} from json_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::json)`,
    )
    .execute()
}

/** A column of the rows that the table does not have. */
export async function findUnknownColumn(
  tx: Tx,
  table: TableName,
  rows: readonly JsonRow[],
): Promise<string | undefined> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped`.execute(tx)
  const known = new Set(columns.map(({ name }) => name))
  return rows.flatMap((row) => Object.keys(row)).find((name) => !known.has(name))
}

/** Moves the table's next id above every id in it. */
export async function moveSequence(tx: Tx, table: keyof Schema, highestId: number): Promise<void> {
  await sql`
    select setval(s.name::regclass, greatest(${highestId}::bigint, nextval(s.name::regclass)))
    from (select pg_get_serial_sequence(${table}, 'id') as name) s where s.name is not null`.execute(tx)
}

/** For the owner. */
export async function readSecrets(tx: Tx): Promise<JsonRow[]> {
  return tx.selectFrom('instance_secret').select(['name', 'value']).orderBy('name').execute()
}

export async function writeSecrets(tx: Tx, rows: readonly JsonRow[]): Promise<void> {
  await sql`
    insert into instance_secret (name, value)
    select name, value from json_to_recordset(${JSON.stringify(rows)}::json) as x (name text, value text)
    on conflict (name) do update set value = excluded.value`.execute(tx)
}

export interface BackedUpTenant {
  id: number
  uuid: string
  slug: string
  suspended: boolean
  created_at: string
}

export async function readTenants(tx: Tx): Promise<BackedUpTenant[]> {
  const { rows } = await sql<{ line: BackedUpTenant }>`
    select row_to_json(t) as line from tenant t order by id`.execute(tx)
  return rows.map(({ line }) => line)
}

/** The transaction then works in this club's name. The club's number stays the same if it is free here. */
export async function putTenant(tx: Tx, tenant: BackedUpTenant): Promise<number> {
  const taken = await tx.selectFrom('tenant').select('id').where('id', '=', tenant.id).executeTakeFirst()
  const { id } = await tx
    .insertInto('tenant')
    .values({
      ...(taken === undefined ? { id: tenant.id } : {}),
      uuid: tenant.uuid,
      slug: tenant.slug,
      suspended: tenant.suspended,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await moveSequence(tx, 'tenant', id)
  await enterTenant(tx, id)
  return id
}

/** Deletes everything of a club but its name. The transaction then works in its name. */
export async function emptyTenant(tx: Tx, tenantId: number, tables: readonly TableName[]): Promise<void> {
  await enterTenant(tx, tenantId)
  await deleteUnmarked(tx)
  for (const table of [...tables].reverse()) {
    await tx.deleteFrom(table).execute()
  }
}

/** Needs a `withoutClub` transaction. Nobody begins anything of this club until its end. */
export async function lockTenant(tx: Tx, tenantId: number): Promise<void> {
  await tx.selectFrom('tenant').select('id').where('id', '=', tenantId).forUpdate().execute()
}

/** What the sandbox holds of the jobs of the transaction's club. */
export async function deleteSandboxMessages(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('sandbox_message')
    .where('job_uuid', 'in', tx.selectFrom('job').select('uuid'))
    .execute()
}

/** The name itself, when the club is empty. */
export async function deleteTenant(tx: Tx, tenantId: number): Promise<void> {
  await tx.deleteFrom('tenant').where('id', '=', tenantId).execute()
}

export interface ClubPrint {
  readonly table: TableName
  readonly count: number
  /** Of all rows: another one as soon as any has changed. */
  readonly hash: string
}

/** What the club of the transaction has, and whether it is still the same. Its rows are locked until the end. */
export async function readClubPrint(tx: Tx, tables: readonly TableName[]): Promise<ClubPrint[]> {
  const prints: ClubPrint[] = []
  for (const table of tables) {
    const { rows } = await sql<{ count: number; hash: string }>`
      select count(*)::int as count, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash
      from (select * from ${ofClub(table, 'held')} for update) t`.execute(tx)
    prints.push({ table, count: rows[0]?.count ?? 0, hash: rows[0]?.hash ?? '' })
  }
  return prints
}
