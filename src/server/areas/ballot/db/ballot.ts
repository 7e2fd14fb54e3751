// All SQL about ballots that were handed in.
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

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

export interface StoredBallot {
  key: string
  late: boolean
  /** When it was received, or entered from paper. */
  at: Date
  paper: boolean
}

export async function findBallot(tx: Tx, voterId: number): Promise<StoredBallot | undefined> {
  return tx
    .selectFrom('ballot')
    .where('voter_id', '=', voterId)
    .select(['key', 'late', 'at', 'paper'])
    .executeTakeFirst()
}
