// The servers that can be killed, their database, and the proxy in front of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, createCaller } from '../../src/contract/caller.ts'
import type { JudgingForm } from '../../src/domain/event.ts'
import type { JudgeGrant } from '../../src/offline/outboxRecords.ts'
import { type Cluster, createDatabase, startCluster } from '../support/database/postgres.ts'
import { findFreePort } from '../support/processes/freePort.ts'
import { type ChaosProxy, startProxy } from './proxy.ts'
import type { Random } from './random.ts'
import { clubSlug, makeShow, type ShowSize } from './show.ts'
import type { StoredSubmission } from './stored.ts'
import { expireGrants, forgetAttempts, readStored } from './stored.ts'

export type StageEngine = 'postgres' | 'embedded'

export interface StageOptions {
  engine: StageEngine
  size: ShowSize
  random: Random
  /** The folder of the built app. By default there is none: our own phones do not need it. */
  appDir?: string
  holdMs: number
  now(): number
  tell(text: string): void
}

/** What a phone knows of the show. */
export interface Show {
  club: string
  tenantId: string
  eventId: number
  forms: JudgingForm[]
  cars: string[]
  judges: string[]
  voters: string[]
}

export interface Stage {
  readonly proxy: ChaosProxy
  readonly show: Show
  readonly folder: string
  /** How often a server was killed. */
  readonly kills: number
  /** SIGKILL, and the same server again after a while. Does nothing while the server is down. */
  kill(port: number, downMs: number): void
  /** SIGKILL to all at once. */
  killAll(downMs: number): void
  /** Waits until every server is up. */
  heal(): Promise<void>
  /** The code in the last text message to this judge. */
  findCode(judgeId: string): Promise<string>
  /** Verifies by text message, like a judge. */
  verify(judgeId: string): Promise<JudgeGrant>
  /** The judge's grants end now. False where the tables cannot be reached from here. */
  expireGrants(judgeId: string): Promise<boolean>
  readStored(): Promise<StoredSubmission[]>
  dispose(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const startDeadlineMs = 60_000

interface Server {
  port: number
  process: ChildProcess | undefined
  isWanted: boolean
}

export async function startStage(options: StageOptions): Promise<Stage> {
  const { engine, size, random, appDir = import.meta.dirname, now, tell } = options
  const folder = await mkdtemp(join(tmpdir(), 'showfield-chaos-'))
  const dataDir = join(folder, 'data')
  let cluster: Cluster | undefined
  let databaseUrl: string | undefined
  if (engine === 'postgres') {
    const started = await startCluster()
    if ('reason' in started) tell(`One server on the embedded database instead: ${started.reason}`)
    else {
      cluster = started.cluster
      await createDatabase(cluster.superuserUrl, 'chaos')
      databaseUrl = cluster.urlOf('chaos')
    }
  }
  const proxy = await startProxy({ random: random.fork('proxy'), rate: 0, holdMs: options.holdMs })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: '127.0.0.1',
    ORIGIN: proxy.origin,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
  }
  const tablesUrl = cluster?.superuserUrl.replace(/\/postgres$/, '/chaos')
  const servers: Server[] = []
  let kills = 0
  let isEnding = false

  // a run that crashes leaves no server behind
  process.once('exit', () => {
    for (const server of servers) server.process?.kill('SIGKILL')
  })

  const runClub = async (...args: string[]): Promise<string> => {
    const command = spawn(process.execPath, [join(root, 'src/server/club.ts'), ...args], { cwd: root, env })
    let output = ''
    let errors = ''
    command.stdout.on('data', (data) => {
      output += data
    })
    command.stderr.on('data', (data) => {
      errors += data
    })
    const [code] = await once(command, 'close')
    if (code !== 0) throw new Error(`club ${args.join(' ')} ended with ${code}: ${output}${errors}`)
    return output
  }

  const file = makeShow(size, now(), random.fork('show'))
  const fileAt = join(folder, 'club.json')
  await writeFile(fileAt, JSON.stringify(file))
  await runClub('import', fileAt)

  async function start(server: Server): Promise<void> {
    const started = spawn(process.execPath, [join(root, 'src/server/main.ts'), '--app', appDir], {
      cwd: root,
      env: { ...env, PORT: String(server.port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server.process = started
    let errors = ''
    started.stderr?.on('data', (data) => {
      errors = (errors + data).slice(-2000)
    })
    const deadline = Date.now() + startDeadlineMs
    while (!(await isReady(server.port))) {
      if (server.process !== started || isEnding) return
      if (started.exitCode !== null || Date.now() > deadline) {
        throw new Error(`a server did not start: ${errors}`)
      }
      await wait(30)
    }
  }

  async function kill(server: Server): Promise<void> {
    const killed = server.process
    server.process = undefined
    if (killed === undefined || killed.exitCode !== null || killed.signalCode !== null) return
    const gone = once(killed, 'close')
    killed.kill('SIGKILL')
    await gone
  }

  const failures: unknown[] = []
  function killFor(server: Server, downMs: number): void {
    if (!server.isWanted || server.process === undefined) return
    server.isWanted = false
    kills += 1
    void (async () => {
      await kill(server)
      await wait(downMs)
      if (!isEnding) await start(server)
      server.isWanted = true
    })().catch((error) => failures.push(error))
  }

  for (let count = 0; count < (cluster === undefined ? 1 : 2); count++) {
    const server: Server = { port: await findFreePort(), process: undefined, isWanted: true }
    servers.push(server)
    // one after the other, because the first one makes the tables
    await start(server)
  }
  proxy.upstreams = servers.map(({ port }) => port)
  const show = await readShow()

  async function readShow(): Promise<Show> {
    const caller = reach()
    const { tenant } = await caller.call('get_tenant', {})
    const { events } = await caller.call('get_upcoming_events', { availability: '0' })
    const eventId = events[0]?.id
    if (eventId === undefined) throw new Error('there is no event')
    const { forms } = await caller.call('get_judging_forms', { eventId })
    const [event] = file.events ?? []
    return {
      club: clubSlug,
      tenantId: tenant.uuid,
      eventId,
      forms,
      cars: (event?.entries ?? []).map(({ number }) => number),
      judges: (event?.judges ?? []).map(({ judgeId }) => judgeId),
      voters: (event?.voters ?? []).flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid])),
    }
  }

  /** Goes past the proxy, to a server that is up. */
  function reach(): Caller {
    const server = servers.find(({ isWanted }) => isWanted)
    if (server === undefined) throw new Error('no server is up')
    return createServerCaller(server.port)
  }

  const readCodes = new Map<string, number>()
  /** Waits for a text message that has not been read yet. */
  async function findCode(judgeId: string): Promise<string> {
    const to = file.events?.[0]?.judges?.find((judge) => judge.judgeId === judgeId)?.phone
    const server = servers.find(({ isWanted }) => isWanted)
    const answer = await fetch(`http://127.0.0.1:${server?.port}/sandbox/sms.json`)
    const all = (await answer.json()) as { to: string; text: string }[]
    const own = all.filter((sms) => sms.to.replace(/\D/g, '') === to?.replace(/\D/g, ''))
    const code = /\d{7}/.exec(own.at(-1)?.text ?? '')?.[0]
    if (code === undefined || own.length <= (readCodes.get(judgeId) ?? 0)) {
      throw new Error(`no text message has come for judge ${judgeId}`)
    }
    readCodes.set(judgeId, own.length)
    return code
  }

  /** The run's own calls go past the proxy. If a server is killed meanwhile, another one gets the call. */
  async function insist<T>(attempt: () => Promise<T>, patienceMs = startDeadlineMs): Promise<T> {
    const deadline = Date.now() + patienceMs
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (Date.now() > deadline) throw error
        await wait(200)
      }
    }
  }

  const stage: Stage = {
    proxy,
    show,
    folder,
    get kills() {
      return kills
    },
    kill(port, downMs) {
      const server = servers.find((each) => each.port === port)
      if (server !== undefined) killFor(server, downMs)
    },
    killAll(downMs) {
      for (const server of servers) killFor(server, downMs)
    },
    async heal() {
      const deadline = Date.now() + startDeadlineMs
      while (servers.some(({ isWanted }) => !isWanted)) {
        if (failures.length > 0) throw failures[0]
        if (Date.now() > deadline) throw new Error('a server did not come back')
        await wait(50)
      }
    },
    findCode: (judgeId) => insist(() => findCode(judgeId), 10_000),
    async verify(judgeId) {
      const { eventId, club, tenantId } = show
      // a server that dies during this call may have used the code: then ask for another one
      const answer = await insist(async () => {
        if (tablesUrl !== undefined) await forgetAttempts(tablesUrl)
        await reach().call('verify_judge', { eventId, judgeId })
        const code = await insist(() => findCode(judgeId), 2000)
        return reach().call('verify_judge', { eventId, judgeId, code, verify: true })
      })
      if (answer.grant === undefined) throw new Error(`judge ${judgeId} was not verified`)
      return {
        club,
        eventId,
        judgeId,
        judgeName: answer.judgeName ?? '',
        formId: answer.formId,
        grant: answer.grant,
        until: answer.until ?? '',
        tenantId,
      }
    },
    async expireGrants(judgeId) {
      if (tablesUrl === undefined) return false
      await expireGrants(tablesUrl, judgeId)
      return true
    },
    async readStored() {
      const output = await runClub('receipts', String(show.eventId))
      const told = output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Omit<StoredSubmission, 'withdrawn'>)
        .map((line): StoredSubmission => ({ ...line, withdrawn: line.scores?.length === 0 }))
      if (tablesUrl !== undefined) {
        const held = await readStored(tablesUrl, show.eventId)
        const difference = findDifference(told, held)
        if (difference !== undefined)
          throw new Error(`officers see other data than the tables have: ${difference}`)
      }
      return told
    },
    async dispose() {
      isEnding = true
      await Promise.all(servers.map(kill))
      await proxy.close()
      await cluster?.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return stage
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  } catch {
    return false // not listening yet
  }
}

function createServerCaller(port: number): Caller {
  return createCaller({
    fetch: (url, { signal: _none, ...init }) => fetch(url, init),
    origin: `http://127.0.0.1:${port}`,
    envelope: () => ({ subdomain: clubSlug }),
    findToken: () => undefined,
    saveToken: () => undefined,
  })
}

/** Compares what officers are shown with what is in the tables, for the fields that an audit needs. */
function findDifference(told: StoredSubmission[], held: StoredSubmission[]): string | undefined {
  const toText = (row: StoredSubmission): string =>
    JSON.stringify([
      row.key,
      row.action,
      row.judgeId,
      row.voterId,
      row.formId,
      row.entryId,
      row.votes?.toSorted(),
      row.scores?.map(({ criteriaId, score }) => [criteriaId, score]).toSorted(([a = 0], [b = 0]) => a - b),
      row.sequence,
      row.current,
      row.withdrawn,
      row.late,
    ])
  const [one, other] = [new Set(told.map(toText)), new Set(held.map(toText))]
  return [...one.symmetricDifference(other)][0]
}
