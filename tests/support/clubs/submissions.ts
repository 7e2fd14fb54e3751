// Submissions for the show of `makeClubFile`: a judge's sheet, another judge's grant, and a ballot.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../src/server/db/open.ts'

export async function insertSubmissions(tx: Tx): Promise<void> {
  const { id: eventId } = await tx.selectFrom('event').select('id').executeTakeFirstOrThrow()
  const of = { event_id: eventId }
  const getId = async (table: 'judge' | 'judging_form' | 'voter', ref: string) =>
    (await tx.selectFrom(table).where('ref', '=', ref).select('id').executeTakeFirstOrThrow()).id
  const now = new Date('2026-06-12T12:00:00Z')
  const voterId = await getId('voter', 'v1')
  const cars = await tx.selectFrom('entry').orderBy('id').select(['id', 'car_number']).execute()
  const [scored, chosen] = cars as [(typeof cars)[0], (typeof cars)[0]]
  await tx
    .insertInto('judge_grant')
    .values({ ...of, hash: 'of j2', judge_id: await getId('judge', 'j2'), until: now, created_at: now })
    .execute()
  await tx
    .insertInto('sheet')
    .values({
      ...of,
      form_id: await getId('judging_form', 'form'),
      judge_id: await getId('judge', 'j1'),
      entry_id: scored.id,
      sequence: 1,
      key: randomUUID(),
      made_at: now,
      at: now,
      scores: JSON.stringify([{ criteriaId: 1, score: 9.5 }]),
    })
    .execute()
  await tx
    .insertInto('ballot')
    .values({ ...of, voter_id: voterId, key: randomUUID(), made_at: now, at: now })
    .execute()
  await tx
    .insertInto('ballot_vote')
    .values({ voter_id: voterId, car_number: chosen.car_number, class_number: 1, entry_id: chosen.id })
    .execute()
}
