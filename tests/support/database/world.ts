// The whole server on a real port, with two clubs and a clock that tests move.
import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { type Caller, createCaller, endpointPath, tokenHeader } from '../../../src/contract/caller.ts'
import { createEdge } from '../../../src/server/assembly/edge.ts'
import {
  createLocalEngine,
  type LocalEngine,
  type OfficersWork,
} from '../../../src/server/assembly/localEngine.ts'
import { type Config, parseConfig } from '../../../src/server/process/config.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { toLoopback } from '../../../src/server/providers/cardAddresses.ts'
import type { PushNetwork } from '../../../src/server/providers/pushNetwork.ts'
import type { SeededClub, SeededClubs, ShowTime } from '../clubs/clubs.ts'
import type { Role } from '../clubs/people.ts'
import { findFreePort } from '../processes/freePort.ts'
import { openSeededDatabase, type TestDatabase, type Engine as Which } from './database.ts'
import { makeRows, type Rows } from './rows.ts'
import { worldStart } from './worldStart.ts'

export { worldStart }

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON. Fails if it is not JSON. */
  json(): Record<string, unknown>
}

export interface SendOptions {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface World extends Rows {
  readonly origin: string
  readonly port: number
  readonly config: Config
  readonly clubs: SeededClubs
  readonly database: TestDatabase
  readonly engine: LocalEngine
  /** Everything that the server has logged so far. */
  lines(): string[]
  /** Epoch milliseconds. */
  now(): number
  pass(ms: number): void
  /** One request as given, with any headers: `fetch` would refuse some. */
  send(path: string, sent?: SendOptions): Promise<Received>
  /** A call of the endpoint. The input is sent as it is, right or wrong. */
  post(input: unknown, headers?: Record<string, string>): Promise<Received>
  /** The caller that page and worker use, for a club and, with a token, for a member. */
  callerOf(club: SeededClub, token?: string): Caller
  signIn(club: SeededClub, role: Role): Promise<string>
  /** The tokens of several, by role. */
  signInAll<R extends Role>(club: SeededClub, roles: readonly R[]): Promise<Record<R, string>>
  /** Like the process on a signal: ends the edge, then the database, which stays on the disk. */
  stop(): Promise<void>
  dispose(): Promise<void>
}

export interface WorldOptions {
  /** Read when the world is opened. */
  env?: Record<string, string> | (() => Record<string, string>)
  /** The folder of the built app. By default there is none. */
  distDir?: string
  show?: ShowTime
  /** The way to the push services. By default nothing leads there. */
  pushNetwork?: PushNetwork
}

const nowhere: PushNetwork = {
  resolve: async () => [],
  connect: () => {
    throw new Error('no test may connect to a push service')
  },
}

/** The world already has its clubs. */
const withoutOfficers: OfficersWork = {
  runClubCommand: async (_services, args, print) => {
    print(`${args.join(' ')}\n`)
    return 0
  },
  importDemoIfDue: async () => undefined,
}

/** The settings that a test wants of its world. */
export function readEnv({ env }: WorldOptions): Record<string, string> {
  return typeof env === 'function' ? env() : (env ?? {})
}

export async function startWorld(which: Which, options: WorldOptions = {}): Promise<World> {
  let now = worldStart
  const { database, clubs } = await openSeededDatabase(which, now, options.show)
  const parsed = parseConfig({ DATA_DIR: database.options.dataDir, PORT: '0', ...readEnv(options) }, [])
  // the card sandbox is called on the server's own port
  const config = { ...parsed, port: await findFreePort() }
  const logged: string[] = []
  const log = createLog({ write: (line) => void logged.push(line) })
  const services = { config, database, now: () => now, newId: randomUUID }
  const { pushNetwork = nowhere } = options
  const engine = await createLocalEngine(services, log, withoutOfficers, undefined, pushNetwork)
  const app = createEdge({
    config,
    engine,
    log,
    distDir: options.distDir ?? join(database.options.dataDir, 'no-app'),
    isReady: () => engine.isReady(),
    now: () => now,
    elapsed: () => performance.now(),
    newId: randomUUID,
  })
  await app.listen({ host: toLoopback(config.host), port: config.port })
  const { port } = config
  const origin = `http://127.0.0.1:${port}`

  const send: World['send'] = (path, sent = {}) => sendRequest(port, path, sent)
  const post: World['post'] = (input, headers = {}) =>
    send(endpointPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof input === 'string' ? input : JSON.stringify(input),
    })
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= app.close().then(() => engine.close())
    return stopping
  }

  const signIn: World['signIn'] = async (club, role) => {
    const { email, password } = club.people[role]
    const received = await post({
      action: 'member_login',
      tenantId: club.id,
      username: email,
      password: password ?? '',
      ttl: 24,
    })
    const token = received.headers[tokenHeader.toLowerCase()]
    if (typeof token !== 'string') throw new Error(`${role} could not sign in: ${received.text}`)
    return token
  }

  return {
    ...makeRows(database),
    origin,
    port,
    config,
    clubs,
    database,
    engine,
    lines: () => logged,
    now: () => now,
    pass(ms) {
      now += ms
    },
    send,
    post,
    callerOf: (club, token) =>
      createCaller({
        fetch: (url, { signal: _none, ...init }) => fetch(url, init),
        origin,
        envelope: () => ({ tenantId: club.id }),
        findToken: () => token,
        saveToken: () => undefined,
      }),
    signIn,
    async signInAll(club, roles) {
      const tokens = {} as Record<Role, string>
      for (const role of roles) tokens[role] = await signIn(club, role)
      return tokens
    },
    stop,
    async dispose() {
      await stop()
      await database.dispose()
    },
  }
}

export function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: SendOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString('utf8'),
            json: () => JSON.parse(bytes.toString('utf8')) as Record<string, unknown>,
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
