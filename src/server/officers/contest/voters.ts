// `club -- voters`: makes ballots, prints them, voids them and issues them again.
import { uuid } from '../../../contract/shapes.ts'
import { createVoters, listVoters, type StoredVoter, voidVoter } from '../../db/contest/voter.ts'
import { toPageAddress } from '../../portal/addresses.ts'
import { CommandRefused, type EventCommandContext, toCount, UsageFault } from '../command.ts'
import { writeOutput } from '../outputFile.ts'
import { toCountText, toVisibleLine } from '../words.ts'
import { toPrintedPage } from './printedLinks.ts'

const mostVoters = 20_000

export async function runVoters(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const { database } = services
  const wanted = flags.reissue ?? flags.void
  if (flags.create !== undefined) {
    const count = toCount(flags.create, 'create', mostVoters)
    const made = await database.inTenant(tenant.id, (tx) => createVoters(tx, tenant.id, event.id, count))
    print(`${toCountText(made.length, 'new ballot')} ${made.length === 1 ? 'was' : 'were'} made.\n`)
    await showBallots(context, made)
    return 0
  }
  if (wanted !== undefined) {
    const ballot = uuid.safeParse(wanted)
    if (!ballot.success) throw new UsageFault('A ballot is named by the UUID from its link.')
    const { voided, issued } = await database.inTenant(tenant.id, async (tx) => {
      const voter = await voidVoter(tx, tenant.id, event.id, ballot.data, new Date(services.now()))
      if (voter === undefined)
        throw new CommandRefused('This event has no such ballot, or it is void already.')
      const next = flags.reissue === undefined ? [] : await createVoters(tx, tenant.id, event.id, 1)
      return { voided: voter, issued: next }
    })
    print(
      voided.votedAt === null
        ? 'The ballot is void; its link is refused from now on.\n'
        : 'The ballot is void; its votes are not counted any more.\n',
    )
    if (issued.length > 0) await showBallots(context, issued)
    return 0
  }
  const voters = await database.inTenant(tenant.id, (tx) => listVoters(tx, tenant.id, event.id))
  const used = voters.filter(({ votedAt, voidedAt }) => votedAt !== null && voidedAt === null)
  const voided = voters.filter(({ voidedAt }) => voidedAt !== null)
  const open = voters.filter(({ votedAt, voidedAt }) => votedAt === null && voidedAt === null)
  const counts = `${toCountText(open.length, 'ballot')} open, ${used.length} used, ${voided.length} void`
  print(`${toVisibleLine(event.name)}: ${counts}.\n`)
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
