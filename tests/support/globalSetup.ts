// Once per test run: a folder for everything that tests leave, and a PostgreSQL server with a database to copy from.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/server/db/open.ts'
import { createDatabase, isAlive, startCluster } from './postgres.ts'

/** Where the tests find the server, or why there is none. */
export type PostgresOffer = { superuserUrl: string; urlPattern: string } | { reason: string }

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresOffer
    /** Goes with the run, whatever a failed test left there. */
    runFolder: string
  }
}

export const templateDatabase = 'showfield_template'

const folderPrefix = 'showfield-run-'
const memory = '/dev/shm'
const roomInMemory = 4 * 2 ** 30

/** Memory, where there is plenty: each test's database is a thousand files, which a disk takes long to make and remove. */
function findPlace(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  const isRoomy = bavail * bsize >= roomInMemory && process.availableMemory() >= 2 * roomInMemory
  return isRoomy ? memory : tmpdir()
}

/** A run that was killed leaves its folder behind. */
function sweepAbandoned(place: string): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(folderPrefix))) {
    const pid = Number.parseInt(name.slice(folderPrefix.length), 10)
    if (isAlive(pid)) continue
    rmSync(join(place, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = findPlace()
  sweepAbandoned(place)
  const runFolder = mkdtempSync(join(place, `${folderPrefix}${process.pid}-`))
  const removeFolder = (): void => rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 })
  project.provide('runFolder', runFolder)
  const started = await startCluster()
  if ('reason' in started) {
    project.provide('postgres', started)
    return async () => removeFolder()
  }
  const { cluster } = started
  try {
    await createDatabase(cluster.superuserUrl, templateDatabase)
    const database = await openDatabase({ databaseUrl: cluster.urlOf(templateDatabase), dataDir: '' })
    await database.close()
  } catch (error) {
    await cluster.stop()
    removeFolder()
    throw error
  }
  project.provide('postgres', { superuserUrl: cluster.superuserUrl, urlPattern: cluster.urlOf('*') })
  return async () => {
    await cluster.stop()
    removeFolder()
  }
}
