// What officers do with voters' ballots: make them, void them and issue them again.

import {
  addChange,
  beginHistory,
  hasLink,
  listStoredPapers,
  lockPapers,
} from '../../../contest/db/paperBallot.ts'
import type { Tx } from '../../../db/open.ts'
import { type EventActContext, fail } from '../../../officers/act.ts'
import { createVoters, listVoters, voidVoter } from '../db.ts'
import { canBeRestored, endedWithBallot } from './paperActs.ts'

export function makeBallots(tx: Tx, { event }: EventActContext, { count }: { count: number }) {
  return createVoters(tx, event.id, count)
}

/** Those that are open, and how many are used, void, or papers without a link. */
export async function countBallots(tx: Tx, { event }: EventActContext) {
  const voters = await listVoters(tx, event.id)
  const papers = (await listStoredPapers(tx, event.id)).filter((paper) => !hasLink(paper))
  const ofPapers = new Set(papers.map(({ voterId }) => voterId))
  const ballots = voters.filter(({ id }) => !ofPapers.has(id))
  const valid = ballots.filter(({ voidedAt }) => voidedAt === null)
  const open = valid.filter(({ votedAt }) => votedAt === null)
  return {
    open,
    used: valid.length - open.length,
    voided: ballots.length - valid.length,
    papers: papers.filter(({ voidedAt }) => voidedAt === null).length,
  }
}

/** By the number that is printed on it, or by the secret of its link. With `isReissued` its voter gets a new one. */
export async function endBallot(
  tx: Tx,
  context: EventActContext,
  { ballot: name, isReissued }: { ballot: number | string; isReissued: boolean },
) {
  const { event } = context
  const at = new Date(context.now)
  await lockPapers(tx, event.id)
  const voter = (await listVoters(tx, event.id)).find(({ id, uuid }) => id === name || uuid === name)
  if (voter === undefined) return fail('not-found', { thing: 'ballot', typed: name })
  const { id: ballot } = voter
  const paper = (await listStoredPapers(tx, event.id)).find(({ voterId }) => voterId === ballot)
  if (paper !== undefined && !hasLink(paper)) {
    fail('not-possible', { why: 'ballot-is-paper', ballot, paper: paper.number, event: event.id })
  }
  // void with its paper: its voter may have a new ballot, once, and then the paper stays void
  const isVoidWithPaper = isReissued && paper !== undefined && canBeRestored(paper)
  if (!isVoidWithPaper && (await voidVoter(tx, event.id, voter.uuid, at)) === undefined) {
    fail('already-so', { is: 'ballot-void', ballot })
  }
  if (paper !== undefined) {
    const { votes } = paper
    await beginHistory(tx, paper)
    await addChange(tx, ballot, { what: 'voided', votes, reason: endedWithBallot, at })
  }
  return { voter, issued: isReissued ? await createVoters(tx, event.id, 1) : [] }
}
