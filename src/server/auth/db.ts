// All SQL about grants: the proof that a judge was verified. Only its hash is stored.
import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'

export interface LiveGrant {
  hash: string
  judgeId: number
  /** The short id that the judge types. */
  code: string
  name: string
  eventId: number
  /** The only form that they may use; null means all. */
  formId: number | null
  until: Date
}

/** By hash. Only grants that have not expired or been revoked, of judges that have not been revoked. */
export async function findLiveGrants(
  tx: Tx,
  hashes: readonly string[],
  now: Date,
): Promise<Map<string, LiveGrant>> {
  if (hashes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('judge_grant as grant')
    .innerJoin('judge', 'judge.id', 'grant.judge_id')
    .where('grant.hash', '=', sql<string>`any(${hashes}::text[])`)
    .where('grant.until', '>', now)
    .where('grant.revoked_at', 'is', null)
    .where('judge.revoked_at', 'is', null)
    .select([
      'grant.hash',
      'grant.judge_id as judgeId',
      'judge.code',
      'judge.name',
      'grant.event_id as eventId',
      'grant.form_id as formId',
      'grant.until',
    ])
    .execute()
  return new Map(rows.map((row) => [row.hash, row]))
}

export interface NewGrant extends Omit<LiveGrant, 'code' | 'name'> {
  createdAt: Date
}

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  const { judgeId, eventId, formId, createdAt, ...rest } = grant
  await tx
    .insertInto('judge_grant')
    .values({ judge_id: judgeId, event_id: eventId, form_id: formId, created_at: createdAt, ...rest })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'hash']).doNothing())
    .execute()
}
