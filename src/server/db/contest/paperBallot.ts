// All SQL that enters ballots from paper.
import type { Tx } from '../open.ts'

export interface PaperBallot {
  /** The same for the same paper, however often it is entered. */
  key: string
  /** The voter whose link is on the paper; null makes one. */
  voter: string | null
  votes: { number: string; carClass: number }[]
  at: Date
}

export type PaperOutcome = 'counted' | 'known' | 'used' | 'no-voter'

/**
 * `known`: this paper is counted already, with the same votes. `used`: with others, or its voter has voted.
 * The votes stand in the order of `toVotes`.
 */
export async function enterPaperBallot(
  tx: Tx,
  tenantId: number,
  eventId: number,
  { key, voter, votes, at }: PaperBallot,
): Promise<PaperOutcome> {
  const voterId = await (voter === null
    ? createVotedVoter(tx, tenantId, eventId, key, at)
    : takeVoter(tx, tenantId, eventId, voter, at))
  const numbers = votes.map(({ number }) => number)
  if (voterId === undefined) {
    const counted = await findPaperVotes(tx, tenantId, eventId, key)
    if (counted !== undefined) return counted.join(' ') === numbers.join(' ') ? 'known' : 'used'
    return voter !== null && (await isVoter(tx, tenantId, eventId, voter)) ? 'used' : 'no-voter'
  }
  await tx
    .insertInto('ballot')
    .values({ tenant_id: tenantId, voter_id: voterId, event_id: eventId, key, made_at: at, at, paper: true })
    .execute()
  if (votes.length === 0) return 'counted'
  const entries = await tx
    .selectFrom('entry')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('car_number', 'in', numbers)
    .select(['id', 'car_number'])
    .execute()
  await tx
    .insertInto('ballot_vote')
    .values(
      votes.map(({ number, carClass }) => ({
        tenant_id: tenantId,
        voter_id: voterId,
        car_number: number,
        class_number: carClass,
        entry_id: entries.find(({ car_number }) => car_number === number)?.id ?? null,
      })),
    )
    .execute()
  return 'counted'
}

/** The paper's own key is the voter's, so that two officers with the same paper make one voter. */
async function createVotedVoter(
  tx: Tx,
  tenantId: number,
  eventId: number,
  key: string,
  at: Date,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('voter')
    .values({ tenant_id: tenantId, event_id: eventId, uuid: key, voted_at: at })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function takeVoter(
  tx: Tx,
  tenantId: number,
  eventId: number,
  uuid: string,
  at: Date,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('voter')
    .set({ voted_at: at })
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('uuid', '=', uuid)
    .where('voted_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function isVoter(tx: Tx, tenantId: number, eventId: number, uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('voter')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('uuid', '=', uuid)
    .where('voided_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sorted as `toVotes` sorts; undefined where this paper is not counted. */
async function findPaperVotes(
  tx: Tx,
  tenantId: number,
  eventId: number,
  key: string,
): Promise<string[] | undefined> {
  const rows = await tx
    .selectFrom('ballot')
    .leftJoin('ballot_vote as vote', (join) =>
      join.onRef('vote.tenant_id', '=', 'ballot.tenant_id').onRef('vote.voter_id', '=', 'ballot.voter_id'),
    )
    .where('ballot.tenant_id', '=', tenantId)
    .where('ballot.event_id', '=', eventId)
    .where('ballot.key', '=', key)
    .select('vote.car_number')
    .execute()
  if (rows.length === 0) return undefined
  return rows.flatMap(({ car_number }) => car_number ?? []).sort()
}
