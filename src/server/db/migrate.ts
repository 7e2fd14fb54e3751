// Brings the tables to the newest version. Several processes may do this at once.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations as cardSandbox } from '../../../card-sandbox/migrations.ts'
import { runInScope } from './scope/scope.ts'

/**
 * All files of the folder, in the order of their names. A migration that has run anywhere is never changed or renamed,
 * because databases know it by its name. This is why two have the number 0003 and none has 0004.
 */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = await readdir(join(import.meta.dirname, 'migrations'))
  const read = files
    .filter((file) => file.endsWith('.ts'))
    .map(
      async (file): Promise<[string, Migration]> => [
        file.slice(0, -'.ts'.length),
        await import(`./migrations/${file}`),
      ],
    )
  return { ...Object.fromEntries(await Promise.all(read)), ...cardSandbox }
}

/** The tables are of a version that this one does not know. The message is the sentence to print. */
export class TablesNewer extends Error {
  constructor(name: string) {
    super(
      `The tables of the database are of a newer version of Showfield (${name}): start that version, or go back to the backup from before the update (docs/server.md, "Going back").`,
    )
    this.name = 'TablesNewer'
  }
}

/** The tables are of an older version, and only the start of the server may change them. The message is the sentence. */
export class TablesOlder extends Error {
  constructor(version: string) {
    super(
      `The tables of the database are of an older version of Showfield (${version}). The start of the server brings them up to date (npm start); until then only backup and version work. Nothing was changed.`,
    )
    this.name = 'TablesOlder'
  }
}

export interface TablesState {
  /** The name of the newest change that has been made; null before the first. */
  readonly version: string | null
  /** Changes that a newer version has made. */
  readonly newer: readonly string[]
  /** Changes that this version has still to make. */
  readonly missing: readonly string[]
}

/** Fails where the tables are of another version than the command can work on. */
export function refuseOtherTables({ version, newer, missing }: TablesState, works?: 'older' | 'any'): void {
  if (works === 'any') return
  if (newer.length > 0) throw new TablesNewer(newer.at(-1) ?? '')
  if (version !== null && missing.length > 0 && works !== 'older') throw new TablesOlder(version)
}

export async function readTablesState(db: Kysely<unknown>): Promise<TablesState> {
  const known = Object.keys(await readMigrations())
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(db)
  const { rows } = found[0]?.there
    ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    : { rows: [] }
  const made = rows.map(({ name }) => name)
  return {
    version: made.filter((name) => /^\d/.test(name)).at(-1) ?? null,
    newer: made.filter((name) => !known.includes(name)),
    missing: known.filter((name) => !made.includes(name)),
  }
}

/**
 * Answers how many migrations ran. They take effect together or not at all. On PostgreSQL it waits while
 * another process migrates; on the embedded engine the lock on the folder keeps others out.
 */
export async function migrateToLatest(db: Kysely<unknown>): Promise<number> {
  const { newer } = await runInScope(null, () => readTablesState(db))
  if (newer.length > 0) throw new TablesNewer(newer.at(-1) ?? '')
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await runInScope(null, () => migrator.migrateToLatest())
  if (error !== undefined) throw error
  return results?.length ?? 0
}
