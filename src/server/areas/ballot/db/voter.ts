// All SQL about the voters of events.
import type { Tx } from '../../../db/open.ts'

/** The secrets of ballots that can still be used. */
export async function listOpenBallots(tx: Tx, eventId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('voter')
    .where('event_id', '=', eventId)
    .where('voted_at', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .select('uuid')
    .execute()
  return rows.map(({ uuid }) => uuid)
}

export interface StoredVoter {
  id: number
  uuid: string
  eventId: number
  votedAt: Date | null
  voidedAt: Date | null
}

/** Only of published events and of this club. */
export async function findVoter(tx: Tx, uuid: string): Promise<StoredVoter | undefined> {
  return tx
    .selectFrom('voter')
    .innerJoin('event', 'event.id', 'voter.event_id')
    .where('voter.uuid', '=', uuid)
    .where('event.published', '=', true)
    .select([
      'voter.id',
      'voter.uuid',
      'voter.event_id as eventId',
      'voter.voted_at as votedAt',
      'voter.voided_at as voidedAt',
    ])
    .executeTakeFirst()
}

/** True for the first caller. On PostgreSQL others wait until the first ballot is stored or has failed. */
export async function claimVoter(tx: Tx, voterId: number, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('voter')
    .set({ voted_at: now })
    .where('id', '=', voterId)
    .where('voted_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const columns = ['id', 'uuid', 'event_id as eventId', 'voted_at as votedAt', 'voided_at as voidedAt'] as const

export function listVoters(tx: Tx, eventId: number): Promise<StoredVoter[]> {
  return tx.selectFrom('voter').where('event_id', '=', eventId).orderBy('id').select(columns).execute()
}

/** New voters. The database makes their secrets. */
export function createVoters(tx: Tx, eventId: number, count: number): Promise<StoredVoter[]> {
  const values = Array.from({ length: count }, () => ({ event_id: eventId }))
  return tx.insertInto('voter').values(values).returning(columns).execute()
}

/** The voter, or undefined when there is none that could be voided. */
export async function voidVoter(
  tx: Tx,
  eventId: number,
  uuid: string,
  at: Date,
): Promise<StoredVoter | undefined> {
  return tx
    .updateTable('voter')
    .set({ voided_at: at })
    .where('event_id', '=', eventId)
    .where('uuid', '=', uuid)
    .where('voided_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}
