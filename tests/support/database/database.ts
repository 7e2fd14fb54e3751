// Databases for tests: each gets its own migrated copy, on either engine.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, inject } from 'vitest'
import { type Database, openDatabase, type Tx } from '../../../src/server/db/open.ts'
import { type SeededClubs, type ShowTime, seedClubs, usualShow } from '../clubs/clubs.ts'
import { findCachedFolder } from '../run/cachedFolder.ts'
import { type PostgresOffer, seededDatabase, templateDatabase } from '../run/globalSetup.ts'
import { type ClubsBy, findClubsBy, watchClubs } from './clubsBy.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import { saveMemory } from './saveMemory.ts'

export type Engine = Database['engine']

export interface TestDatabase extends Database {
  /** The options of `openDatabase`, so that a test can open it again or from another process. */
  readonly options: { readonly databaseUrl?: string; readonly dataDir: string }
  /** Removes every row. The result is like a new migrated copy, in a third of the time. */
  empty(): Promise<void>
  /** Closes it and deletes everything it has stored. */
  dispose(): Promise<void>
}

interface Place {
  options: TestDatabase['options']
  remove(): Promise<void>
}

/** A place for one database: for the embedded engine a folder, migrated or empty. */
export async function createPlace(
  engine: Engine,
  content: 'migrated' | 'empty' = 'migrated',
): Promise<Place> {
  if (content === 'empty') return makePlace(engine, undefined)
  return makePlace(engine, engine === 'embedded' ? await findMigratedFolder() : templateDatabase)
}

/** @param origin What it is a copy of: a folder, or a database of the server. */
async function makePlace(engine: Engine, origin: string | undefined): Promise<Place> {
  const dataDir = mkdtempSync(join(inject('runFolder'), 'place-'))
  const removeFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'embedded') {
    if (origin !== undefined) cpSync(join(origin, 'db'), join(dataDir, 'db'), { recursive: true })
    return { options: { dataDir }, remove: async () => removeFolder() }
  }
  const offer = findPostgres()
  if ('reason' in offer) throw new Error(offer.reason)
  const name = `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  await createDatabase(offer.superuserUrl, name, origin)
  return {
    options: { dataDir, databaseUrl: offer.urlPattern.replace('*', name) },
    remove: async () => {
      await dropDatabase(offer.superuserUrl, name)
      removeFolder()
    },
  }
}

/** @param by Tests about row-level security itself ask for it; others take what is chosen for their file. */
export async function openTestDatabase(engine: Engine, by?: ClubsBy): Promise<TestDatabase> {
  return openPlace(engine, await createPlace(engine), by)
}

/** A database with the two clubs of `clubs.ts`, copied from one that was seeded once. */
export async function openSeededDatabase(
  engine: Engine,
  now: number,
  show: ShowTime = usualShow,
): Promise<{ database: TestDatabase; clubs: SeededClubs }> {
  if (engine === 'embedded') {
    const folder = await findSeededFolder(now, show)
    const clubs = JSON.parse(readFileSync(join(folder, clubsFile), 'utf8')) as SeededClubs
    return { database: await openPlace(engine, await makePlace(engine, folder)), clubs }
  }
  const offer = findPostgres()
  if ('seeded' in offer && offer.seeded.now === now && show === usualShow) {
    const clubs = structuredClone(offer.seeded.clubs)
    return { database: await openPlace(engine, await makePlace(engine, seededDatabase)), clubs }
  }
  const database = await openTestDatabase(engine)
  return { database, clubs: await seedClubs(database, now, show) }
}

async function openPlace(
  engine: Engine,
  { options, remove }: Place,
  by: ClubsBy = findClubsBy(),
): Promise<TestDatabase> {
  const database = await openDatabase({ ...options, migrate: false })
  if (by === 'conditions') await database.withoutClub((tx) => sql.raw(endSecurity).execute(tx))
  const wrap =
    <T>(body: (tx: Tx) => Promise<T>) =>
    (tx: Tx): Promise<T> =>
      body(watchClubs(tx, by))
  return {
    engine,
    options,
    inTenant: (tenantId, body) => database.inTenant(tenantId, wrap(body)),
    withoutClub: (body) => database.withoutClub(wrap(body)),
    acrossClubs: (body) => database.acrossClubs(wrap(body)),
    analyze: () => database.analyze(),
    maintain: () => database.maintain(),
    onQueued: (listener) => database.onQueued(listener),
    onCommit: (listener) => database.onCommit(listener),
    countSyncs: () => database.countSyncs(),
    readTablesState: () => database.readTablesState(),
    countTransactions: () => database.countTransactions(),
    findFullDisk: () => database.findFullDisk(),
    close: () => database.close(),
    empty: () =>
      database.withoutClub(async (tx) => {
        const { rows } = await sql<{ name: string }>`
          select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'`.execute(
          tx,
        )
        const tables = sql.join(rows.map(({ name }) => sql.ref(name)))
        await sql`truncate ${tables} restart identity`.execute(tx)
      }),
    dispose: async () => {
      await database.close()
      await remove()
    },
  }
}

const endSecurity = `do $$ declare name text; begin
  for name in select relname from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace loop
    execute format('alter table %I disable row level security', name);
  end loop; end $$`

/** `ENGINES=both` runs all server tests on both engines, as some proofs do; `npm test` only those that say so. */
export const isEachOnBoth = process.env.ENGINES === 'both'

/**
 * Runs server tests: on the embedded engine in `npm test`, on both in `npm run proof -- engines`. Both use one dialect
 * and the same statements, so the product does the same on both.
 */
export function describeOnEachEngine(title: string, body: (engine: Engine) => void): void {
  if (isEachOnBoth) describeOnBothEngines(title, body)
  else describe(`${title} (embedded)`, () => body('embedded'))
}

/**
 * Runs on both engines in `npm test` too. Use it for what differs between them: the drivers, roles and what they
 * refuse, and locks.
 */
export function describeOnBothEngines(title: string, body: (engine: Engine) => void): void {
  describe(`${title} (embedded)`, () => body('embedded'))
  describeOnPostgres(title, () => body('postgres'))
}

/**
 * Runs tests of what several claim, hold, count or pay at once: on PostgreSQL in `npm test`, because the embedded
 * engine runs one transaction after the other (`orders/atOnce.test.ts` runs on both), and on both in
 * `npm run proof -- engines`.
 */
export function describeRaces(title: string, body: (engine: Engine) => void): void {
  if (isEachOnBoth) describeOnBothEngines(title, body)
  else describeOnPostgres(title, () => body('postgres'))
}

/** What only PostgreSQL can do. Without it the tests are skipped, with the reason in the title. */
export function describeOnPostgres(title: string, body: () => void): void {
  const offer = findPostgres()
  if ('reason' in offer) describe.skip(`${title} (PostgreSQL; skipped: ${offer.reason})`, body)
  else describe(`${title} (PostgreSQL)`, body)
}

function findPostgres(): PostgresOffer {
  return inject('postgres')
}

const engineSources = [
  'src/server/db/{migrations/*,migrate,scope/*,drivers/*}.ts',
  'card-sandbox/migrations.ts',
  'tests/support/database/{database,saveMemory}.ts',
]

/** The migrated folder to copy from. */
function findMigratedFolder(): Promise<string> {
  return findCachedFolder({
    name: 'database',
    sources: engineSources,
    make: async (folder) => {
      await fill(folder, async () => undefined)
      saveMemory(join(folder, 'db'))
    },
  })
}

const clubsFile = 'clubs.json'

function findSeededFolder(now: number, show: ShowTime): Promise<string> {
  return findCachedFolder({
    name: 'seeded',
    sources: [...engineSources, 'src/{domain,server/auth}/**/*.ts', 'tests/support/{clubs,buying}/*.ts'],
    state: JSON.stringify([now, show]),
    make: async (folder) => {
      cpSync(await findMigratedFolder(), folder, { recursive: true })
      await fill(folder, async (database) => {
        writeFileSync(join(folder, clubsFile), JSON.stringify(await seedClubs(database, now, show)))
      })
    },
  })
}

async function fill(folder: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataDir: folder })
  await work(database)
  await database.close()
  rmSync(join(folder, 'lock.db'))
}
