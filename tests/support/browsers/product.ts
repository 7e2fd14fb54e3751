// The whole product as its users have it: the built app and the real server in its own process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendClubCommand } from '../../../src/server/officers/clubSocket.ts'
import { saveMemory } from '../database/saveMemory.ts'
import { compileCache } from '../processes/compileCache.ts'
import { findFreePort } from '../processes/freePort.ts'
import { findCachedFolder } from '../run/cachedFolder.ts'

/** Devices of tests subscribe at real push services, to which nothing may be sent. */
const offline = join(import.meta.dirname, 'offline.ts')
const root = join(import.meta.dirname, '..', '..', '..')

/** The shape of `DATA_DIR/demo.json`. */
export interface Demo {
  origin: string
  tenants: {
    id: number
    uuid: string
    subdomain: string
    name: string
    members: { role: string; email: string; password?: string }[]
    events: {
      id: number
      name: string
      judges: { judgeId: string; phone: string; link: string }[]
      voters: { uuid: string; link: string }[]
    }[]
  }[]
}

export interface Product {
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  /** Set if it does not use the embedded engine. */
  readonly databaseUrl: string | undefined
  readonly demo: Demo
  /** Of the process that runs now, or that ran last. */
  readonly pid: () => number
  /** Everything that the server printed so far. */
  readonly output: () => string
  /** SIGTERM, and waits for the end. */
  stop(): Promise<number | null>
  /** SIGKILL, as a power cut would. */
  kill(): Promise<void>
  /** Starts again on the same folder and port, with other variables if given. */
  start(env?: Record<string, string>): Promise<void>
  /** Does what `npm run club -- …` does on this folder. Paths are whole. */
  club(...args: string[]): Promise<{ code: number; output: string }>
  dispose(): Promise<void>
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).status === 200
  } catch {
    return false // not listening yet
  }
}

/** The options of a group of browser tests. */
export interface EngineOption {
  engine: 'embedded' | 'PostgreSQL'
}

export interface ProductOptions {
  env?: Record<string, string>
  /** Imports the demo itself, like a first start. Otherwise it starts on a copy of an imported demo. */
  isFirstStart?: boolean
  /** A data folder to start on a copy of, in place of the demo's. */
  from?: string
  /** The folder of a built app. Without it the server builds its own. */
  appDir?: string
  /** A PostgreSQL database in place of the embedded one. The demo club is imported there too. */
  databaseUrl?: string
}

/** What is in a data folder with the demo. Its days depend on the day of the import. */
export const demoContent = () => ({
  sources: [
    '{src/server,src/domain,src/contract,demo,card-sandbox}/**/*.*',
    'tests/support/database/saveMemory.ts',
  ],
  state: new Date().toDateString(),
})

/** The data folder of a server that imported the demo today. */
export function findDemoFolder(): Promise<string> {
  return findCachedFolder({
    name: 'demo',
    ...demoContent(),
    make: async (folder) => {
      const first = await startProduct({ isFirstStart: true, appDir: import.meta.dirname })
      await first.stop()
      await cp(first.dataDir, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') })
      await first.dispose()
      saveMemory(join(folder, 'db'))
    },
  })
}

/** A server on its own folder, with the demo club. */
export async function startProduct({
  env: given = {},
  appDir,
  databaseUrl,
  from,
  isFirstStart = databaseUrl !== undefined,
}: ProductOptions = {}): Promise<Product> {
  const env = databaseUrl === undefined ? given : { ...given, DATABASE_URL: databaseUrl }
  const dataDir = await mkdtemp(join(tmpdir(), 'showfield-'))
  if (!isFirstStart) await cp(from ?? (await findDemoFolder()), dataDir, { recursive: true })
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''

  const args = [
    ...(appDir === undefined ? [] : ['--app', appDir]),
    ...(databaseUrl === undefined ? [] : ['--demo']),
  ]
  const childEnv = (more: Record<string, string>): NodeJS.ProcessEnv => {
    const { DATABASE_URL: _database, ...rest } = process.env
    return {
      ...rest,
      ...compileCache,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ORIGIN: origin,
      ...env,
      ...more,
    }
  }

  const ended = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
    return child.exitCode
  }

  const start = async (more: Record<string, string> = {}): Promise<void> => {
    const started = spawn(
      process.execPath,
      ['--import', offline, join(root, 'src/server/main.ts'), ...args],
      {
        cwd: root,
        env: childEnv(more),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    child = started
    let greeting = ''
    started.stdout.on('data', (data) => {
      output += data
      greeting += data
    })
    started.stderr.on('data', (data) => {
      output += data
    })
    // another program may have taken the port meanwhile, and be as ready
    while (!greeting.includes('Showfield is ready') || !(await isReady(origin))) {
      if (started.exitCode !== null || started.signalCode !== null)
        throw new Error(`the server ended:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  await start()
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  return {
    origin,
    port,
    dataDir,
    databaseUrl,
    demo,
    pid: () => child?.pid ?? 0,
    output: () => output,
    start,
    stop: () => ended('SIGTERM'),
    kill: async () => {
      await ended('SIGKILL')
    },
    club: async (...args) => (await sendToServer(dataDir, args)) ?? runClubProcess(args, childEnv({})),
    dispose: async () => {
      await ended('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * What the command's own process would do, which takes a second to start. Undefined if no server runs on the folder.
 */
export async function sendToServer(
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number; output: string } | undefined> {
  let output = ''
  try {
    const code = await sendClubCommand(dataDir, args, (text) => {
      output += text
    })
    return code === undefined ? undefined : { code, output }
  } catch (error) {
    return { code: 1, output: `${output}${error}` }
  }
}

async function runClubProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const command = spawn(process.execPath, [join(root, 'src/server/club.ts'), ...args], { cwd: root, env })
  let output = ''
  for (const stream of [command.stdout, command.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const [code] = await once(command, 'close')
  return { code: code ?? 1, output }
}
