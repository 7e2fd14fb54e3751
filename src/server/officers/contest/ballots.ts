// `club -- ballots --paper`: enters paper ballots, lists them, and changes them with a reason.
import {
  completePaper,
  findVoterUse,
  insertPaper,
  listPapers,
  lockPapers,
  type PaperVote,
  type StoredPaper,
} from '../../db/contest/paperBallot.ts'
import type { Tx } from '../../db/open.ts'
import { readEntries } from '../../events/eventPack.ts'
import { CommandRefused, type EventCommandContext, type OptionName, UsageFault } from '../command.ts'
import { toCountText } from '../words.ts'
import { correctPaper, restorePaper, voidPaper } from './paperChanges.ts'
import { type Paper, readPaper, readPapers, toPaperKey, toPaperVotes, toVotesText } from './paperInput.ts'
import { showPapers } from './paperList.ts'

/** Each way to use the command, by the option that names it, with the options that it may have. */
const ways = {
  list: { allowed: ['csv', 'json', 'overwrite'], run: showPapers },
  void: { allowed: ['reason'], run: voidPaper },
  restore: { allowed: ['reason'], run: restorePaper },
  correct: { allowed: ['votes', 'empty', 'reason'], run: correctPaper },
  from: { allowed: [], run: enterPapers },
  number: { allowed: ['votes', 'empty', 'voter'], run: enterPapers },
} as const satisfies Partial<
  Record<
    OptionName,
    { readonly allowed: readonly OptionName[]; run(context: EventCommandContext): Promise<number> }
  >
>

type Way = keyof typeof ways

const details = ['votes', 'empty', 'voter', 'reason', 'csv', 'json', 'overwrite'] as const

export async function runBallots(context: EventCommandContext): Promise<number> {
  const { flags } = context
  if (!flags.paper) throw new UsageFault("'ballots' needs --paper.")
  const isGiven = (name: OptionName): boolean => flags[name] !== undefined && flags[name] !== false
  const names = Object.keys(ways) as Way[]
  const chosen = names.filter(isGiven)
  const [name, other] = chosen
  if (name === undefined || other !== undefined) {
    const options = names.map((each) => `--${each}`).join(', ')
    throw new UsageFault(
      `'ballots --paper' needs one of ${options}${chosen.length > 1 ? ', and only one' : ''}.`,
    )
  }
  const { allowed, run }: { allowed: readonly OptionName[]; run: (typeof ways)[Way]['run'] } = ways[name]
  const extra = details.find((option) => isGiven(option) && !allowed.includes(option))
  if (extra !== undefined) throw new UsageFault(`--${name} does not go with --${extra}.`)
  return run(context)
}

async function enterPapers({ services, tenant, event, flags, print }: EventCommandContext): Promise<number> {
  const papers = flags.from === undefined ? [readPaper(flags)] : await readPapers(flags.from)
  const at = new Date(services.now())
  const entered = await services.database.inTenant(tenant.id, async (tx) => {
    await lockPapers(tx, tenant.id, event.id)
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const counts = { counted: 0, known: 0 }
    for (const paper of papers) {
      const votes = toPaperVotes(paper, entries.classes, event.votes_per_class)
      const key = toPaperKey(tenant.uuid, event.id, paper.number)
      const [known] = await listPapers(tx, tenant.id, event.id, key)
      if (known === undefined) {
        await refuseVoter(tx, { tenantId: tenant.id, eventId: event.id }, paper)
        if (!(await insertPaper(tx, tenant.id, event.id, { ...paper, key, votes, at }))) {
          throw new CommandRefused(
            `Paper ${paper.number}: its ballot has just been used. Nothing was changed.`,
          )
        }
        counts.counted += 1
      } else {
        refuseOther(paper, known, votes)
        await completePaper(tx, tenant.id, known, paper.number)
        counts.known += 1
      }
    }
    return counts
  })
  const { counted, known } = entered
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

/** For a paper whose number is stored: it must be the same paper again. */
function refuseOther({ number, voter }: Paper, known: StoredPaper, votes: readonly PaperVote[]): void {
  if (known.voidedAt !== null) {
    throw new CommandRefused(`Paper ${number} is void. --restore ${number} makes it count again.`)
  }
  if (toVotesText(votes.map((vote) => vote.number)) !== toVotesText(known.votes)) {
    throw new CommandRefused(
      `Paper ${number} was counted before, with ${toVotesText(known.votes)}. Nothing was changed. --correct ${number} changes its votes.`,
    )
  }
  if (voter !== null && voter !== known.voter) {
    throw new CommandRefused(
      `Paper ${number} was counted before, without this link or with another ballot. Nothing was changed.`,
    )
  }
}

async function refuseVoter(
  tx: Tx,
  { tenantId, eventId }: { tenantId: number; eventId: number },
  { number, voter }: Paper,
): Promise<void> {
  if (voter === null) return
  const use = await findVoterUse(tx, tenantId, eventId, voter)
  if (use === undefined || use.isVoid) {
    throw new CommandRefused(`Paper ${number}: there is no open ballot with this UUID.`)
  }
  if (use.paper !== null) {
    throw new CommandRefused(`Paper ${number}: the ballot with this link is on paper ${use.paper} already.`)
  }
  if (use.isUsed) {
    throw new CommandRefused(
      `Paper ${number}: somebody voted on a phone with this link, and that ballot counts. Nothing was changed.`,
    )
  }
}
