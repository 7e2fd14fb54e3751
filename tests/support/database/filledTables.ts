// One row in each table of a club, made from the catalogue only, so that future tables are covered too.
import { sql } from 'kysely'
import type { Database, Tx } from '../../../src/server/db/open.ts'
import type { ClubTableName } from '../../../src/server/db/schema.gen.ts'

export interface TenantTable {
  readonly name: ClubTableName
  /** The columns that a row must name. */
  readonly required: readonly { name: string; type: string }[]
  readonly keys: readonly ForeignKey[]
  /** The words that a check allows, by column. */
  readonly words: Readonly<Record<string, string>>
}

interface ForeignKey {
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
}

/** All tables with a `tenant_id`. Each comes after the tables that it refers to. */
export async function findTenantTables(database: Database): Promise<TenantTable[]> {
  const tables = await database.withoutClub(readTables)
  const ordered: TenantTable[] = []
  const visit = (table: TenantTable): void => {
    if (ordered.includes(table)) return
    for (const { target } of table.keys) {
      const parent = tables.find(({ name }) => name === target)
      if (parent !== undefined && parent !== table) visit(parent)
    }
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}

async function readTables(tx: Tx): Promise<TenantTable[]> {
  const tables = await sql<{ name: ClubTableName }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`.execute(tx)
  const columns = await sql<{ table: string; name: string; type: string }>`
    select table_name as table, column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`.execute(
    tx,
  )
  const keys = await sql<{ table: string; columns: string[]; target: string; targetColumns: string[] }>`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as target,
      array(select attname::text from unnest(k.conkey) with ordinality u(n, i)
        join pg_attribute on attrelid = k.conrelid and attnum = u.n order by u.i) as columns,
      array(select attname::text from unnest(k.confkey) with ordinality u(n, i)
        join pg_attribute on attrelid = k.confrelid and attnum = u.n order by u.i) as "targetColumns"
    from pg_constraint k where k.contype = 'f'`.execute(tx)
  const checks = await sql<{ table: string; columns: string[]; rule: string }>`
    select k.conrelid::regclass::text as table, pg_get_constraintdef(k.oid) as rule,
      array(select attname::text from pg_attribute where attrelid = k.conrelid and attnum = any(k.conkey)) as columns
    from pg_constraint k where k.contype = 'c'`.execute(tx)
  return tables.rows.map(({ name }) => ({
    name,
    required: columns.rows.filter(({ table }) => table === name),
    keys: keys.rows.filter(({ table }) => table === name),
    words: Object.fromEntries(
      checks.rows
        .filter(({ table, columns: [, second] }) => table === name && second === undefined)
        .map(({ columns: [column = ''], rule }) => [column, /'([^']*)'/.exec(rule)?.[1] ?? '']),
    ),
  }))
}

/** The club itself, and one row in each of its tables. */
export async function fillTables(
  database: Database,
  tables: readonly TenantTable[],
  tenantId: number,
): Promise<void> {
  await database.withoutClub((tx) =>
    sql`insert into tenant (id, slug) values (${tenantId}, ${`club${tenantId}`})`.execute(tx),
  )
  await database.inTenant(tenantId, async (tx) => {
    const made = new Map<string, Record<string, unknown>>([['tenant', { id: tenantId }]])
    for (const table of tables) made.set(table.name, await fillTable(tx, table, tenantId, made))
  })
}

async function fillTable(
  tx: Tx,
  table: TenantTable,
  tenantId: number,
  made: ReadonlyMap<string, Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { tenant_id: tenantId }
  for (const { name, type } of table.required) {
    values[name] = table.words[name] ?? exampleOf(type)
  }
  for (const { columns, target, targetColumns } of table.keys) {
    if (!columns.every((column) => column in values)) continue
    columns.forEach((column, index) => {
      values[column] = made.get(target)?.[targetColumns[index] ?? '']
    })
  }
  const names = Object.keys(values)
  const { rows } = await sql<Record<string, unknown>>`
    insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => values[name]))}) returning *`.execute(tx.withoutPlugins())
  return rows[0] ?? {}
}

const examples: Record<string, unknown> = {
  text: 'some text',
  int2: 1,
  int4: 1,
  int8: 1,
  float8: 1,
  numeric: 1,
  bool: true,
  date: '2026-05-09',
  timestamptz: '2026-05-09T12:00:00Z',
  json: '{}',
  jsonb: '{}',
  bytea: Buffer.from([1]),
}

function exampleOf(type: string): unknown {
  if (type === 'uuid') return crypto.randomUUID()
  if (!(type in examples)) throw new Error(`There is no example for the type ${type}: add one.`)
  return examples[type]
}
