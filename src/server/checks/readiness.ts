// Whether the instance can do its work just now: `/readyz` and the figures say it.
import { setTimeout as pause } from 'node:timers/promises'
import type { TablesState } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { fullDiskMemoryMs, leastFreeBytes, longestDatabaseStepMs } from '../limits/machine.ts'
import type { Trouble } from '../process/engine.ts'
import { findFreeBytes } from './dataFolder.ts'

export interface ReadinessParts {
  readonly database: Pick<Database, 'engine' | 'readTablesState' | 'findFullDisk'>
  readonly dataDir: string
  readonly longestMs?: number
  findFree?(folder: string): Promise<number | undefined>
}

const reading = new WeakMap<object, Promise<TablesState | undefined>>()

/** Of a database that hangs, one answer is waited for, however often it is probed. */
function readOnce(database: ReadinessParts['database']): Promise<TablesState | undefined> {
  const held = reading.get(database)
  if (held !== undefined) return held
  const begun = database
    .readTablesState()
    .catch(() => undefined)
    .finally(() => reading.delete(database))
  reading.set(database, begun)
  return begun
}

export async function findTrouble({
  database,
  dataDir,
  longestMs = longestDatabaseStepMs,
  findFree = findFreeBytes,
}: ReadinessParts): Promise<Trouble | null> {
  // the embedded database is in this process, and no other version opens it meanwhile
  let isNewer = false
  if (database.engine === 'postgres') {
    const state = await Promise.race([readOnce(database), pause(longestMs, undefined, { ref: false })])
    if (state === undefined) return 'database_unreachable'
    isNewer = state.newer.length > 0
  }
  const fullAt = database.findFullDisk()
  if (fullAt !== null && performance.now() - fullAt < fullDiskMemoryMs) return 'disk_full'
  const free = await findFree(dataDir)
  if (free !== undefined && free < leastFreeBytes) return 'disk_full'
  return isNewer ? 'tables_newer' : null
}
