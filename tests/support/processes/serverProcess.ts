// A second server process on the database of a world. Tests set its clock.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createEdge } from '../../../src/server/assembly/edge.ts'
import { createLocalEngine } from '../../../src/server/assembly/localEngine.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import { createLog } from '../../../src/server/process/log.ts'
import type { PushNetwork } from '../../../src/server/providers/pushNetwork.ts'
import { connectToTestServer, publicAddress } from '../alerts/pushServer.ts'
import { registerScarceGoods } from '../buying/scarceGoods.ts'

interface ServerSetup {
  /** Without it, the embedded engine in `dataDir`, which no other process may have open. */
  databaseUrl?: string | undefined
  dataDir: string
  now: number
  /**
   * The port of the card provider's sandbox, if that must survive this process. By default the process has
   * its own.
   */
  cardsPort?: number
  /** Where it listens, with its own sandbox of cards. By default anywhere. */
  port?: number
  /** More of its settings. */
  env?: Readonly<Record<string, string>>
  /** Of the test's push service, to which all its notifications go. By default they go nowhere. */
  pushPort?: number
}

type Order = { do: 'clock'; now: number } | { do: 'work' }
type Word = { is: 'open'; port: number } | { is: 'idle' }

export interface ServerProcess {
  readonly port: number
  setNow(now: number): void
  /** Does all jobs and recurring work that is due by its clock. */
  runDue(): Promise<void>
  /** SIGSTOP: it stands still and keeps all that it has, until `goOn`. */
  standStill(): void
  goOn(): void
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
}

export async function startServerProcess(setup: ServerSetup): Promise<ServerProcess> {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(setup)], {
    env: { ...process.env, ...setup.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  const hear = (): Promise<[Word]> => {
    const { promise, resolve } = Promise.withResolvers<[Word]>()
    child.once('message', (word: Word) => resolve([word]))
    return promise
  }
  const [word] = await Promise.race([hear(), gone])
  if (child.exitCode !== null || word.is !== 'open') throw new Error('the second server ended')
  const end = async (how: () => void): Promise<void> => {
    how()
    await gone
  }
  const tell = (order: Order): void => void child.send(order)
  return {
    port: word.port,
    setNow: (now) => tell({ do: 'clock', now }),
    async runDue() {
      const idle = hear()
      tell({ do: 'work' })
      // a process that is killed meanwhile prints nothing more
      await Promise.race([idle, gone])
    },
    standStill: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    stop: () => end(() => child.disconnect()),
    kill: () => end(() => void child.kill('SIGKILL')),
  }
}

const toPushNetwork = (port: number | undefined): PushNetwork => ({
  resolve: async () => (port === undefined ? [] : [publicAddress]),
  connect: (_address, host) => connectToTestServer(port ?? 0, host),
})

async function serve(setup: ServerSetup) {
  const { databaseUrl, dataDir, now: start, cardsPort = 0, port = 0, env = {}, pushPort } = setup
  let now = start
  const ownPort = String(port || cardsPort)
  const config = parseConfig({ DATA_DIR: dataDir, PORT: ownPort, TRUSTED_PROXY: '127.0.0.1', ...env }, [])
  const database = await openDatabase({ databaseUrl, dataDir, migrate: false })
  const log = createLog({ write: () => undefined })
  registerScarceGoods()
  const engine = await createLocalEngine(
    { config, database, now: () => now, newId: randomUUID },
    log,
    { runClubCommand: async () => 1, importDemoIfDue: async () => undefined },
    undefined,
    toPushNetwork(pushPort),
  )
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
  await app.listen({ host: '127.0.0.1', port })
  const say = (word: Word): void => void process.send?.(word)
  process.on('message', (order: Order) => {
    if (order.do === 'clock') now = order.now
    else void engine.runDue().then(() => say({ is: 'idle' }))
  })
  say({ is: 'open', port: (app.server.address() as AddressInfo).port })
  await once(process, 'disconnect')
  await app.close()
  await engine.close()
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? '{}'))
