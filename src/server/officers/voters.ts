// `club -- voters`: ballots made, printed, voided and issued again.
import { uuid } from '../../contract/shapes.ts'
import { createVoters, listVoters, type StoredVoter, voidVoter } from '../db/contest/voter.ts'
import { toPageAddress } from '../portal/addresses.ts'
import { writeWholeFile } from '../storage/atomicFile.ts'
import { toCardPage } from './cards.ts'
import { type EventCommandContext, Refused, toCount, UsageFault } from './command.ts'

const mostVoters = 20_000

export async function runVoters(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const { database } = services
  const wanted = flags.reissue ?? flags.void
  if (flags.create !== undefined) {
    const count = toCount(flags.create, 'create', mostVoters)
    const made = await database.inTenant(tenant.id, (tx) => createVoters(tx, tenant.id, event.id, count))
    print(`${made.length} ballots are new.\n`)
    await showBallots(context, made)
    return 0
  }
  if (wanted !== undefined) {
    const ballot = uuid.safeParse(wanted)
    if (!ballot.success) throw new UsageFault('A voter is named by the UUID in the link.')
    const { voided, issued } = await database.inTenant(tenant.id, async (tx) => {
      const voter = await voidVoter(tx, tenant.id, event.id, ballot.data, new Date(services.now()))
      if (voter === undefined) throw new Refused('This event has no such ballot, or it is void already.')
      const next = flags.reissue === undefined ? [] : await createVoters(tx, tenant.id, event.id, 1)
      return { voided: voter, issued: next }
    })
    print(
      voided.votedAt === null
        ? 'The ballot is void; its link is refused from now on.\n'
        : 'The ballot is void; its votes count no longer.\n',
    )
    if (issued.length > 0) await showBallots(context, issued)
    return 0
  }
  const voters = await database.inTenant(tenant.id, (tx) => listVoters(tx, tenant.id, event.id))
  const used = voters.filter(({ votedAt, voidedAt }) => votedAt !== null && voidedAt === null)
  const voided = voters.filter(({ voidedAt }) => voidedAt !== null)
  const open = voters.filter(({ votedAt, voidedAt }) => votedAt === null && voidedAt === null)
  print(`${event.name}: ${open.length} ballots open, ${used.length} used, ${voided.length} void.\n`)
  if (flags.page !== undefined) await showBallots(context, open)
  return 0
}

/** On the page to print, or as lines where none is wanted. */
async function showBallots(
  { services, tenant, event, flags, print }: EventCommandContext,
  ballots: readonly StoredVoter[],
): Promise<void> {
  const cards = ballots.map((ballot) => ({
    title: `Ballot ${ballot.id}`,
    subtitle: '',
    link: toPageAddress(services.config, tenant, `/portal/voterballot/${ballot.uuid}/${event.id}`),
  }))
  if (flags.page === undefined) {
    for (const { link } of cards) print(`${link}\n`)
    return
  }
  const page = await toCardPage(cards, {
    pageTitle: event.name,
    english: 'Your ballot, for one time. Scan the code with your phone, or type the address.',
    spanish: 'Su boleta, para una sola vez. Escanee el código con su teléfono o escriba la dirección.',
  })
  await writeWholeFile(flags.page, page, 0o600)
  print(`${cards.length} cards are in ${flags.page}. Whoever has a card can vote with it.\n`)
}
