// A folder for everything that a test run leaves. It is in memory if there is enough, and is deleted with the
// run.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, sweepAbandonedClusters } from '../database/postgres.ts'

const folderPrefix = 'showfield-run-'
const memory = '/dev/shm'
const roomInMemory = 4 * 2 ** 30

/** The folder's name contains its run: a killed run leaves its folder behind, and the next run removes it. */
export function makeRunFolder(): { path: string; remove(): void } {
  const place = findPlace()
  sweepAbandoned(place)
  const path = mkdtempSync(join(place, `${folderPrefix}${process.pid}-`))
  chmodSync(path, 0o711) // PostgreSQL runs under its own account, and its folder is in here
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * Each test's database has a thousand files and each browser's profile hundreds, which a disk is slow to make
 * and remove.
 */
function findPlace(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  const isRoomy = bavail * bsize >= roomInMemory && process.availableMemory() >= 2 * roomInMemory
  return isRoomy ? memory : tmpdir()
}

function sweepAbandoned(place: string): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(folderPrefix))) {
    if (isAlive(Number.parseInt(name.slice(folderPrefix.length), 10))) continue
    const path = join(place, name)
    sweepAbandonedClusters(path)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}
