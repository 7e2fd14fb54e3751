// The types of `schema.ts`, and those of the card sandbox, beside the tables that the migrations make.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../support/database.ts'

const source = ['src/server/db/schema.ts', 'card-sandbox/tables.ts']
  .map((path) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8'))
  .join('\n')

/** Columns by table, as TypeScript says: `Generated<string>` and the like. */
function readTypes(): Record<string, Record<string, string>> {
  const bodies = new Map<string, string>()
  for (const [, name = '', body = ''] of source.matchAll(
    /export (?:interface|type) (\w+) (?:= )?\{\n([\s\S]*?)\n\}/g,
  )) {
    bodies.set(name, body)
  }
  const columnsOf = (name: string): [string, string][] =>
    [...(bodies.get(name) ?? '').matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, column = '', type = '']) => [
      column,
      type,
    ])
  return Object.fromEntries(
    [...columnsOf('Schema'), ...columnsOf('CardTables')].map(([table, type]) => [
      table,
      Object.fromEntries(columnsOf(type)),
    ]),
  )
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  optional: boolean
}

const bases: Record<string, string> = {
  int4: 'number',
  int8: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Uint8Array',
}

/** What the types must say about a column; of JSON and of text with a fixed choice, only the frame is compared. */
function expectedType({ type, nullable, optional }: Column): RegExp {
  if (type === 'json' || type === 'jsonb') return optional ? /^JsonWithDefault<.+>$/ : /^Json<.+>( \| null)?$/
  const base = bases[type] ?? `no rule for ${type}`
  const choice =
    base === 'string'
      ? `(?:string|[A-Z]\\w*State|'[^']+'(?: \\| '[^']+')*)`
      : base === 'Uint8Array'
        ? '(?:Uint8Array|Buffer)'
        : base
  if (nullable) return new RegExp(`^${choice} \\| null$`)
  return optional ? new RegExp(`^Generated<${choice}>$`) : new RegExp(`^${choice}$`)
}

it('the types name each table and each column as the migrations made them', async () => {
  const database = await openTestDatabase('embedded')
  const { rows } = await database.asOwner((tx) =>
    sql<Column>`
      select c.table_name as table, c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable,
        c.column_default is not null or c.is_identity = 'YES' as optional
      from information_schema.columns c
      where c.table_schema = 'public' and c.table_name not like 'kysely%'
      order by 1, c.ordinal_position`.execute(tx),
  )
  await database.dispose()
  const types = readTypes()
  expect(Object.keys(types).sort()).toEqual([...new Set(rows.map(({ table }) => table))].sort())
  for (const [table, columns] of Object.entries(types)) {
    const real = rows.filter((row) => row.table === table).map(({ name }) => name)
    expect([table, ...Object.keys(columns)].sort()).toEqual([table, ...real].sort())
  }
  const wrong = rows.filter((row) => !expectedType(row).test(types[row.table]?.[row.name] ?? ''))
  expect(
    wrong.map(({ table, name, type }) => `${table}.${name} is ${type}: ${types[table]?.[name]}`),
  ).toEqual([])
})
