// All SQL about the voters of events, and about ballots that were handed in.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

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

const columns = ['id', 'uuid', 'event_id as eventId', 'voted_at as votedAt', 'voided_at as voidedAt'] as const

/** Only of published events and of this club. */
export async function findVoter(tx: Tx, uuid: string): Promise<StoredVoter | undefined> {
  return tx
    .selectFrom('voter')
    .innerJoin('event', 'event.id', 'voter.event_id')
    .where('voter.uuid', '=', uuid)
    .where('event.published', '=', true)
    .select(columns.map((column) => `voter.${column}` as const))
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

export interface NewBallot {
  voterId: number
  eventId: number
  key: string
  fname: string
  lname: string
  email: string
  madeAt: Date
  at: Date
  late: boolean
  paper: boolean
}

export interface NewVote {
  carNumber: string
  carClass: number
  /** Null when no car has the number that the voter typed. */
  entryId: number | null
}

/** The same transaction must have claimed the voter. */
export async function insertBallot(tx: Tx, ballot: NewBallot, votes: readonly NewVote[]): Promise<void> {
  const { voterId, eventId, madeAt, ...rest } = ballot
  await tx
    .insertInto('ballot')
    .values({ voter_id: voterId, event_id: eventId, made_at: madeAt, ...rest })
    .execute()
  if (votes.length === 0) return
  await tx
    .insertInto('ballot_vote')
    .columns(['voter_id', 'car_number', 'class_number', 'entry_id'])
    .expression(
      sql`select ${voterId}::int, x.car, x.class, x.entry from unnest(
        ${votes.map(({ carNumber }) => carNumber)}::text[], ${votes.map(({ carClass }) => carClass)}::int[],
        ${votes.map(({ entryId }) => entryId)}::int[]) as x (car, class, entry)`,
    )
    .execute()
}

/** With when it was received, or entered from paper. */
export function findBallot(tx: Tx, voterId: number) {
  return tx
    .selectFrom('ballot')
    .where('voter_id', '=', voterId)
    .select(['key', 'late', 'at', 'paper'])
    .executeTakeFirst()
}
