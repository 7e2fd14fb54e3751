// All SQL about paper ballots: entering them, changing them, and the history of each.
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import type { Schema } from '../../db/schema.gen.ts'
import { lockEvent } from '../../event/db/event.ts'

export interface PaperVote {
  number: string
  carClass: number
}

export interface PaperChange {
  what: Schema['paper_change']['what']
  /** Car numbers after the change, in the order of `toVotes`. */
  votes: string[]
  reason: string
  at: Date
}

export interface StoredPaper {
  /** Of its voter. A printed ballot has the same number. */
  voterId: number
  key: string
  /** Null for a paper that was entered before numbers were stored. */
  number: string | null
  /** The secret of its voter; the paper's key when there was no link on it. */
  voter: string
  votes: string[]
  enteredAt: Date
  voidedAt: Date | null
  /** The oldest first. */
  changes: PaperChange[]
}

/** Officers who enter and change papers of an event wait for each other. Voters do not wait. */
export async function lockPapers(tx: Tx, eventId: number): Promise<void> {
  await lockEvent(tx, eventId)
}

/** Whether it was entered with the link that was on it. */
export function hasLink({ voter, key }: Pick<StoredPaper, 'voter' | 'key'>): boolean {
  return voter !== key
}

/** By their voters' ids. */
export async function listStoredPapers(tx: Tx, eventId: number): Promise<StoredPaper[]> {
  const papers = await tx
    .selectFrom('ballot')
    .innerJoin('voter', 'voter.id', 'ballot.voter_id')
    .where('ballot.event_id', '=', eventId)
    .where('ballot.paper', '=', true)
    .orderBy('ballot.voter_id')
    .select([
      'ballot.voter_id as voterId',
      'ballot.key',
      'ballot.paper_number as number',
      'ballot.at as enteredAt',
      'voter.uuid as voter',
      'voter.voided_at as voidedAt',
    ])
    .execute()
  if (papers.length === 0) return []
  const ids = papers.map(({ voterId }) => voterId)
  const votes = Map.groupBy(await listVotes(tx, ids), ({ voter_id }) => voter_id)
  const changes = Map.groupBy(await listChanges(tx, ids), ({ voterId }) => voterId)
  return papers.map((paper) => ({
    ...paper,
    votes: (votes.get(paper.voterId) ?? []).map(({ car_number: number }) => number).sort(),
    changes: (changes.get(paper.voterId) ?? []).map(({ voterId: _, ...change }) => change),
  }))
}

function listVotes(tx: Tx, voterIds: readonly number[]) {
  return tx
    .selectFrom('ballot_vote')
    .where('voter_id', '=', anyOf(voterIds))
    .select(['voter_id', 'car_number'])
    .execute()
}

function listChanges(tx: Tx, voterIds: readonly number[]) {
  return tx
    .selectFrom('paper_change')
    .where('voter_id', '=', anyOf(voterIds))
    .orderBy('id')
    .select(['voter_id as voterId', 'what', 'votes', 'reason', 'at'])
    .execute()
}

/** The ids of voters who exist only because a paper without a link was entered. */
export async function listVotersOfPapers(tx: Tx): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('ballot')
    .innerJoin('voter', 'voter.id', 'ballot.voter_id')
    .where('ballot.paper', '=', true)
    .whereRef('ballot.key', '=', 'voter.uuid')
    .select('voter.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** What a voter's ballot was used for. Undefined when the event has no such voter. */
export async function findVoterUse(
  tx: Tx,
  eventId: number,
  uuid: string,
): Promise<{ isVoid: boolean; isUsed: boolean; paper: string | null } | undefined> {
  const row = await tx
    .selectFrom('voter')
    .leftJoin('ballot', 'ballot.voter_id', 'voter.id')
    .where('voter.event_id', '=', eventId)
    .where('voter.uuid', '=', uuid)
    .select(['voter.voided_at', 'voter.voted_at', 'ballot.paper', 'ballot.paper_number'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    isVoid: row.voided_at !== null,
    isUsed: row.voted_at !== null,
    paper: row.paper === true ? (row.paper_number ?? '?') : null,
  }
}

export interface NewPaper {
  /** Always the same for the same paper. */
  key: string
  number: string
  /** The voter whose link is on the paper; null makes a new voter. */
  voter: string | null
  votes: readonly PaperVote[]
  at: Date
}

/** False when the voter cannot be used. `lockPapers` first, and no paper with this key. */
export async function insertPaper(
  tx: Tx,
  eventId: number,
  { key, number, voter, votes, at }: NewPaper,
): Promise<boolean> {
  const voterId = await (voter === null
    ? createVotedVoter(tx, eventId, key, at)
    : takeVoter(tx, eventId, voter, at))
  if (voterId === undefined) return false
  await tx
    .insertInto('ballot')
    .values({
      voter_id: voterId,
      event_id: eventId,
      key,
      made_at: at,
      at,
      paper: true,
      paper_number: number,
    })
    .execute()
  await insertVotes(tx, eventId, voterId, votes)
  await addChange(tx, voterId, { what: 'entered', votes: toNumbers(votes), reason: '', at })
  return true
}

export async function replacePaperVotes(
  tx: Tx,
  eventId: number,
  voterId: number,
  votes: readonly PaperVote[],
): Promise<void> {
  await tx.deleteFrom('ballot_vote').where('voter_id', '=', voterId).execute()
  await insertVotes(tx, eventId, voterId, votes)
}

/** Voids it, or with null makes it count again. False when it was void or counted before. */
export async function setPaperVoid(tx: Tx, voterId: number, voidedAt: Date | null): Promise<boolean> {
  const row = await tx
    .updateTable('voter')
    .set({ voided_at: voidedAt })
    .where('id', '=', voterId)
    .where('voided_at', voidedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of a paper that was entered before numbers and changes were stored. */
export async function completePaper(tx: Tx, paper: StoredPaper, number: string): Promise<void> {
  await tx
    .updateTable('ballot')
    .set({ paper_number: number })
    .where('voter_id', '=', paper.voterId)
    .where('paper_number', 'is', null)
    .execute()
  await beginHistory(tx, paper)
}

/** Nothing for a paper that has one. */
export async function beginHistory(
  tx: Tx,
  { voterId, votes, enteredAt, changes }: StoredPaper,
): Promise<void> {
  if (changes.length > 0) return
  await addChange(tx, voterId, { what: 'entered', votes, reason: '', at: enteredAt })
}

export async function addChange(
  tx: Tx,
  voterId: number,
  { what, votes, reason, at }: PaperChange,
): Promise<void> {
  await tx
    .insertInto('paper_change')
    .values({ voter_id: voterId, what, votes: JSON.stringify(votes), reason, at })
    .execute()
}

function toNumbers(votes: readonly PaperVote[]): string[] {
  return votes.map(({ number }) => number)
}

async function insertVotes(
  tx: Tx,
  eventId: number,
  voterId: number,
  votes: readonly PaperVote[],
): Promise<void> {
  if (votes.length === 0) return
  const entries = await tx
    .selectFrom('entry')
    .where('event_id', '=', eventId)
    .where('car_number', 'in', toNumbers(votes))
    .select(['id', 'car_number'])
    .execute()
  await tx
    .insertInto('ballot_vote')
    .values(
      votes.map(({ number, carClass }) => ({
        voter_id: voterId,
        car_number: number,
        class_number: carClass,
        entry_id: entries.find(({ car_number }) => car_number === number)?.id ?? null,
      })),
    )
    .execute()
}

/** The paper's key becomes the voter's uuid, so that the same paper makes only one voter. */
async function createVotedVoter(tx: Tx, eventId: number, key: string, at: Date): Promise<number | undefined> {
  const row = await tx
    .insertInto('voter')
    .values({ event_id: eventId, uuid: key, voted_at: at })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function takeVoter(tx: Tx, eventId: number, uuid: string, at: Date): Promise<number | undefined> {
  const row = await tx
    .updateTable('voter')
    .set({ voted_at: at })
    .where('event_id', '=', eventId)
    .where('uuid', '=', uuid)
    .where('voted_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
