// What officers do with paper ballots: enter them, and change them with a reason, which stays in their history.
import { OfficerFailure, type Refusal } from '../../../../contract/officerFailures.ts'
import { findBallotFault, findVoteClass, toVotes } from '../../../../domain/ballot.ts'
import type { ClassEntries } from '../../../../domain/event.ts'
import {
  addChange,
  completePaper,
  findVoterUse,
  hasLink,
  insertPaper,
  listStoredPapers,
  lockPapers,
  type PaperChange,
  type PaperVote,
  replacePaperVotes,
  type StoredPaper,
  setPaperVoid,
} from '../../../contest/db/paperBallot.ts'
import { createCarNames, type NamedCar } from '../../../contest/officers/carNames.ts'
import {
  findPapers,
  foldPaperNumber,
  groupPapers,
  toPaperKey,
} from '../../../contest/officers/paperNumber.ts'
import type { Tx } from '../../../db/open.ts'
import { readEntries } from '../../../event/eventPack.ts'
import { type EventActContext, fail, refuseUnpublished } from '../../../officers/act.ts'

export interface Paper {
  /** Of the table; 0 for a paper that was typed. */
  readonly line: number
  /** Printed or written on the paper. */
  readonly number: string
  /** The voter whose link is on the paper; null for a paper without one. */
  readonly voter: string | null
  readonly votes: readonly string[]
}

/** A car as somebody has voted for it. */
type VotedCar = NamedCar & { readonly number: string }

/** What the officer compares with the paper. */
export interface UnderstoodPaper {
  readonly number: string
  readonly cars: readonly VotedCar[]
}

/** By number, each with all that happened to it. */
export async function listPapers(tx: Tx, { event }: EventActContext): Promise<StoredPaper[]> {
  return (await listStoredPapers(tx, event.id)).sort((a, b) =>
    (a.number ?? '~').localeCompare(b.number ?? '~', 'en', { numeric: true }),
  )
}

/** A paper that is found right, with its votes as they are stored. */
interface CheckedPaper {
  readonly paper: Paper
  readonly votes: readonly PaperVote[]
  /** The paper that was counted before. */
  readonly known: StoredPaper | undefined
}

/** `yes`: a vote for a number that no car has is counted too. */
interface NewPapers {
  readonly papers: readonly Paper[]
  readonly yes: boolean
  /** Nothing is stored: something is wrong in the table that the papers come from. */
  readonly isFaulty: boolean
}

/**
 * Everything is looked at before anything is stored, so that every fault of a table is told at once. With one that is
 * refused nothing is changed. Answers how many are counted, and how many are known: counted before, and not again.
 */
export async function enterPapers(tx: Tx, context: EventActContext, wanted: NewPapers) {
  const { event, services, tenant } = context
  refuseUnpublished(event)
  await lockPapers(tx, event.id)
  const { entries } = await readEntries(tx, services, tenant, event.id)
  const { checked, refused } = await checkPapers(tx, context, wanted, entries.classes)
  if (refused.length > 0 || wanted.isFaulty) return { papers: [], counted: 0, known: 0, refused }
  const findName = await createCarNames(tx, event.id, entries.cars)
  let counted = 0
  for (const { paper, votes, known } of checked) {
    if (known !== undefined) await completePaper(tx, known, paper.number)
    else if (isFirst(checked, paper)) {
      const key = toPaperKey(tenant.uuid, event.id, foldPaperNumber(paper.number))
      if (!(await insertPaper(tx, event.id, { ...paper, key, votes, at: new Date(context.now) }))) {
        fail('taken', { what: 'link-just-now', paper: paper.number })
      }
      counted += 1
    }
  }
  const papers = checked.map(({ paper, votes }) => ({
    number: paper.number,
    cars: votes.map(({ number }) => ({ number, ...findName(number) })),
  }))
  return { papers, counted, known: checked.length - counted, refused }
}

/** In one table the same paper may stand twice. */
function isFirst(checked: readonly CheckedPaper[], paper: Paper): boolean {
  const folded = foldPaperNumber(paper.number)
  return checked.find((other) => foldPaperNumber(other.paper.number) === folded)?.paper === paper
}

async function checkPapers(
  tx: Tx,
  context: EventActContext,
  { papers, yes }: NewPapers,
  classes: readonly ClassEntries[],
) {
  const { tenant, event } = context
  const stored = groupPapers(await listStoredPapers(tx, event.id))
  const toKey = (number: string) => toPaperKey(tenant.uuid, event.id, number)
  const checked: CheckedPaper[] = []
  const earlier = new Map<string, CheckedPaper>()
  const links = new Map<string, string>()
  const refused: { line: number; refusal: Refusal }[] = []
  for (const paper of papers) {
    const { number, voter } = paper
    try {
      const votes = toPaperVotes(context, paper, classes)
      const [known] = findPapers(stored, number, toKey)
      const same = earlier.get(foldPaperNumber(number))
      if (known !== undefined) refuseOther(paper, known, votes)
      else if (same !== undefined) {
        const { paper: first, votes: before } = same
        refuseOther(paper, { ...first, votes: toNumbers(before), voidedAt: null }, votes)
      } else {
        if (!yes) refuseUnknownCars(number, votes, classes)
        if (voter !== null) refuseTaken(number, links.get(voter))
        await refuseVoter(tx, context, paper)
        if (voter !== null) links.set(voter, number)
      }
      const right = { paper, votes, known }
      checked.push(right)
      if (same === undefined) earlier.set(foldPaperNumber(number), right)
    } catch (error) {
      if (!(error instanceof OfficerFailure)) throw error
      refused.push({ line: paper.line, refusal: error.refusal })
    }
  }
  return { checked, refused }
}

function toNumbers(votes: readonly PaperVote[]): string[] {
  return votes.map(({ number }) => number)
}

function areSame(votes: readonly string[], others: readonly string[]): boolean {
  return votes.join(' ') === others.join(' ')
}

/** The votes as they are stored. Refuses what a ballot of this event cannot hold. */
function toPaperVotes(
  context: EventActContext,
  { number: paper, votes: cars }: Pick<Paper, 'number' | 'votes'>,
  classes: readonly ClassEntries[],
): PaperVote[] {
  const votes = toVotes(cars)
  const fault = findBallotFault(classes, context.event.votes_per_class, votes)
  if (fault?.kind === 'bad-vote') fail('not-possible', { why: 'bad-vote', paper, vote: fault.vote })
  if (fault?.kind === 'too-many-votes') {
    const { votesPerClass, carClass } = fault
    fail('not-possible', { why: 'too-many-votes', paper, votesPerClass, carClass })
  }
  return votes.map((car) => ({ number: car, carClass: findVoteClass(classes, car) ?? 0 }))
}

/** A number that no car has is a vote like any other, but more often a slip of the keyboard. */
function refuseUnknownCars(paper: string, votes: readonly PaperVote[], classes: readonly ClassEntries[]) {
  const cars = toNumbers(votes).filter((car) => !classes.some(({ carNumbers }) => carNumbers.includes(car)))
  if (cars.length > 0) fail('needs-yes', { why: 'unknown-cars', paper, cars })
}

/** For a paper whose number is stored: it must be the same paper again. */
function refuseOther(
  { number: typed, voter }: Paper,
  known: Pick<StoredPaper, 'votes' | 'voidedAt'> & { number: string | null; voter: string | null },
  votes: readonly PaperVote[],
): void {
  const paper = known.number ?? typed
  if (known.voidedAt !== null) fail('not-possible', { why: 'paper-is-void', paper })
  if (!areSame(toNumbers(votes), known.votes)) {
    fail('not-possible', { why: 'other-votes', paper, votes: known.votes })
  }
  if (voter !== null && voter !== known.voter) fail('not-possible', { why: 'other-link', paper })
}

function refuseTaken(paper: string, other: string | undefined): void {
  if (other !== undefined) fail('taken', { what: 'link', paper, other })
}

async function refuseVoter(tx: Tx, context: EventActContext, { number: paper, voter }: Paper): Promise<void> {
  if (voter === null) return
  const use = await findVoterUse(tx, context.event.id, voter)
  if (use === undefined || use.isVoid) return fail('not-possible', { why: 'no-open-ballot', paper })
  refuseTaken(paper, use.paper ?? undefined)
  if (use.isUsed) fail('taken', { what: 'link-on-phone', paper })
}

interface PaperWish {
  /** As it is written on the paper. */
  readonly paper: string
  readonly reason: string
}

type Change = Pick<PaperChange, 'what' | 'votes'>

/** Finds the paper, makes the change and stores it. Two officers come one after the other. */
async function changePaper(
  tx: Tx,
  context: EventActContext,
  { paper: number, reason, isVoided = false }: PaperWish & { isVoided?: boolean },
  change: (paper: StoredPaper) => Promise<Change>,
): Promise<StoredPaper> {
  const { event, tenant } = context
  await lockPapers(tx, event.id)
  const groups = groupPapers(await listStoredPapers(tx, event.id))
  const papers = findPapers(groups, number, (typed) => toPaperKey(tenant.uuid, event.id, typed))
  const counted = papers.filter(({ voidedAt }) => voidedAt === null)
  // an earlier version counted a paper twice that was entered once with its link and once without
  if (counted.length > 1 && !isVoided) {
    fail('not-possible', { why: 'counted-often', paper: number, times: counted.length })
  }
  const paper = counted.at(-1) ?? papers.at(-1) ?? fail('not-found', { thing: 'paper', typed: number })
  const made = await change(paper)
  await completePaper(tx, paper, number)
  await addChange(tx, paper.voterId, { ...made, reason, at: new Date(context.now) })
  return paper
}

/** In the history of a paper whose ballot an officer ended with `voters`: its voter may have a new one. */
export const endedWithBallot = 'its ballot was ended with voters --void or --reissue'

/** Whether the paper itself was voided, and not its ballot. */
export function canBeRestored({ voidedAt, changes }: StoredPaper): boolean {
  const last = changes.at(-1)
  return voidedAt !== null && last?.what === 'voided' && last.reason !== endedWithBallot
}

/** Answers the ballot whose link is on the paper, which is void too. */
export async function voidPaper(tx: Tx, context: EventActContext, wish: PaperWish) {
  const paper = await changePaper(tx, context, { ...wish, isVoided: true }, async ({ voterId, votes }) => {
    if (!(await setPaperVoid(tx, voterId, new Date(context.now)))) {
      fail('already-so', { is: 'paper-void', paper: wish.paper })
    }
    return { what: 'voided', votes }
  })
  return hasLink(paper) ? paper.voterId : undefined
}

export function restorePaper(tx: Tx, context: EventActContext, wish: PaperWish): Promise<StoredPaper> {
  return changePaper(tx, context, wish, async (paper) => {
    if (paper.voidedAt !== null && !canBeRestored(paper)) {
      fail('not-possible', { why: 'ballot-ended', paper: wish.paper })
    }
    if (!(await setPaperVoid(tx, paper.voterId, null))) {
      fail('already-so', { is: 'paper-not-void', paper: wish.paper })
    }
    return { what: 'restored', votes: paper.votes }
  })
}

export async function correctPaper(
  tx: Tx,
  context: EventActContext,
  { votes: cars, yes, ...wish }: PaperWish & { votes: readonly string[]; yes: boolean },
) {
  const { event, services, tenant } = context
  const { paper: number } = wish
  let after: string[] = []
  let named: VotedCar[] = []
  const { votes: before } = await changePaper(tx, context, wish, async (paper) => {
    if (paper.voidedAt !== null) fail('not-possible', { why: 'paper-is-void', paper: number })
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const votes = toPaperVotes(context, { number, votes: cars }, entries.classes)
    if (!yes) refuseUnknownCars(number, votes, entries.classes)
    const findName = await createCarNames(tx, event.id, entries.cars)
    after = toNumbers(votes)
    named = after.map((car) => ({ number: car, ...findName(car) }))
    if (areSame(after, paper.votes)) fail('already-so', { is: 'with-these-votes', paper: number })
    await replacePaperVotes(tx, event.id, paper.voterId, votes)
    return { what: 'corrected', votes: after }
  })
  return { understood: { number, cars: named }, before, after }
}
