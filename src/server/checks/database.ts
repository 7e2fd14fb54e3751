// The PostgreSQL server of DATABASE_URL and the role that we are there, before anything is made in it.
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresFacts } from '../db/drivers/postgresFacts.ts'
import { databaseWaitPauseMs, leastPostgresVersion } from '../limits/machine.ts'
import type { Config } from '../process/config.ts'
import { type Finding, fault, good, warning } from './finding.ts'
import { canPass, toDatabaseSentence } from './startFaults.ts'

export interface DatabaseParts {
  readonly config: Pick<Config, 'databaseUrl'>
  /** So long it is asked again while it does not answer. */
  readonly waitMs: number
  /** Called once, when the wait begins. */
  onWait(text: string): void
  /** What the database's clock says, and ours at the same moment, in epoch milliseconds. */
  onClock?(theirMs: number, ourMs: number): void
}

export async function checkDatabase(parts: DatabaseParts): Promise<Finding[]> {
  const { databaseUrl } = parts.config
  if (databaseUrl === null) return []
  try {
    const facts = await readFactsPatiently(databaseUrl, parts)
    parts.onClock?.(facts.clockMs, facts.oursMs)
    return judge(facts)
  } catch (error) {
    return [fault(toDatabaseSentence(error))]
  }
}

/** Each of several, so that one that is silent is found before it is needed. */
export async function checkHosts({ databaseUrl }: DatabaseParts['config']): Promise<Finding[]> {
  if (databaseUrl === null) return []
  const { lookAtHosts } = await import('../db/drivers/primary.ts')
  return (await lookAtHosts(databaseUrl)).map(({ host, takesWrites, error }) =>
    error === undefined
      ? good(`${host} answers, and ${takesWrites ? 'takes writes' : 'is in recovery, as a standby is'}.`)
      : warning(toDatabaseSentence(error, `The host ${host} of DATABASE_URL`)),
  )
}

async function readFactsPatiently(
  databaseUrl: string,
  { waitMs, onWait }: DatabaseParts,
): Promise<PostgresFacts> {
  // the embedded database needs no such driver
  const { readPostgresFacts } = await import('../db/drivers/postgresFacts.ts')
  const deadline = performance.now() + waitMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await readPostgresFacts(databaseUrl)
    } catch (error) {
      if (!canPass(error) || performance.now() >= deadline) throw error
      if (isFirst)
        onWait(
          `The database of DATABASE_URL does not answer yet. Waiting for it, at most ${waitMs / 1000} seconds …`,
        )
      await pause(Math.min(databaseWaitPauseMs, Math.max(deadline - performance.now(), 0)))
    }
  }
}

function judge(facts: PostgresFacts): Finding[] {
  const { version, role, encoding } = facts
  const named = `The role ${role} of DATABASE_URL`
  if (Math.floor(facts.versionNumber / 10_000) < leastPostgresVersion) {
    return [
      fault(
        `The database of DATABASE_URL is PostgreSQL ${version}; ${leastPostgresVersion} or newer is needed.`,
      ),
    ]
  }
  if (facts.hasBypass) {
    return [fault(`${named} has bypassrls. Remove that right, because it would mix the data of clubs.`)]
  }
  if (!facts.canWorkAsApp) {
    return [
      fault(
        `${named} may neither make roles nor become the role sf_app. As a superuser: alter role ${role} createrole; or, where sf_app is there: grant sf_app to ${role};`,
      ),
    ]
  }
  if (!facts.canMakeTables) {
    return [
      fault(
        `${named} may not make tables in the schema public. As a superuser, in this database: grant create on schema public to ${role};`,
      ),
    ]
  }
  if (encoding !== 'UTF8') {
    return [
      fault(`The database of DATABASE_URL has the encoding ${encoding}. Make it with the encoding UTF8.`),
    ]
  }
  return [good(`PostgreSQL ${version} answers, and its role ${role} may do what is needed.`)]
}
