// A server process as it is on each of several machines: mails, pushes, pictures and cards go to stand-ins of the test,
// and its clock runs from where the test begins.
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
import { connectToTestServer, publicAddress } from '../alerts/pushServer.ts'

export interface ServerSetup {
  readonly databaseUrl: string
  readonly dataDir: string
  /** Where the card provider is. */
  readonly cardsPort: number
  readonly pushPort: number
  readonly env: Readonly<Record<string, string>>
  /** What its clock says, in epoch milliseconds, when the machine's says `begunAt`. */
  readonly start: number
  readonly begunAt: number
}

export interface FailoverServer {
  readonly port: number
  /** Of its log: what is said of faults. */
  readonly faults: string[]
  isRunning(): boolean
  pass(ms: number): void
  stop(): Promise<void>
}

type Word = { is: 'open'; port: number } | { is: 'fault'; line: string }

export async function startFailoverServer(setup: ServerSetup): Promise<FailoverServer> {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(setup)], {
    env: { ...process.env, ...setup.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const faults: string[] = []
  const opened = Promise.withResolvers<number>()
  child.on('message', (word: Word) => {
    if (word.is === 'open') opened.resolve(word.port)
    else faults.push(word.line)
  })
  const gone = once(child, 'exit')
  void gone.then(() => opened.reject(new Error('the server ended')))
  const port = await opened.promise
  return {
    port,
    faults,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    pass: (ms) => void child.send(ms),
    async stop() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

async function serve(setup: ServerSetup): Promise<void> {
  const { databaseUrl, dataDir, cardsPort, pushPort, env, start, begunAt } = setup
  const say = (word: Word): void => void process.send?.(word)
  let passed = 0
  const now = (): number => start + passed + Date.now() - begunAt
  const settings = { DATA_DIR: dataDir, PORT: String(cardsPort), TRUSTED_PROXY: '127.0.0.1', ...env }
  const config = parseConfig(settings, [])
  const database = await openDatabase({ databaseUrl, dataDir, migrate: false })
  const log = createLog({
    write(line) {
      if ((JSON.parse(line) as { level: string }).level === 'error') say({ is: 'fault', line })
    },
  })
  const officers = { runClubCommand: async () => 1, importDemoIfDue: async () => undefined }
  const network = {
    resolve: async () => [publicAddress],
    connect: (_address: string, host: string) => connectToTestServer(pushPort, host),
  }
  const services = { config, database, now, newId: randomUUID }
  const engine = await createLocalEngine(services, log, officers, undefined, network)
  await engine.prepare(() => undefined)
  const app = createEdge({
    ...{ config, engine, log, now, newId: randomUUID },
    distDir: join(dataDir, 'no-app'),
    isReady: () => engine.isReady(),
    elapsed: () => performance.now(),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.on('message', (ms: number) => {
    passed += ms
  })
  say({ is: 'open', port: (app.server.address() as AddressInfo).port })
  await once(process, 'disconnect')
  await app.close()
  await engine.close()
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? '{}'))
