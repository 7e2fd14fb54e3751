// Judges with live grants, made directly in the database: many at once, and without a message to each.
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../src/server/db/open.ts'

export interface SeededJudge {
  readonly id: number
  readonly code: string
  readonly grant: string
}

/** They may use all forms of the event. `until` in epoch milliseconds. */
export async function seedJudges(
  tx: Tx,
  { eventId, count, until }: { eventId: number; count: number; until: number },
): Promise<SeededJudge[]> {
  const judges = await tx
    .insertInto('judge')
    .values(
      Array.from({ length: count }, (_, index) => ({
        event_id: eventId,
        code: `j${index}`,
        name: `Judge ${index}`,
      })),
    )
    .returning(['id', 'code'])
    .execute()
  const seeded = judges.map(({ id, code }) => ({ id, code, grant: randomBytes(32).toString('base64url') }))
  await tx
    .insertInto('judge_grant')
    .values(seeded.map(({ id, grant }) => toGrantRow(eventId, id, grant, until)))
    .execute()
  return seeded
}

export function toGrantRow(eventId: number, judgeId: number, grant: string, until: number) {
  return {
    event_id: eventId,
    judge_id: judgeId,
    hash: createHash('sha256').update(grant).digest('hex'),
    until: new Date(until),
    created_at: new Date(until - 60 * 60 * 1000),
  }
}
