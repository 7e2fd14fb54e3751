// Which of several PostgreSQL servers takes writes: a primary and its standbys, of which one may be promoted at any
// time. The driver itself knows one host.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { longestPrimaryLookMs, longestPrimarySilenceMs, primaryLookEveryMs } from '../../limits/machine.ts'
import { listDatabaseUrls } from './databaseUrls.ts'
import { endLine } from './lines.ts'

export interface Primary {
  readonly url: string
  /** Each promotion makes it one higher. Where there is only one host, nobody asks. */
  readonly timeline: number
}

/**
 * The one that is not in recovery. Of two that are not, because a former one has come back, the one that was promoted
 * last. Fails as the driver does where none can be found.
 */
export async function findPrimary(databaseUrl: string): Promise<Primary> {
  const urls = listDatabaseUrls(databaseUrl)
  const [only = databaseUrl] = urls
  if (urls.length === 1) return { url: only, timeline: 0 }
  const looks = await Promise.allSettled(urls.map(look))
  const found = looks
    .flatMap((each) => (each.status === 'fulfilled' && each.value !== null ? [each.value] : []))
    .sort((a, b) => b.timeline - a.timeline)[0]
  if (found !== undefined) return found
  const failed = looks.find((each) => each.status === 'rejected')
  throw failed?.reason ?? new NoPrimary()
}

/** All of them answer, and none takes writes. It passes when one is promoted. */
export class NoPrimary extends Error {
  readonly code = '57P03'
  constructor() {
    super('Every server of DATABASE_URL is in recovery: none of them takes writes.')
    this.name = 'NoPrimary'
  }
}

export interface HostState {
  /** With its port, as `DATABASE_URL` names it. */
  readonly host: string
  readonly takesWrites: boolean
  /** Why it cannot be asked. */
  readonly error?: unknown
}

/** Each of several hosts. Of a single one the first look says all. */
export async function lookAtHosts(databaseUrl: string): Promise<readonly HostState[]> {
  const urls = listDatabaseUrls(databaseUrl)
  if (urls.length === 1) return []
  return Promise.all(
    urls.map(async (url) => {
      const { host } = new URL(url)
      return look(url).then(
        (found) => ({ host, takesWrites: found !== null }),
        (error: unknown) => ({ host, takesWrites: false, error }),
      )
    }),
  )
}

export interface PrimaryWatch {
  close(): void
}

export interface PrimaryEvents {
  /** To this address, which may be the one from before, if it was lost. */
  onMoved(url: string): void
  /** None has answered for a while. */
  onLost(): void
}

/**
 * Asks all of them each second, and goes to the one that was promoted last, also while the former one still answers.
 * It never goes back to a timeline before that: what was written since is not there.
 */
export function watchPrimary(
  databaseUrl: string,
  first: Primary,
  { onMoved, onLost }: PrimaryEvents,
): PrimaryWatch {
  const urls = listDatabaseUrls(databaseUrl)
  let current = first
  let isOpen = true
  let isLost = false
  let answeredAt = performance.now()

  function moveTo(primary: Primary): void {
    current = primary
    isLost = false
    onMoved(primary.url)
  }

  async function lookAtAll(): Promise<void> {
    const looks = urls.map(async (url) => {
      const found = await look(url).catch(() => null)
      // at once: one that says nothing keeps nobody waiting
      if (isOpen && found !== null && found.timeline > current.timeline) moveTo(found)
      return found
    })
    const found = (await Promise.all(looks)).filter((each) => each?.timeline === current.timeline)
    if (!isOpen) return
    const next = found.find((each) => each?.url === current.url) ?? found[0]
    if (next) {
      answeredAt = performance.now()
      if (isLost || next.url !== current.url) moveTo(next)
    } else if (!isLost && performance.now() - answeredAt > longestPrimarySilenceMs) {
      isLost = true
      onLost()
    }
  }

  const watch = async (): Promise<void> => {
    while (isOpen) {
      await pause(primaryLookEveryMs, undefined, { ref: false })
      if (isOpen) await lookAtAll()
    }
  }
  void watch()
  return {
    close() {
      isOpen = false
    },
  }
}

/** Null while it is in recovery. */
async function look(url: string): Promise<Primary | null> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: longestPrimaryLookMs,
    query_timeout: longestPrimaryLookMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // by the log that it writes: what pg_control_checkpoint() says is minutes old after a promotion
    const { rows } = await client.query<{ timeline: number | null }>(
      `select case when not pg_is_in_recovery()
        then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`,
    )
    const timeline = rows[0]?.timeline ?? null
    return timeline === null ? null : { url, timeline }
  } finally {
    void endLine(client)
  }
}
