// Databases for tests: a migrated copy of its own for each, on either engine.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, inject } from 'vitest'
import { type Database, openDatabase, type Tx } from '../../src/server/db/open.ts'
import { type PostgresOffer, templateDatabase } from './globalSetup.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import { areTenantConditionsRemoved, removeTenantConditions } from './tenantConditions.ts'

export type Engine = Database['engine']

export interface TestDatabase extends Database {
  /** What `openDatabase` was given, so that a test can open it once more or from another process. */
  readonly options: { readonly databaseUrl?: string; readonly dataDir: string }
  /** Closes it and removes every trace. */
  dispose(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const cache = join(root, '.cache')
const templateLifeMs = 24 * 60 * 60 * 1000

/** A place for a database of its own: for the embedded engine a folder, migrated or empty. */
export async function createPlace(
  engine: Engine,
  content: 'migrated' | 'empty' = 'migrated',
): Promise<{ options: TestDatabase['options']; remove(): Promise<void> }> {
  const dataDir = mkdtempSync(join(inject('runFolder'), 'place-'))
  const removeFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'embedded') {
    if (content === 'migrated') cpSync(await makeTemplate(), dataDir, { recursive: true })
    return { options: { dataDir }, remove: async () => removeFolder() }
  }
  const offer = findPostgres()
  if ('reason' in offer) throw new Error(offer.reason)
  const name = `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  await createDatabase(offer.superuserUrl, name, content === 'migrated' ? templateDatabase : undefined)
  return {
    options: { dataDir, databaseUrl: offer.urlPattern.replace('*', name) },
    remove: async () => {
      await dropDatabase(offer.superuserUrl, name)
      removeFolder()
    },
  }
}

export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const { options, remove } = await createPlace(engine)
  const database = await openDatabase({ ...options, migrate: false })
  return {
    engine,
    options,
    inTenant: (tenantId, body) => database.inTenant(tenantId, wrap(body)),
    asOwner: (body) => database.asOwner(wrap(body)),
    analyze: () => database.analyze(),
    maintain: () => database.maintain(),
    onQueued: (listener) => database.onQueued(listener),
    onCommit: (listener) => database.onCommit(listener),
    countSyncs: () => database.countSyncs(),
    close: () => database.close(),
    dispose: async () => {
      await database.close()
      await remove()
    },
  }
}

function wrap<T>(body: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  return areTenantConditionsRemoved ? (tx) => body(removeTenantConditions(tx)) : body
}

/** `npm run proof` runs all server tests on both engines; `npm test` only those that say so. */
const isEachOnBoth = process.env.PROOF !== undefined || process.env.ENGINES === 'both'

/**
 * What a server test stands in: on the embedded engine in `npm test`, on both in `npm run proof`. Both speak one
 * dialect through one set of statements, so what the product does is the same on either.
 */
export function describeOnEachEngine(title: string, body: (engine: Engine) => void): void {
  if (isEachOnBoth) describeOnBothEngines(title, body)
  else describe(`${title} (embedded)`, () => body('embedded'))
}

/**
 * On both engines in `npm test` too: where they differ. The embedded engine has one connection and runs one
 * transaction after the other, and PostgreSQL runs them side by side; so this is for the drivers, roles and what
 * they refuse, and for whatever is claimed, held, counted or paid by several at once.
 */
export function describeOnBothEngines(title: string, body: (engine: Engine) => void): void {
  describe(`${title} (embedded)`, () => body('embedded'))
  describeOnPostgres(title, () => body('postgres'))
}

/** What only PostgreSQL can do; where it is not to be had, the tests are skipped with the reason in the title. */
export function describeOnPostgres(title: string, body: () => void): void {
  // that run is for the statements, which are the same on both
  if (areTenantConditionsRemoved) return
  const offer = findPostgres()
  if ('reason' in offer) describe.skip(`${title} (PostgreSQL; skipped: ${offer.reason})`, body)
  else describe(`${title} (PostgreSQL)`, body)
}

function findPostgres(): PostgresOffer {
  return inject('postgres')
}

/** The migrated folder to copy from; made once for each state of the sources that make it, and kept. */
async function makeTemplate(): Promise<string> {
  const hash = hashSources()
  const template = join(cache, `database-${hash}`)
  if (existsSync(template)) return template
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'database-draft-'))
  const database = await openDatabase({ dataDir: draft })
  await database.close()
  rmSync(join(draft, 'lock.db'))
  try {
    renameSync(draft, template)
  } catch (error) {
    // Another worker was faster; its folder is as good.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
  removeOldTemplates()
  return template
}

/** Of earlier sources; young ones may be in use by another run. */
function removeOldTemplates(): void {
  for (const name of readdirSync(cache).filter((entry) => entry.startsWith('database-'))) {
    const path = join(cache, name)
    const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - madeAt > templateLifeMs) rmSync(path, { recursive: true, force: true })
  }
}

function hashSources(): string {
  const paths = globSync(
    ['src/server/db/{migrations/*,migrate,scope/*,drivers/*}.ts', 'card-sandbox/migrations.ts'],
    { cwd: root },
  ).sort()
  const hash = createHash('sha256').update(
    readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')),
  )
  for (const path of paths) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}
