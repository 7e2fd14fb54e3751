// A PostgreSQL server and its standby, which has all that was committed before the commit is answered.
import { appendFileSync, chownSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createDatabase,
  makeClusterFolder,
  runAs,
  type StartedPostgres,
  startPostgres,
  toOwnerUrl,
} from './postgres.ts'

export interface ServerPair {
  /** Of a new database, with both hosts. */
  createDatabase(name: string): Promise<string>
  /** As when its machine loses power: all its processes end, and what it had not written is gone. */
  killPrimary(): Promise<void>
  /** It comes back at the address that it had, by itself, waits for no standby, and knows of nothing. */
  returnPrimary(): Promise<void>
  /** As when its machine dies: nothing answers any more, and nothing says so. */
  freezePrimary(): void
  /** It goes on where it was, and knows of nothing. */
  thawPrimary(): void
  /** Resolves when the standby takes writes. */
  promote(): Promise<void>
  /** The one that was promoted falls silent. The answer thaws it. */
  freezePromoted(): () => void
  stop(): Promise<void>
}

export async function startServerPair(): Promise<ServerPair> {
  const made = makeClusterFolder()
  if ('reason' in made) throw new Error(made.reason)
  const { folder } = made
  const start = async (data: string, port?: number): Promise<StartedPostgres> => {
    const settings = ['wal_level=replica', 'hot_standby=on']
    const started = await startPostgres(made, join(folder, data), settings, port)
    if ('reason' in started) throw new Error(started.reason)
    return started
  }
  // the copy is made before it has ever run
  cpSync(join(folder, 'data'), join(folder, 'standby'), { recursive: true })
  let primary = await start('data')
  await runAs(primary.superuserUrl, 'create role showfield login createrole createdb')
  const way = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`
  appendFileSync(join(folder, 'standby', 'postgresql.auto.conf'), way)
  writeFileSync(join(folder, 'standby', 'standby.signal'), '')
  const { uid, gid } = made.identity
  if (uid !== undefined && gid !== undefined) chownAll(join(folder, 'standby'), uid, gid)
  const standby = await start('standby')
  await runAs(primary.superuserUrl, "alter system set synchronous_standby_names = '*'")
  await runAs(primary.superuserUrl, 'select pg_reload_conf()')
  let frozen: number[] = []
  const listAll = ({ pid }: StartedPostgres): number[] => [pid, ...listChildrenOf(pid)]
  return {
    async createDatabase(name) {
      await createDatabase(primary.superuserUrl, name)
      return toOwnerUrl(name, `${primary.port},127.0.0.1:${standby.port}`)
    },
    async killPrimary() {
      for (const pid of listAll(primary)) signal(pid, 'SIGKILL')
      await primary.stop()
    },
    async returnPrimary() {
      const file = join(folder, 'data', 'postgresql.auto.conf')
      appendFileSync(file, "synchronous_standby_names = ''\n")
      primary = await start('data', primary.port)
    },
    freezePrimary() {
      frozen = listAll(primary)
      for (const pid of frozen) signal(pid, 'SIGSTOP')
    },
    thawPrimary() {
      for (const pid of frozen.splice(0)) signal(pid, 'SIGCONT')
    },
    promote: () => runAs(standby.superuserUrl, 'select pg_promote(true, 60)'),
    freezePromoted() {
      const pids = listAll(standby)
      for (const pid of pids) signal(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) signal(pid, 'SIGCONT')
      }
    },
    async stop() {
      for (const pid of frozen) {
        signal(pid, 'SIGKILL')
        signal(pid, 'SIGCONT')
      }
      await Promise.all([primary.stop(), standby.stop()])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** One of a server's own processes may have ended by itself. */
function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function listChildrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === parent
      } catch {
        // it has ended meanwhile
        return false
      }
    })
    .map(Number)
}

function chownAll(folder: string, uid: number, gid: number): void {
  chownSync(folder, uid, gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), uid, gid)
  }
}
