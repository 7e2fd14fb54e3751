// `club -- voters`: makes ballots, prints them, voids them and issues them again.
import { uuid } from '../../../../contract/shapes.ts'
import { toPageAddress } from '../../../club/addresses.ts'
import { mostVotersAtOnce } from '../../../limits/sizes.ts'
import { type Command, type EventCall, eventWay } from '../../../officers/command.ts'
import { count, kindOf, naming, newFile, UsageFault } from '../../../officers/options.ts'
import { toPrintedPage } from '../../../officers/printedLinks.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import type { StoredVoter } from '../db.ts'
import * as acts from './ballotActs.ts'

/** The number that is printed on it, or the secret of its link. */
const ballotName = kindOf((typed): number | string => {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  if (uuid.safeParse(typed).success) return typed.toLowerCase()
  throw new UsageFault('A ballot is named by its number, or by the UUID from its link.')
})

export const votersCommand: Command = {
  takes: 'event',
  help: `voters EVENT                            how many ballots are open, used and void
      --create N       makes N new ballots           --page FILE   a page to print, with their QR codes
      --page FILE      without --create: prints all unused ballots again
      --void N         voids the ballot with this number (or the UUID of its link); its votes are not
                       counted any more
      --reissue N      voids it and makes a new one; also when its paper was voided`,
  alone: {
    plain: eventWay({
      options: { page: newFile },
      async run(call, { page }) {
        const { open, used, voided, papers } = await call.act(acts.countBallots)
        const counts = [
          `${toCountText(open.length, 'ballot')} open`,
          `${used} used`,
          ...(papers === 0 ? [] : [toCountText(papers, 'paper')]),
          `${voided} void`,
        ]
        call.print(`${toVisibleLine(call.event.name)}: ${counts.join(', ')}.\n`)
        if (page !== undefined) await showBallots(call, open, page)
      },
    }),
    byOption: {
      create: eventWay({
        options: { create: naming(count(mostVotersAtOnce)), page: newFile },
        async run(call, { create: count, page }) {
          const made = await call.act(acts.makeBallots, { count })
          call.print(
            `${toCountText(made.length, 'new ballot')} ${made.length === 1 ? 'was' : 'were'} made.\n`,
          )
          await showBallots(call, made, page)
        },
      }),
      void: eventWay({
        options: { void: naming(ballotName) },
        run: (call, { void: name }) => endBallot(call, name, { isReissued: false }),
      }),
      reissue: eventWay({
        options: { reissue: naming(ballotName), page: newFile },
        run: (call, { reissue: name, page }) => endBallot(call, name, { isReissued: true, page }),
      }),
    },
  },
}

async function endBallot(
  call: EventCall,
  ballot: number | string,
  { isReissued, page }: { isReissued: boolean; page?: string | undefined },
): Promise<void> {
  const { voter, issued } = await call.act(acts.endBallot, { ballot, isReissued })
  call.print(
    voter.votedAt === null
      ? `Ballot ${voter.id} is void; its link is refused from now on.\n`
      : `Ballot ${voter.id} is void; its votes are not counted any more.\n`,
  )
  if (issued.length > 0) await showBallots(call, issued, page)
}

/** On a page to print, or as lines when no page is wanted. */
async function showBallots(
  { services, tenant, event, write, print }: EventCall,
  ballots: readonly StoredVoter[],
  path: string | undefined,
): Promise<void> {
  const links = ballots.map((ballot) => ({
    number: String(ballot.id),
    subtitle: '',
    link: toPageAddress(services.config, tenant, `/portal/voterballot/${ballot.uuid}/${event.id}`),
  }))
  if (path === undefined) {
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
  await write(path, page, `voters ${event.id} --page FILE prints all unused ballots.`)
  const many = `${toCountText(links.length, 'ballot')} to print ${links.length === 1 ? 'is' : 'are'}`
  print(`${many} in ${path}. Anybody who has one can vote with it.\n`)
}
