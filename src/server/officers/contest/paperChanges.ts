// Voids, restores and corrects a paper ballot. Each change needs a reason and stays in the paper's history.
import {
  addChange,
  completePaper,
  listPapers,
  lockPapers,
  type PaperChange,
  replacePaperVotes,
  type StoredPaper,
  setPaperVoid,
} from '../../db/contest/paperBallot.ts'
import type { Tx } from '../../db/open.ts'
import { readEntries } from '../../events/eventPack.ts'
import { CommandRefused, type EventCommandContext, readReason } from '../command.ts'
import { readPaperNumber, readVotes, toPaperKey, toPaperVotes, toVotesText } from './paperInput.ts'

type Change = Pick<PaperChange, 'what' | 'votes'>

/** Finds the paper, makes the change and stores it. Two officers come one after the other. */
async function changePaper(
  { services, tenant, event, flags }: EventCommandContext,
  number: string,
  reason: string,
  change: (tx: Tx, paper: StoredPaper, at: Date) => Promise<Change>,
): Promise<StoredPaper> {
  const at = new Date(services.now())
  const key = toPaperKey(tenant.uuid, event.id, number)
  return services.database.inTenant(tenant.id, async (tx) => {
    await lockPapers(tx, tenant.id, event.id)
    const papers = await listPapers(tx, tenant.id, event.id, key)
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
    await completePaper(tx, tenant.id, paper, number)
    await addChange(tx, tenant.id, paper.voterId, { ...made, reason, at })
    return paper
  })
}

const reasonMissing = 'A paper ballot is changed only with a --reason, which is stored with it.'

export async function voidPaper(context: EventCommandContext): Promise<number> {
  const { tenant, flags, print } = context
  const number = readPaperNumber(flags.void)
  const reason = readReason(flags, reasonMissing)
  await changePaper(context, number, reason, async (tx, { voterId, votes }, at) => {
    if (!(await setPaperVoid(tx, tenant.id, voterId, at))) {
      throw new CommandRefused(`Paper ${number} is void already. Nothing was changed.`)
    }
    return { what: 'voided', votes }
  })
  print(`Paper ${number} is void; its votes are not counted any more.\n`)
  return 0
}

export async function restorePaper(context: EventCommandContext): Promise<number> {
  const { tenant, flags, print } = context
  const number = readPaperNumber(flags.restore)
  const reason = readReason(flags, reasonMissing)
  const { votes } = await changePaper(context, number, reason, async (tx, paper) => {
    if (paper.voidedAt !== null && paper.changes.at(-1)?.what !== 'voided') {
      throw new CommandRefused(
        `The ballot on paper ${number} was voided with voters --void or --reissue, so its voter may have a new one. Nothing was changed.`,
      )
    }
    if (!(await setPaperVoid(tx, tenant.id, paper.voterId, null))) {
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
  const before = await changePaper(context, number, reason, async (tx, paper) => {
    if (paper.voidedAt !== null) {
      throw new CommandRefused(`Paper ${number} is void. --restore ${number} makes it count again.`)
    }
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const votes = toPaperVotes({ number, votes: cars }, entries.classes, event.votes_per_class)
    corrected = votes.map((vote) => vote.number)
    if (toVotesText(corrected) === toVotesText(paper.votes)) {
      throw new CommandRefused(`Paper ${number} has these votes already. Nothing was changed.`)
    }
    await replacePaperVotes(tx, tenant.id, event.id, paper.voterId, votes)
    return { what: 'corrected', votes: corrected }
  })
  print(`Paper ${number} is corrected: ${toVotesText(before.votes)} became ${toVotesText(corrected)}.\n`)
  return 0
}
