// Idempotency records: how each write was answered, so that the same key gets the same answer byte for byte.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { ofClub } from '../scope/clubPlugin.ts'

export interface IdempotencyRecord {
  readonly key: string
  /** The person, never the credential: `member:7`, `visitor`. */
  readonly principal: string
  readonly action: string
  readonly inputHash: string
  readonly outcome: 'accepted' | 'refused'
  /** The whole answer as JSON text. */
  readonly answer: string
  readonly at: Date
}

/** By key. Unknown keys are left out. */
export async function findIdempotencyRecords(
  tx: Tx,
  keys: readonly string[],
): Promise<Map<string, IdempotencyRecord>> {
  if (keys.length === 0) return new Map()
  // one look-up for each key: without fresh statistics the planner would rather read all records of the club
  const { rows } = await sql<IdempotencyRecord>`
    select stored.* from unnest(${keys}::uuid[]) as wanted (key)
    cross join lateral (
      select key, principal, action, input_hash as "inputHash", outcome, answer, at from ${ofClub('receipt')}
      where key = wanted.key limit 1
    ) as stored`.execute(tx)
  return new Map(rows.map((row) => [row.key, row]))
}

/** How many refusals are stored for each of these principals. Those without any are left out. */
export async function countStoredRefusals(
  tx: Tx,
  principals: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('receipt')
    .where('principal', '=', sql<string>`any(${principals}::text[])`)
    .where('outcome', '=', 'refused')
    .groupBy('principal')
    .select(['principal', sql<number>`count(*)::int`.as('count')])
    .execute()
  return new Map(rows.map(({ principal, count }) => [principal, count]))
}

/** False when one of the keys already has an answer. On PostgreSQL it waits while another writes one. */
export async function insertIdempotencyRecords(
  tx: Tx,
  receipts: readonly IdempotencyRecord[],
): Promise<boolean> {
  if (receipts.length === 0) return true
  // always in the same order, so that two processes cannot deadlock
  const sorted = [...receipts].sort((a, b) => (a.key < b.key ? -1 : 1))
  const column = <C extends keyof IdempotencyRecord>(name: C): IdempotencyRecord[C][] =>
    sorted.map((row) => row[name])
  const rows = await tx
    .insertInto('receipt')
    .columns(['key', 'principal', 'action', 'input_hash', 'outcome', 'answer', 'at'])
    .expression(
      sql`select x.key, x.principal, x.action, x.hash, x.outcome, x.answer, x.at from unnest(${column('key')}::uuid[], ${column('principal')}::text[],
        ${column('action')}::text[], ${column('inputHash')}::text[], ${column('outcome')}::text[],
        ${column('answer')}::text[], ${column('at')}::timestamptz[])
        as x (key, principal, action, hash, outcome, answer, at)`,
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returning('key')
    .execute()
  return rows.length === receipts.length
}
