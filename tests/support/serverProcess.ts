// A second server process on the database of a world, with that world's clock as it stood when it was started.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { createEdge } from '../../src/server/http.ts'
import { createLocalEngine } from '../../src/server/localEngine.ts'
import { createLog } from '../../src/server/log.ts'

interface Ground {
  databaseUrl: string
  dataDir: string
  now: number
}

export interface ServerProcess {
  readonly port: number
  stop(): Promise<void>
}

export async function startServerProcess(ground: Ground): Promise<ServerProcess> {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(ground)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number]
  if (child.exitCode !== null) throw new Error('the second server ended')
  return {
    port,
    async stop() {
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}

async function serve({ databaseUrl, dataDir, now }: Ground): Promise<void> {
  const config = parseConfig({ DATA_DIR: dataDir, PORT: '0' }, [])
  const database = await openDatabase({ databaseUrl, dataDir, migrate: false })
  const log = createLog({ write: () => undefined })
  const engine = await createLocalEngine({ config, database, now: () => now, newId: randomUUID }, log, {
    runClubCommand: async () => 1,
    importDemoIfDue: async () => undefined,
  })
  const app = createEdge({
    config,
    engine,
    log,
    distDir: join(dataDir, 'no-app'),
    isReady: () => engine.isReady(),
    now: () => now,
    elapsed: () => performance.now(),
    newId: randomUUID,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as AddressInfo).port)
  await once(process, 'disconnect')
  await app.close()
  await engine.close()
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? '{}'))
