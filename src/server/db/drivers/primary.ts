// Which of several PostgreSQL servers takes writes: a primary and its standbys, of which one may be promoted at any
// time. The driver itself knows one host.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { longestPrimaryLookMs, primaryLookEveryMs } from '../../limits/machine.ts'
import { listDatabaseUrls } from './databaseUrls.ts'

/**
 * The address of the one that is not in recovery. Of two that are not, because a former one has come back, the one that
 * was promoted last. Fails as the driver does where none can be found.
 */
export async function findPrimary(databaseUrl: string): Promise<string> {
  const urls = listDatabaseUrls(databaseUrl)
  const [only = databaseUrl] = urls
  if (urls.length === 1) return only
  const looks = await Promise.allSettled(urls.map(look))
  const found = looks
    .flatMap((each, at) =>
      each.status === 'fulfilled' && each.value !== null
        ? [{ url: urls[at] ?? only, timeline: each.value }]
        : [],
    )
    .sort((a, b) => b.timeline - a.timeline)[0]
  if (found !== undefined) return found.url
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

export interface PrimaryWatch {
  close(): void
}

/**
 * Asks the server in use each second whether it still takes writes, and looks for another one as long as it does not.
 * `onMoved` gets the other one's address.
 */
export function watchPrimary(
  databaseUrl: string,
  first: string,
  onMoved: (url: string) => void,
): PrimaryWatch {
  let current = first
  let isOpen = true
  const watch = async (): Promise<void> => {
    while (isOpen) {
      await pause(primaryLookEveryMs, undefined, { ref: false })
      const isPrimary = await look(current).then(
        (timeline) => timeline !== null,
        () => false,
      )
      if (isPrimary) continue
      const found = await findPrimary(databaseUrl).catch(() => undefined)
      if (found === undefined || found === current || !isOpen) continue
      current = found
      onMoved(found)
    }
  }
  void watch()
  return {
    close() {
      isOpen = false
    },
  }
}

/** Its timeline, which a promotion makes one higher; null while it is in recovery. */
async function look(connectionString: string): Promise<number | null> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: longestPrimaryLookMs,
    query_timeout: longestPrimaryLookMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(
      'select case when not pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint()) end as timeline',
    )
    return rows[0]?.timeline ?? null
  } finally {
    void client.end().catch(() => undefined)
  }
}
