// `club -- voters`: makes ballots, prints them, voids them and issues them again.
import { uuid } from '../../../../contract/shapes.ts'
import { toPageAddress } from '../../../club/addresses.ts'
import { addChange, beginHistory, hasLink, listPapers, lockPapers } from '../../../contest/db/paperBallot.ts'
import { mostVotersAtOnce } from '../../../limits/sizes.ts'
import { CommandRefused, type EventCommandContext, toCount, UsageFault } from '../../../officers/command.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { toPrintedPage } from '../../../officers/printedLinks.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import { createVoters, listVoters, type StoredVoter, voidVoter } from '../db/voter.ts'
import { canBeRestored, endedWithBallot } from './paperChanges.ts'

const ways: Ways<EventCommandContext> = {
  create: { allowed: ['page', 'overwrite'], run: makeBallots },
  void: { allowed: [], run: endBallot },
  reissue: { allowed: ['page', 'overwrite'], run: endBallot },
  plain: { allowed: ['page', 'overwrite'], run: showCounts },
}

export function runVoters(context: EventCommandContext): Promise<number> {
  return runWay(context, ways, { command: 'voters' })
}

async function makeBallots(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const count = toCount(flags.create ?? '', 'create', mostVotersAtOnce)
  const made = await services.database.inTenant(tenant.id, (tx) => createVoters(tx, event.id, count))
  print(`${toCountText(made.length, 'new ballot')} ${made.length === 1 ? 'was' : 'were'} made.\n`)
  await showBallots(context, made)
  return 0
}

/** Voids a ballot, and with --reissue makes a new one for its voter. */
async function endBallot(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const isReissued = flags.reissue !== undefined
  const name = readBallotName(flags.reissue ?? flags.void ?? '')
  const at = new Date(services.now())
  const { voter, issued } = await services.database.inTenant(tenant.id, async (tx) => {
    await lockPapers(tx, event.id)
    const found = (await listVoters(tx, event.id)).find(
      ({ id, uuid: secret }) => id === name || secret === name,
    )
    if (found === undefined) throw new CommandRefused('This event has no such ballot.')
    const paper = (await listPapers(tx, event.id)).find(({ voterId }) => voterId === found.id)
    if (paper !== undefined && !hasLink(paper)) {
      const number = paper.number ?? 'N'
      throw new CommandRefused(
        `Ballot ${found.id} is paper ${number}, which has no link. ballots ${event.id} --paper --void ${number} voids it.`,
      )
    }
    // void with its paper: its voter may have a new ballot, once, and then the paper stays void
    const isVoidWithPaper = isReissued && paper !== undefined && canBeRestored(paper)
    if (!isVoidWithPaper && (await voidVoter(tx, event.id, found.uuid, at)) === undefined) {
      throw new CommandRefused(`Ballot ${found.id} is void already.`)
    }
    if (paper !== undefined) {
      const { votes } = paper
      await beginHistory(tx, paper)
      await addChange(tx, found.id, { what: 'voided', votes, reason: endedWithBallot, at })
    }
    return { voter: found, issued: isReissued ? await createVoters(tx, event.id, 1) : [] }
  })
  print(
    voter.votedAt === null
      ? `Ballot ${voter.id} is void; its link is refused from now on.\n`
      : `Ballot ${voter.id} is void; its votes are not counted any more.\n`,
  )
  if (issued.length > 0) await showBallots(context, issued)
  return 0
}

/** The number that is printed on it, or the secret of its link. */
function readBallotName(word: string): number | string {
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word)
  if (uuid.safeParse(word).success) return word.toLowerCase()
  throw new UsageFault('A ballot is named by its number, or by the UUID from its link.')
}

async function showCounts(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const { voters, papers } = await services.database.inTenant(tenant.id, async (tx) => ({
    voters: await listVoters(tx, event.id),
    papers: (await listPapers(tx, event.id)).filter((paper) => !hasLink(paper)),
  }))
  const ofPapers = new Set(papers.map(({ voterId }) => voterId))
  const ballots = voters.filter(({ id }) => !ofPapers.has(id))
  const voided = ballots.filter(({ voidedAt }) => voidedAt !== null)
  const used = ballots.filter(({ votedAt, voidedAt }) => votedAt !== null && voidedAt === null)
  const open = ballots.filter(({ votedAt, voidedAt }) => votedAt === null && voidedAt === null)
  const counted = papers.filter(({ voidedAt }) => voidedAt === null).length
  const counts = [
    `${toCountText(open.length, 'ballot')} open`,
    `${used.length} used`,
    ...(counted === 0 ? [] : [toCountText(counted, 'paper')]),
    `${voided.length} void`,
  ]
  print(`${toVisibleLine(event.name)}: ${counts.join(', ')}.\n`)
  if (flags.page !== undefined) await showBallots(context, open)
  return 0
}

/** On a page to print, or as lines when no page is wanted. */
async function showBallots(
  { services, tenant, event, flags, print }: EventCommandContext,
  ballots: readonly StoredVoter[],
): Promise<void> {
  const links = ballots.map((ballot) => ({
    number: String(ballot.id),
    subtitle: '',
    link: toPageAddress(services.config, tenant, `/portal/voterballot/${ballot.uuid}/${event.id}`),
  }))
  if (flags.page === undefined) {
    for (const { link } of links) print(`${link}\n`)
    return
  }
  const page = await toPrintedPage(links, {
    pageTitle: event.name,
    englishThing: 'Ballot',
    spanishThing: 'Boleta',
    english: 'Your ballot, to use once. Scan the code with your phone, or type the address.',
    spanish: 'Su boleta, para una sola vez. Escanee el código con su teléfono o escriba la dirección.',
  })
  await writeOutput(flags, flags.page, page, `voters ${event.id} --page FILE prints all unused ballots.`)
  const many = `${toCountText(links.length, 'ballot')} to print ${links.length === 1 ? 'is' : 'are'}`
  print(`${many} in ${flags.page}. Anybody who has one can vote with it.\n`)
}
