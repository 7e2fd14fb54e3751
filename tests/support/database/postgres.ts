// A PostgreSQL server for one test run: found or installed, started in a temporary folder, stopped by its id.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { findFreePort } from '../processes/freePort.ts'

export interface Cluster {
  /** The address of a database, for a role that may make roles and databases but is no superuser. */
  urlOf(database: string): string
  /** Only for making and dropping databases: tests work as the plain owner. */
  readonly superuserUrl: string
  /** Of the process whose children are all others of the server. */
  readonly pid: number
  stop(): Promise<void>
}

/** The cluster, or why there is none, in words for a skipped test. */
export type ClusterOrReason = { cluster: Cluster } | { reason: string }

const superuser = 'postgres'
const owner = 'showfield'
const folderPrefix = 'showfield-postgres-'
const startDeadlineMs = 60_000

/** @param extra Settings beside the usual ones, as `name=value`. */
export async function startCluster(extra: readonly string[] = []): Promise<ClusterOrReason> {
  const made = makeClusterFolder()
  if ('reason' in made) return made
  const { folder } = made
  const started = await startPostgres(made, join(folder, 'data'), extra)
  if ('reason' in started) {
    rmSync(folder, { recursive: true, force: true })
    return started
  }
  const { superuserUrl, pid } = started
  await runAs(superuserUrl, `create role ${owner} login createrole createdb`)
  const stop = async (): Promise<void> => {
    await started.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { cluster: { superuserUrl, pid, urlOf: (database) => toOwnerUrl(database, started.port), stop } }
}

/** A cluster that is not started yet, in `folder`/data, and what runs its programs. */
export interface ClusterFolder {
  readonly folder: string
  /** The folder of PostgreSQL's programs. */
  readonly binaries: string
  /** PostgreSQL refuses to run as root. */
  readonly identity: { readonly uid?: number; readonly gid?: number }
}

export function makeClusterFolder(): ClusterFolder | { reason: string } {
  sweepAbandonedClusters(tmpdir())
  const binaries = preparePostgres()
  if (binaries === undefined) {
    return {
      reason: 'PostgreSQL is neither installed nor could it be installed (postgres and initdb are needed)',
    }
  }
  const account = chooseAccount()
  if (account === 'none')
    return { reason: 'PostgreSQL does not run as root, and there is no other account to take' }
  const folder = mkdtempSync(join(tmpdir(), folderPrefix))
  writeFileSync(join(folder, 'run.pid'), String(process.pid))
  if (account !== 'own') chownSync(folder, account.uid, account.gid)
  const made = { folder, binaries, identity: account === 'own' ? {} : account }
  const initdb = runBinary(made, 'initdb', [
    ...['-D', join(folder, 'data'), '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
  ])
  if (initdb.status === 0) return made
  rmSync(folder, { recursive: true, force: true })
  return { reason: `initdb failed: ${(initdb.stderr || String(initdb.error)).trim()}` }
}

/** Runs one of PostgreSQL's programs to its end. */
function runBinary({ folder, binaries, identity }: ClusterFolder, name: string, args: readonly string[]) {
  return spawnSync(join(binaries, name), args, {
    ...identity,
    cwd: folder,
    encoding: 'utf8',
    env: cleanEnvironment(),
  })
}

export interface StartedPostgres {
  readonly port: number
  readonly pid: number
  readonly superuserUrl: string
  stop(): Promise<void>
}

export async function startPostgres(
  { folder, binaries, identity }: ClusterFolder,
  data: string,
  extra: readonly string[] = [],
  givenPort?: number,
): Promise<StartedPostgres | { reason: string }> {
  const port = givenPort ?? (await findFreePort())
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=on',
    'max_connections=200',
    // tests compile nothing for statements of milliseconds
    'jit=off',
    ...extra,
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, cwd: folder, env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000)
  })
  const superuserUrl = `postgres://${superuser}@127.0.0.1:${port}/postgres`
  const stop = (): Promise<void> => stopProcess(server)
  if (await answers(superuserUrl, server)) return { port, pid: server.pid ?? 0, superuserUrl, stop }
  await stop()
  return { reason: `PostgreSQL did not start: ${log.trim()}` }
}

/** `port` may be of several hosts: "5432,127.0.0.1:5433". */
export function toOwnerUrl(database: string, port: number | string): string {
  return `postgres://${owner}@127.0.0.1:${port}/${database}`
}

/** A new database that belongs to the plain owner. If `template` is given, a copy of it. */
export async function createDatabase(superuserUrl: string, name: string, template?: string): Promise<void> {
  // copies files, while the default writes each page to the log as well
  const copy = template === undefined ? '' : ` template ${template} strategy file_copy`
  await runAs(superuserUrl, `create database ${name} owner ${owner}${copy}`)
}

export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await runAs(superuserUrl, `drop database if exists ${name} with (force)`)
}

export async function runAs(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** `PGDATA` and similar variables of the machine must not reach our server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
}

/** The folder of its programs, installed where Debian allows it; undefined elsewhere. */
export function preparePostgres(): string | undefined {
  return findBinaries() ?? installBinaries()
}

function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function installBinaries(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const install = ['install', '-y', '--no-install-recommends', 'postgresql']
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  if (spawnSync('apt-get', install, options).status !== 0) {
    spawnSync('apt-get', ['update'], options)
    spawnSync('apt-get', install, options)
  }
  return findBinaries()
}

/** PostgreSQL refuses to run as root. */
function chooseAccount(): { uid: number; gid: number } | 'own' | 'none' {
  if (process.getuid?.() !== 0) return 'own'
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return 'none'
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + startDeadlineMs
  while (Date.now() < deadline && server.exitCode === null && server.signalCode === null) {
    try {
      await runAs(url, 'select 1')
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return false
}

function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.on('exit', () => resolve())
    // For PostgreSQL this means: close the connections and end.
    server.kill('SIGINT')
  })
}

/** A killed run leaves its server behind. Ends servers whose run is gone, and no others. */
export function sweepAbandonedClusters(place: string): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = join(place, name)
    const run = readNumber(join(folder, 'run.pid'))
    if (run === undefined || isAlive(run)) continue
    const server = readNumber(join(folder, 'data', 'postmaster.pid'))
    if (server !== undefined && isAlive(server) && commandOf(server).includes(folder))
      process.kill(server, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function readNumber(path: string): number | undefined {
  if (!existsSync(path)) return undefined
  const number = Number.parseInt(readFileSync(path, 'utf8'), 10)
  return Number.isNaN(number) ? undefined : number
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // another user's process
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function commandOf(pid: number): string {
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
}
