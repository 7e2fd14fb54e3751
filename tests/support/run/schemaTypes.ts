// Writes the database's tables as types for Kysely, from a freshly migrated database: `npm run schema`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../../src/server/db/open.ts'
import { toFormatted } from './formatted.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The product's tables, and those of the card sandbox, which uses no types of the product. */
const files = [
  { path: 'src/server/db/schema.gen.ts', name: 'Schema', isSandbox: false },
  { path: 'card-sandbox/tables.gen.ts', name: 'CardTables', isSandbox: true },
] as const

/** The database does not know these: the type of each JSON column, and the file of `src/domain` with it. */
const jsonTypes: Readonly<Record<string, readonly [type: string, file: string]>> = {
  'club.portal': ['StoredPortalSettings', 'club'],
  'club.settings': ['TenantSettings', 'club'],
  'entry.option_values': ['OptionValue[]', 'event'],
  'event.registration_options': ['EventOption[]', 'event'],
  'event.schedule': ['ScheduleDay[]', 'schedule'],
  'member.phone_numbers': ['PhoneNumber[]', 'member'],
  'sheet.changes': ['SheetChange[]', 'scoring'],
  'sheet.scores': ['Score[]', 'scoring'],
  'ticket.options': ['EventOption[]', 'event'],
}

/** JSON columns of plain values, which need no type of ours. All others are `unknown`. */
const plainJsonTypes: Readonly<Record<string, string>> = {
  'classified.pictures': 'string[]',
  'event.freed_numbers': 'string[]',
  'event.pictures': 'string[]',
  'member.tags': 'string[]',
  'member.officer_tags': 'string[]',
  'paper_change.votes': 'string[]',
  'post.pictures': 'string[]',
  'post_report.pictures': 'string[]',
  'product.pictures': 'string[]',
  'refund.lines': 'number[]',
  'ride.pictures': 'string[]',
  'sandbox_message.attachments': '{ name: string; contentType: string; content: string; cid?: string }[]',
}

const baseTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** The database sets it if an insert does not. */
  optional: boolean
  /** For a text with a fixed choice, the condition with its values. */
  choice: string | null
}

/** Each file that `npm run schema` writes, with its text. */
export async function makeSchemaTypes(database: Database): Promise<{ path: string; text: string }[]> {
  const { rows } = await database.withoutClub((tx) =>
    sql<Column>`
      select c.table_name as table, c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable,
        c.column_default is not null or c.is_identity = 'YES' as optional,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
          where k.contype = 'c' and k.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name)
          as choice
      from information_schema.columns c
      where c.table_schema = 'public' and c.table_name not like 'kysely%'
      order by c.table_name collate "C", c.ordinal_position`.execute(tx),
  )
  const named = rows.map(({ table, name }) => `${table}.${name}`)
  const unknown = [...Object.keys(jsonTypes), ...Object.keys(plainJsonTypes)].filter(
    (name) => !named.includes(name),
  )
  if (unknown.length > 0) throw new Error(`no such column: ${unknown.join(', ')}`)
  return files.map(({ path, name, isSandbox }) => {
    const columns = rows.filter(({ table }) => table.startsWith('sandbox_card') === isSandbox)
    return { path: join(root, path), text: toFormatted(path, toSource(name, columns)) }
  })
}

const clubColumn = 'tenant_id'

function isOfClubs(columns: readonly Column[]): boolean {
  return columns.some(({ name }) => name === clubColumn)
}

function toSource(name: string, all: readonly Column[]): string {
  const tables = [...Map.groupBy(all, ({ table }) => table)]
  const types = Map.groupBy(
    all.flatMap(({ table, name: column }) => {
      const type = jsonTypes[`${table}.${column}`]
      return type === undefined ? [] : [type]
    }),
    ([, file]) => file,
  )
  return [
    '// Made by `npm run schema` from the migrated database; not to be edited.',
    `import type { ColumnType, Generated } from 'kysely'`,
    ...[...types].sort(byName).map(([file, uses]) => {
      const names = new Set(uses.map(([type]) => type.replace('[]', '')))
      return `import type { ${[...names].sort().join(', ')} } from '../../domain/${file}.ts'`
    }),
    '',
    '/** A jsonb column: read as the value, written as JSON text. */',
    'export type JsonColumn<T> = ColumnType<T, string, string>',
    ...(all.some(({ type, optional }) => type === 'jsonb' && optional)
      ? ['export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>']
      : []),
    ...(tables.some(([, ofTable]) => isOfClubs(ofTable))
      ? [
          '/** Of a table whose rows belong to clubs. */',
          'type OfClub<Columns> = Columns & { tenant_id: Generated<number> }',
        ]
      : []),
    '',
    '/** By table, what each of its columns holds. */',
    `export type ${name} = {`,
    ...tables.flatMap(([table, ofTable]) => {
      const columns = ofTable.filter(({ name }) => name !== clubColumn)
      const [begin, end] = isOfClubs(ofTable) ? ['OfClub<{', '}>'] : ['{', '}']
      return [`${table}: ${begin}`, ...columns.map((column) => `${column.name}: ${toType(column)}`), end]
    }),
    '}',
    ...listClubTables(tables),
    '',
  ].join('\n')
}

/** What the queries need to know: which tables have rows of clubs. */
function listClubTables(tables: readonly (readonly [string, readonly Column[]])[]): string[] {
  const names = tables.filter(([, columns]) => isOfClubs(columns)).map(([table]) => `'${table}',`)
  if (names.length === 0) return []
  return [
    `\n/** A table whose rows belong to clubs, each to the one in its \`tenant_id\`. */`,
    'export type ClubTableName = (typeof clubTables)[number]',
    '// biome-ignore format: names alone, several in a line',
    'export const clubTables = [',
    ...joinLines(names).map((line) => `  ${line}`),
    '] as const',
  ]
}

/** The words in as few lines as they need. */
function joinLines(words: readonly string[]): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= longestLine) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const longestLine = 106

function toType({ table, name, type, nullable, optional, choice }: Column): string {
  const orNull = nullable ? ' | null' : ''
  if (type === 'json' || type === 'jsonb') {
    const key = `${table}.${name}`
    const value = jsonTypes[key]?.[0] ?? plainJsonTypes[key] ?? 'unknown'
    return `${optional ? 'JsonWithDefault' : 'JsonColumn'}<${value}>${orNull}`
  }
  const base = choice === null ? baseTypes[type] : readChoice(choice)
  if (base === undefined) throw new Error(`no type for ${type}, which is ${table}.${name}`)
  return optional && !nullable ? `Generated<${base}>` : `${base}${orNull}`
}

/** `CHECK ((kind = ANY (ARRAY['public'::text, 'member'::text])))` becomes `'public' | 'member'`. */
function readChoice(condition: string): string {
  const values = [...condition.matchAll(/'([\w-]+)'::text/g)].map(([, value]) => `'${value}'`)
  if (values.length < 2) throw new Error(`no list of texts: ${condition}`)
  return values.join(' | ')
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

if (argv[1] === import.meta.filename) {
  const dataDir = mkdtempSync(join(tmpdir(), 'schema-'))
  const database = await openDatabase({ dataDir })
  try {
    for (const { path, text } of await makeSchemaTypes(database)) writeFileSync(path, text)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
}
