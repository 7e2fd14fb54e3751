// Once per test run: a folder for everything that tests leave, and a PostgreSQL server with a database to
// copy from.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../src/server/db/open.ts'
import { type SeededClubs, seedClubs } from '../clubs/clubs.ts'
import { createDatabase, startCluster } from '../database/postgres.ts'
import { worldStart } from '../database/worldStart.ts'
import { type ClubsChoice, readClubsChoice } from './clubsChoice.ts'

/** The address of the server for the tests, or why there is none. */
export type PostgresOffer =
  | { superuserUrl: string; urlPattern: string; seeded: { now: number; clubs: SeededClubs } }
  | { reason: string }

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresOffer
    /** Deleted with the run, with all that a failed test left there. */
    runFolder: string
    /** What tells the clubs apart in each file. */
    clubsChoice: ClubsChoice
  }
}

export const templateDatabase = 'showfield_template'
/** The same with two clubs. */
export const seededDatabase = 'showfield_seeded'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = mkdtempSync(join(tmpdir(), 'showfield-databases-'))
  const removeFolder = (): void => rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 })
  project.provide('runFolder', runFolder)
  const choice = readClubsChoice()
  project.provide('clubsChoice', choice)
  console.log(`clubs by ${choice.choice}, seed "${choice.seed}" (see tests/support/run/clubsChoice.ts)`)
  const started = await startCluster()
  if ('reason' in started) {
    project.provide('postgres', started)
    return async () => removeFolder()
  }
  const { cluster } = started
  let clubs: SeededClubs
  try {
    await createDatabase(cluster.superuserUrl, templateDatabase)
    const empty = await openDatabase({ databaseUrl: cluster.urlOf(templateDatabase), dataDir: '' })
    await empty.close()
    await createDatabase(cluster.superuserUrl, seededDatabase, templateDatabase)
    const seeded = await openDatabase({ databaseUrl: cluster.urlOf(seededDatabase), dataDir: '' })
    clubs = await seedClubs(seeded, worldStart)
    await seeded.close()
  } catch (error) {
    await cluster.stop()
    removeFolder()
    throw error
  }
  project.provide('postgres', {
    superuserUrl: cluster.superuserUrl,
    urlPattern: cluster.urlOf('*'),
    seeded: { now: worldStart, clubs },
  })
  return async () => {
    await cluster.stop()
    removeFolder()
  }
}
