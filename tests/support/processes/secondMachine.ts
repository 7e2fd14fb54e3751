// A second machine: another process's server on the same PostgreSQL, with a folder of its own.
import { randomUUID } from 'node:crypto'
import { createEdge } from '../../../src/server/assembly/edge.ts'
import { createLocalEngine, type LocalEngine } from '../../../src/server/assembly/localEngine.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import type { Config } from '../../../src/server/process/config.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { makeTestFolder } from '../database/testFolder.ts'
import { type Received, type SendOptions, sendRequest, type World } from '../database/world.ts'
import { findFreePort } from './freePort.ts'

export interface SecondMachine {
  readonly config: Config
  readonly engine: LocalEngine
  send(path: string, sent?: SendOptions): Promise<Received>
  stop(): Promise<void>
}

/** @param elapsed What its caches count, in milliseconds. */
export async function startSecondMachine(
  world: World,
  elapsed: () => number = () => performance.now(),
): Promise<SecondMachine> {
  const database = await openDatabase(world.database.options)
  const config = { ...world.config, dataDir: makeTestFolder(), port: await findFreePort() }
  const log = createLog({ write: () => undefined })
  const services = { config, database, now: world.now, newId: randomUUID }
  const engine = await createLocalEngine(services, log, {
    runClubCommand: async () => 0,
    importDemoIfDue: async () => undefined,
  })
  await engine.prepare(() => undefined)
  const app = createEdge({
    ...{ config, engine, log, now: world.now, newId: randomUUID },
    distDir: makeTestFolder(),
    isReady: () => engine.isReady(),
    elapsed,
  })
  await app.listen({ host: '127.0.0.1', port: config.port })
  return {
    config,
    engine,
    send: (path, sent = {}) => sendRequest(config.port, path, sent),
    stop: () => app.close().then(() => engine.close()),
  }
}
