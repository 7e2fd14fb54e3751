// Voids, restores and corrects a paper ballot. Each change needs a reason and stays in the paper's history.
import {
  addChange,
  completePaper,
  hasLink,
  listPapers,
  lockPapers,
  type PaperChange,
  replacePaperVotes,
  type StoredPaper,
  setPaperVoid,
} from '../../../contest/db/paperBallot.ts'
import { createCarNames, toCarText } from '../../../contest/officers/carNames.ts'
import {
  findPapers,
  groupPapers,
  readPaperNumber,
  toPaperKey,
} from '../../../contest/officers/paperNumber.ts'
import type { Tx } from '../../../db/open.ts'
import { readEntries } from '../../../event/eventPack.ts'
import { CommandRefused, type EventCommandContext, readReason } from '../../../officers/command.ts'
import { readVotes, refuseUnknownCars, toPaperText, toPaperVotes, toVotesText } from './paperInput.ts'

type Change = Pick<PaperChange, 'what' | 'votes'>

/** Finds the paper, makes the change and stores it. Two officers come one after the other. */
async function changePaper(
  { services, tenant, event, flags }: EventCommandContext,
  number: string,
  reason: string,
  change: (tx: Tx, paper: StoredPaper, at: Date) => Promise<Change>,
): Promise<StoredPaper> {
  const at = new Date(services.now())
  return services.database.inTenant(tenant.id, async (tx) => {
    await lockPapers(tx, event.id)
    const groups = groupPapers(await listPapers(tx, event.id))
    const papers = findPapers(groups, number, (typed) => toPaperKey(tenant.uuid, event.id, typed))
    const counted = papers.filter(({ voidedAt }) => voidedAt === null)
    // an earlier version counted a paper twice that was entered once with its link and once without
    if (counted.length > 1 && flags.void === undefined) {
      throw new CommandRefused(
        `Paper ${number} is counted ${counted.length} times. --void ${number} ends one.`,
      )
    }
    const paper = counted.at(-1) ?? papers.at(-1)
    if (paper === undefined) throw new CommandRefused(`This event has no paper ballot ${number}.`)
    const made = await change(tx, paper, at)
    await completePaper(tx, paper, number)
    await addChange(tx, paper.voterId, { ...made, reason, at })
    return paper
  })
}

/** In the history of a paper whose ballot an officer ended with `voters`: its voter may have a new one. */
export const endedWithBallot = 'its ballot was ended with voters --void or --reissue'

/** Whether the paper itself was voided, and not its ballot. */
export function canBeRestored({ voidedAt, changes }: StoredPaper): boolean {
  const last = changes.at(-1)
  return voidedAt !== null && last?.what === 'voided' && last.reason !== endedWithBallot
}

const reasonMissing = 'A paper ballot is changed only with a --reason, which is stored with it.'

export async function voidPaper(context: EventCommandContext): Promise<number> {
  const { event, flags, print } = context
  const number = readPaperNumber(flags.void)
  const reason = readReason(flags, reasonMissing)
  const paper = await changePaper(context, number, reason, async (tx, { voterId, votes }, at) => {
    if (!(await setPaperVoid(tx, voterId, at))) {
      throw new CommandRefused(`Paper ${number} is void already. Nothing was changed.`)
    }
    return { what: 'voided', votes }
  })
  print(`Paper ${number} is void; its votes are not counted any more.\n`)
  if (hasLink(paper)) {
    print(
      `The link on it is void too. If the voter may vote again, voters ${event.id} --reissue ${paper.voterId} makes a new ballot. After that the paper cannot be restored.\n`,
    )
  }
  return 0
}

export async function restorePaper(context: EventCommandContext): Promise<number> {
  const { flags, print } = context
  const number = readPaperNumber(flags.restore)
  const reason = readReason(flags, reasonMissing)
  const { votes } = await changePaper(context, number, reason, async (tx, paper) => {
    if (paper.voidedAt !== null && !canBeRestored(paper)) {
      throw new CommandRefused(
        `The ballot on paper ${number} was ended with voters --void or --reissue, so its voter may have a new one. Nothing was changed.`,
      )
    }
    if (!(await setPaperVoid(tx, paper.voterId, null))) {
      throw new CommandRefused(`Paper ${number} is not void. Nothing was changed.`)
    }
    return { what: 'restored', votes: paper.votes }
  })
  print(`Paper ${number} counts again, with ${toVotesText(votes)}.\n`)
  return 0
}

export async function correctPaper(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const number = readPaperNumber(flags.correct)
  const reason = readReason(flags, reasonMissing)
  const cars = readVotes(number, flags)
  let corrected: string[] = []
  let understood = ''
  const before = await changePaper(context, number, reason, async (tx, paper) => {
    if (paper.voidedAt !== null) {
      throw new CommandRefused(`Paper ${number} is void. --restore ${number} makes it count again.`)
    }
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const votes = toPaperVotes({ number, votes: cars }, entries.classes, event.votes_per_class)
    if (!flags.yes) refuseUnknownCars(number, votes, entries.classes)
    const findName = await createCarNames(tx, event.id, entries.cars)
    understood = toPaperText(number, votes, (car) => toCarText(car, findName(car)))
    corrected = votes.map((vote) => vote.number)
    if (toVotesText(corrected) === toVotesText(paper.votes)) {
      throw new CommandRefused(`Paper ${number} has these votes already. Nothing was changed.`)
    }
    await replacePaperVotes(tx, event.id, paper.voterId, votes)
    return { what: 'corrected', votes: corrected }
  })
  print(understood)
  print(`Paper ${number} is corrected: ${toVotesText(before.votes)} became ${toVotesText(corrected)}.\n`)
  return 0
}
