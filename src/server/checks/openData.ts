// Asks the open database: the running server, or, where none runs, the database itself.
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../db/open.ts'
import { isFile } from '../objects/atomicFile.ts'
import { sendClubCommand } from '../officers/clubSocket.ts'
import type { Config } from '../process/config.ts'
import { checkDatabase } from './database.ts'
import { type Finding, good, warning } from './finding.ts'
import { checkInside, type InsideCheck, insideChecks } from './inside.ts'
import { type Found, requestFindings } from './requestFindings.ts'
import { toFindings } from './startFaults.ts'

/** Asks once, and answers from that. What cannot be asked is said about the tables alone. */
export function createOpenDataCheck(config: Config): (name: InsideCheck) => Promise<readonly Finding[]> {
  let finding: Promise<Found> | undefined
  return async (name) => {
    finding ??= findAll(config).catch((error: unknown) => ({ tables: toFindings(error) }))
    return (await finding)[name] ?? []
  }
}

/** If not, the check of the database says why, and there is nothing to ask. */
async function canBeOpened(config: Config): Promise<boolean> {
  const found = await checkDatabase({ config, waitMs: 0, onWait: () => undefined })
  return !found.some(({ level }) => level === 'fault')
}

async function findAll(config: Config): Promise<Found> {
  const { dataDir, databaseUrl } = config
  const names = Object.keys(insideChecks) as InsideCheck[]
  if (databaseUrl === null) {
    const found = await requestFindings((args, print) => sendClubCommand(dataDir, args, print))
    if (found !== undefined) return found
    if (!(await isFile(join(dataDir, 'db', 'PG_VERSION')))) {
      return { tables: [warning('There is no database yet. npm start, import or restore makes it.')] }
    }
    const { uid } = await stat(dataDir)
    if (process.getuid !== undefined && process.getuid() !== uid) {
      // what another user writes there is closed for the server
      return { tables: [warning('Not looked at: no server runs, and DATA_DIR belongs to another user.')] }
    }
  } else if (!(await canBeOpened(config))) return {}
  const database = await openDatabase({ databaseUrl: databaseUrl ?? undefined, dataDir, migrate: false })
  try {
    const services = { config, database, now: Date.now, newId: randomUUID }
    const found = await checkInside(services, names)
    if (databaseUrl !== null) return found
    return { ...found, tables: [...(found.tables ?? []), good('No server runs on this folder now.')] }
  } finally {
    await database.close()
  }
}
