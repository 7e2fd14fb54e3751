// `club -- ballots --paper`: enters paper ballots, lists them, and changes them with a reason.
import {
  completePaper,
  findVoterUse,
  insertPaper,
  listPapers,
  lockPapers,
  type PaperVote,
  type StoredPaper,
} from '../../../contest/db/paperBallot.ts'
import { createCarNames, toCarText } from '../../../contest/officers/carNames.ts'
import {
  findPapers,
  foldPaperNumber,
  groupPapers,
  toPaperKey,
} from '../../../contest/officers/paperNumber.ts'
import type { Tx } from '../../../db/open.ts'
import { readEntries } from '../../../event/eventPack.ts'
import { CommandRefused, type EventCommandContext, UsageFault } from '../../../officers/command.ts'
import { type LineFault, printLineFaults } from '../../../officers/inputFile.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { toCountText } from '../../../officers/words.ts'
import { correctPaper, restorePaper, voidPaper } from './paperChanges.ts'
import {
  type Paper,
  readPaper,
  readPapers,
  refuseUnknownCars,
  toPaperText,
  toPaperVotes,
  toVotesText,
} from './paperInput.ts'
import { showPapers } from './paperList.ts'

const ways: Ways<EventCommandContext> = {
  list: { allowed: ['paper', 'csv', 'json', 'overwrite'], run: showPapers },
  void: { allowed: ['paper', 'reason'], run: voidPaper },
  restore: { allowed: ['paper', 'reason'], run: restorePaper },
  correct: { allowed: ['paper', 'votes', 'empty', 'reason', 'yes'], run: correctPaper },
  from: { allowed: ['paper', 'yes'], run: enterPapers },
  number: { allowed: ['paper', 'votes', 'empty', 'voter', 'yes'], run: enterPapers },
}

export async function runBallots(context: EventCommandContext): Promise<number> {
  if (!context.flags.paper) throw new UsageFault("'ballots' needs --paper.")
  return runWay(context, ways, { command: 'ballots --paper' })
}

/** A paper that is found right, with its votes as they are stored. */
interface CheckedPaper {
  readonly paper: Paper
  readonly votes: readonly PaperVote[]
  /** The paper that was counted before. */
  readonly known: StoredPaper | undefined
}

/** Everything is looked at before anything is stored, so that every fault of a table is told at once. */
async function enterPapers(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const table =
    flags.from === undefined ? { papers: [readPaper(flags)], faults: [] } : await readPapers(flags.from)
  const at = new Date(services.now())
  const done = await services.database.inTenant(tenant.id, async (tx) => {
    await lockPapers(tx, event.id)
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const { checked, faults } = await checkPapers(tx, context, table.papers, entries.classes)
    if (faults.length + table.faults.length > 0) return { faults: [...table.faults, ...faults] }
    const findName = await createCarNames(tx, event.id, entries.cars)
    const lines = checked.map(({ paper, votes }) =>
      toPaperText(paper.number, votes, (car) => toCarText(car, findName(car))),
    )
    let counted = 0
    for (const { paper, votes, known } of checked) {
      if (known !== undefined) await completePaper(tx, known, paper.number)
      else if (isFirst(checked, paper)) {
        const key = toPaperKey(tenant.uuid, event.id, foldPaperNumber(paper.number))
        if (!(await insertPaper(tx, event.id, { ...paper, key, votes, at }))) {
          throw new CommandRefused(
            `Paper ${paper.number}: its ballot has just been used. Nothing was changed.`,
          )
        }
        counted += 1
      }
    }
    return { faults: [], lines, counted, known: checked.length - counted }
  })
  if (done.lines === undefined) {
    if (flags.from === undefined) {
      throw new CommandRefused(`${done.faults.map(({ message }) => message).join(' ')} Nothing was changed.`)
    }
    printLineFaults(done.faults, print)
    throw new CommandRefused('Nothing was changed. Correct the file and enter it again.')
  }
  const { lines, counted, known } = done
  for (const line of lines) print(line)
  print(`${toCountText(counted, 'paper ballot')} ${counted === 1 ? 'is' : 'are'} counted.\n`)
  if (known > 0) {
    print(
      known === 1
        ? '1 was counted before and is not counted again.\n'
        : `${known} were counted before and are not counted again.\n`,
    )
  }
  return 0
}

/** In one table the same paper may stand twice. */
function isFirst(checked: readonly CheckedPaper[], paper: Paper): boolean {
  const folded = foldPaperNumber(paper.number)
  return checked.find((other) => foldPaperNumber(other.paper.number) === folded)?.paper === paper
}

async function checkPapers(
  tx: Tx,
  { tenant, event, flags }: EventCommandContext,
  papers: readonly Paper[],
  classes: Parameters<typeof toPaperVotes>[1],
): Promise<{ checked: CheckedPaper[]; faults: LineFault[] }> {
  const stored = groupPapers(await listPapers(tx, event.id))
  const toKey = (number: string) => toPaperKey(tenant.uuid, event.id, number)
  const checked: CheckedPaper[] = []
  const earlier = new Map<string, CheckedPaper>()
  const links = new Map<string, string>()
  const faults: LineFault[] = []
  for (const paper of papers) {
    const { number, voter } = paper
    try {
      const votes = toPaperVotes(paper, classes, event.votes_per_class)
      const [known] = findPapers(stored, number, toKey)
      const same = earlier.get(foldPaperNumber(number))
      if (known !== undefined) refuseOther(paper, known, votes)
      else if (same !== undefined) {
        const { paper: first, votes: before } = same
        refuseOther(paper, { ...first, votes: before.map((vote) => vote.number), voidedAt: null }, votes)
      } else {
        if (!flags.yes) refuseUnknownCars(number, votes, classes)
        if (voter !== null) refuseTaken(number, links.get(voter))
        await refuseVoter(tx, { tenantId: tenant.id, eventId: event.id }, paper)
        if (voter !== null) links.set(voter, number)
      }
      const right = { paper, votes, known }
      checked.push(right)
      if (same === undefined) earlier.set(foldPaperNumber(number), right)
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error
      faults.push({ line: paper.line, column: '', message: error.message })
    }
  }
  return { checked, faults }
}

/** For a paper whose number is stored: it must be the same paper again. */
function refuseOther(
  { number: typed, voter }: Paper,
  known: Pick<StoredPaper, 'votes' | 'voidedAt'> & { number: string | null; voter: string | null },
  votes: readonly PaperVote[],
): void {
  const number = known.number ?? typed
  if (known.voidedAt !== null) {
    throw new CommandRefused(`Paper ${number} is void. --restore ${number} makes it count again.`)
  }
  if (toVotesText(votes.map((vote) => vote.number)) !== toVotesText(known.votes)) {
    throw new CommandRefused(
      `Paper ${number} was counted before, with ${toVotesText(known.votes)}. --correct ${number} changes its votes.`,
    )
  }
  if (voter !== null && voter !== known.voter) {
    throw new CommandRefused(`Paper ${number} was counted before, without this link or with another ballot.`)
  }
}

function refuseTaken(number: string, other: string | undefined): void {
  if (other === undefined) return
  throw new CommandRefused(`Paper ${number}: the ballot with this link is on paper ${other} already.`)
}

async function refuseVoter(
  tx: Tx,
  { eventId }: { tenantId: number; eventId: number },
  { number, voter }: Paper,
): Promise<void> {
  if (voter === null) return
  const use = await findVoterUse(tx, eventId, voter)
  if (use === undefined || use.isVoid) {
    throw new CommandRefused(`Paper ${number}: there is no open ballot with this UUID.`)
  }
  refuseTaken(number, use.paper ?? undefined)
  if (use.isUsed) {
    throw new CommandRefused(
      `Paper ${number}: somebody voted on a phone with this link, and that ballot counts.`,
    )
  }
}
