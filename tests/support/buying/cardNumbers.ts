// Searches for card numbers where none may be: in a server's output, in its files and in all its rows.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase, type Tx } from '../../../src/server/db/open.ts'
import type { Product } from '../browsers/product.ts'
import { cardNumbers } from './buyers.ts'

/**
 * The tables with a number in any row, also where the row is compressed in its file. The server must be stopped,
 * because its database is opened here.
 */
export async function searchRows({ dataDir, databaseUrl }: Product): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl, migrate: false })
  try {
    return await listTablesOfAll(database)
  } finally {
    await database.close()
  }
}

/**
 * What the same searches find after a number was planted in the log, in a file and, compressed, in a row. The
 * planted numbers stay in the folder.
 */
export async function searchPlantedNumbers({ dataDir, databaseUrl, output }: Product): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl, migrate: false })
  try {
    const [number = ''] = writings
    await writeFile(join(dataDir, 'planted'), number)
    await database.inTenant(1, (tx) =>
      tx
        .updateTable('event')
        .set({ description: sql`repeat('long ', 2000) || ${number}` })
        .execute(),
    )
    const inFiles = await searchFiles({ dataDir, output: () => `${output()}${number}` })
    return [...inFiles, ...(await listTablesOfAll(database))]
  } finally {
    await database.close()
  }
}

export const allPlanted = ['the log', 'planted', 'event of club 1']

/** In what the server printed and in its files: the places of the finds, never the number. */
export async function searchFiles({
  dataDir,
  output,
}: Pick<Product, 'dataDir' | 'output'>): Promise<string[]> {
  const has = (content: string | Buffer) => writings.some((writing) => content.includes(writing))
  const found = has(output()) ? ['the log'] : []
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (has(await readFile(path))) found.push(path.slice(dataDir.length + 1))
  }
  return found
}

async function listTablesOfAll(database: Database): Promise<string[]> {
  const { rows } = await database.withoutClub((tx) => sql<{ id: number }>`select id from tenant`.execute(tx))
  const found = await database.withoutClub((tx) => listTables(tx, ''))
  for (const { id } of rows) {
    found.push(...(await database.inTenant(id, (tx) => listTables(tx, ` of club ${id}`))))
  }
  return found
}

/** The tables with a number in any row that this transaction sees. */
async function listTables(tx: Tx, whose: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and has_table_privilege(oid, 'select') order by 1`.execute(
    tx,
  )
  const found: string[] = []
  const pattern = [...writings, ...writings.map((writing) => Buffer.from(writing).toString('hex'))].join('|')
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} t where t::text ~ ${pattern} limit 1`.execute(tx.withoutPlugins())
    if (rows.length > 0) found.push(`${name}${whose}`)
  }
  return found
}

/** As tests type them, and as people write them. */
const writings = cardNumbers.flatMap((number) => {
  const groups = number.match(/\d{4}/g) ?? []
  return [number, groups.join(' '), groups.join('-')]
})
