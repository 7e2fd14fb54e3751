// Reads and writes the rows of a whole club by table and column, many at a time. For club files and tables of
// members.
import { type RawBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { rowsPerStatement } from '../limits/sizes.ts'
import { anyOf } from './anyOf.ts'
import type { Tx } from './open.ts'
import type { ClubTableName } from './schema.gen.ts'
import { ofClub } from './scope/clubPlugin.ts'
import { enterClub } from './scope/scope.ts'

/** The name of a table of clubs. */
export type TableName = ClubTableName
export type ClubRow = Record<string, unknown>

export interface RowColumn {
  readonly column: string
  /** As PostgreSQL calls it: 'int', 'text', 'jsonb' … */
  readonly type: string
}

/** One snapshot for all reads of this transaction. Must be its first statement. */
export async function holdSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}

/** Needs a `withoutClub` transaction. Makes the club; from then on the transaction works in its name. */
export async function createTenant(tx: Tx, slug: string, uuid: string | null): Promise<TenantRow> {
  const tenant = await tx
    .insertInto('tenant')
    .values(uuid === null ? { slug } : { slug, uuid })
    .returning(['id', 'uuid', 'slug'])
    .executeTakeFirstOrThrow()
  await enterTenant(tx, tenant.id)
  return tenant
}

/** Needs a `withoutClub` transaction. From then on it sees and writes this club's rows. */
export async function enterTenant(tx: Tx, tenantId: number): Promise<void> {
  await sql`select set_config('app.tenant', ${String(tenantId)}, true)`.execute(tx)
  enterClub(tenantId)
}

export interface TenantRow {
  id: number
  uuid: string
  slug: string
}

/** Needs a `withoutClub` transaction. Lists suspended clubs too. */
export function listTenants(tx: Tx): Promise<TenantRow[]> {
  return tx.selectFrom('tenant').select(['id', 'uuid', 'slug']).orderBy('id').execute()
}

/** For a command: between two statements, the transaction may read and work out what takes long. */
export async function allowLongPauses(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/** Makes imports into the same club run one after the other. */
export async function lockClub(tx: Tx): Promise<void> {
  await tx.selectFrom('club').select('name').forUpdate().execute()
}

/** What this transaction deletes may come back with a file: no mark says that it was removed (see migration 0064). */
export async function deleteUnmarked(tx: Tx): Promise<void> {
  await sql`select set_config('app.unmarked', 'on', true)`.execute(tx)
}

/** The club's rows, all or by id, sorted by `order`. */
export async function listRows(
  tx: Tx,
  table: TableName,
  columns: readonly string[],
  { ids, order, lock }: { ids?: readonly number[]; order?: readonly string[]; lock?: boolean } = {},
): Promise<ClubRow[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const chosen = ids === undefined ? sql`` : sql` and id = any(${ids}::int[])`
  const sorted =
    order === undefined ? sql`` : sql` order by ${sql.join(order.map((column) => sql.ref(column)))}`
  const locked = lock ? sql` for update` : sql``
  const { rows } = await sql<ClubRow>`
    select ${names} from ${ofClub(table)} where true${chosen}${sorted}${locked}`.execute(tx)
  return rows
}

export async function findNextIds(tx: Tx, table: TableName, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)`.execute(
    tx,
  )
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** The values of `rows` are JSON values. jsonb columns take any JSON. */
export async function insertRows(
  tx: Tx,
  table: TableName,
  columns: readonly RowColumn[],
  rows: readonly ClubRow[],
): Promise<void> {
  const names = sql.join(columns.map(({ column }) => sql.ref(column)))
  for (const chunk of toChunks(rows)) {
    await tx
      .insertInto(table as 'ride')
      .columns(columns.map(({ column }) => column as 'id'))
      .expression(sql`select ${names} from ${toRecordset(columns, chunk)}`)
      .execute()
  }
}

/** Finds rows by `identity` and sets the other columns. */
export async function updateRows(
  tx: Tx,
  table: TableName,
  identity: readonly RowColumn[],
  columns: readonly RowColumn[],
  rows: readonly ClubRow[],
): Promise<void> {
  for (const chunk of toChunks(rows)) {
    await tx
      .updateTable(`${table as 'ride'} as t`)
      .from(toRecordset([...identity, ...columns], chunk))
      .set(Object.fromEntries(columns.map(({ column }) => [column, sql.ref(`x.${column}`)])))
      .where(isSameRow(identity))
      .execute()
  }
}

/** The club itself has no identity beside its club. */
function isSameRow(identity: readonly RowColumn[]): RawBuilder<boolean> {
  const pairs = identity.map(({ column }) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`x.${column}`)}`)
  return sql<boolean>`(${sql.join([sql`true`, ...pairs], sql` and `)})`
}

/** Gives a unique column temporary values, so that rows can exchange their values. */
export async function parkColumn(
  tx: Tx,
  table: TableName,
  column: string,
  /** Trusted SQL about the row itself, like `-id`. */
  expression: string,
  ids: readonly number[],
): Promise<void> {
  await tx
    .updateTable(table as 'ride')
    .set({ [column]: sql.raw(expression) })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Finds rows by `identity`. */
export async function deleteRows(
  tx: Tx,
  table: TableName,
  identity: readonly RowColumn[],
  rows: readonly ClubRow[],
): Promise<void> {
  for (const chunk of toChunks(rows)) {
    await tx
      .deleteFrom(`${table as 'ride'} as t`)
      .using(toRecordset(identity, chunk))
      .where(isSameRow(identity))
      .execute()
  }
}

/** For each of these ids, how many rows of `table` point to it by a foreign key. */
export async function listDependents(
  tx: Tx,
  table: TableName,
  column: string,
  ids: readonly number[],
): Promise<{ id: number; count: number }[]> {
  const { rows } = await sql<{ id: number; count: number }>`
    select ${sql.ref(column)} as id, count(*)::int as count from ${ofClub(table)}
    where ${sql.ref(column)} = any(${ids}::int[])
    group by 1`.execute(tx)
  return rows
}

export interface ForeignKey {
  /** The table with the foreign key. */
  readonly table: TableName
  readonly column: string
  readonly target: TableName
}

/** Every foreign key between tables of a club, without `tenant_id`. */
export async function listForeignKeys(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'tenant_id'
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    order by 1, 2`.execute(tx)
  return rows
}

/** Whether a statement failed because some ballot, perhaps of another club, already has this secret. */
export function isTakenSecret(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'voter_uuid_key'
}

/** Where the database did not take a value or a row; undefined for any other error. */
export function findRefusedRow(error: unknown): { table: string; rule: string } | undefined {
  if (!(error instanceof DatabaseError) || !/^2[23]/.test(error.code ?? '')) return undefined
  return { table: error.table ?? 'a row', rule: error.constraint ?? error.column ?? error.code ?? '' }
}

function toRecordset(columns: readonly RowColumn[], rows: readonly ClubRow[]) {
  const types = sql.join(columns.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(type)}`))
  return sql<ClubRow>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'x'>(sql`x (${types})`)
}

function toChunks<T>(rows: readonly T[]): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    chunks.push(rows.slice(start, start + rowsPerStatement))
  return chunks
}
