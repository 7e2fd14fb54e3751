// Opens the engine that the configuration asks for, in the present thread.
import { randomUUID } from 'node:crypto'
import { importDemoIfDue } from '../../../demo/importDemo.ts'
import { openDatabase } from '../db/open.ts'
import type { PackChanges } from '../event/packChanges.ts'
import type { Config } from '../process/config.ts'
import type { Engine } from '../process/engine.ts'
import type { Log } from '../process/log.ts'
import { runClubCommand } from './commands.ts'
import { createLocalEngine } from './localEngine.ts'

/** Fails with `FolderInUse` when another process has the data folder open. */
export async function openEngine(config: Config, log: Log, packChanges?: PackChanges): Promise<Engine> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
  })
  const services = { config, database, now: Date.now, newId: randomUUID }
  try {
    return await createLocalEngine(services, log, { runClubCommand, importDemoIfDue }, packChanges)
  } catch (error) {
    await database.close()
    throw error
  }
}
