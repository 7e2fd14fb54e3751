// Voters on real screens, some of them in two tabs at once.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { BallotIntention, Intention } from './ledger.ts'
import type { Random } from './random.ts'
import { drawMoment, interrupt, type RealWork } from './realMoments.ts'
import type { RealPhone } from './realPhone.ts'
import {
  changeChoice,
  fillBallot,
  findBallot,
  openPage,
  pressSubmitBallot,
  readBallot,
  readBallotStatus,
  reviewBallot,
  toBallotUrl,
} from './screens.ts'
import type { Show } from './stage.ts'

/** The first one and then every third. */
const isInTwoTabs = (at: number): boolean => at % 3 === 0

export async function voteOnScreens(work: RealWork, voters: readonly string[]): Promise<void> {
  const { phone, stage, random, storm } = work
  for (const [at, voterId] of voters.entries()) {
    if (storm.isOver) return
    const url = toBallotUrl(stage.proxy.origin, stage.show, voterId)
    await openPage(phone.page, url, findBallot)
    const ballot = intend(work, voterId, chooseFew(stage.show, random))
    if (isInTwoTabs(at) && listOthers(stage.show, ballot.votes).length > 0)
      await voteInTwoTabs(work, url, ballot)
    else await voteInOneTab(work, url, ballot)
    await lookAtBallot(work, phone.page, voterId)
  }
}

function intend({ phone, ledger }: RealWork, voterId: string, votes: string[], tab = ''): BallotIntention {
  const intention: BallotIntention = {
    id: `screen ballot ${voterId}${tab}`,
    kind: 'ballot',
    device: phone.name,
    voterId,
    votes,
  }
  ledger.intend(intention)
  return intention
}

async function voteInOneTab(work: RealWork, url: string, ballot: BallotIntention): Promise<void> {
  const { phone, random } = work
  await fillBallot(phone.page, ballot.votes)
  const moment = drawMoment(random)
  if (moment !== undefined) {
    const press = () => pressSubmitBallot(phone.page)
    say(
      work,
      ballot,
      await interrupt(moment, work, phone.page, press, () => readBallotStatus(phone.page, 5000)),
    )
    await lookAtBallot(work, phone.page, ballot.voterId)
    await openPage(phone.page, url, findBallot)
    const word = await readBallotStatus(phone.page, 20_000)
    say(work, ballot, word)
    if (word !== 'open') return
    await fillBallot(phone.page, ballot.votes)
  }
  await submit(work, phone.page, ballot)
}

async function submit(work: RealWork, page: Page, ballot: BallotIntention): Promise<void> {
  await pressSubmitBallot(page)
  await page.getByRole('heading', { name: 'Look over your ballot' }).waitFor({ state: 'hidden' })
  say(work, ballot, await readBallotStatus(page, 5000))
}

/**
 * The second tab takes over what was filled in, and the voter changes a choice there. Then it is submitted in
 * that tab, or each tab submits its own.
 */
async function voteInTwoTabs(work: RealWork, url: string, first: BallotIntention): Promise<void> {
  const { phone, stage, random, count } = work
  const { page } = phone
  await fillBallot(page, first.votes)
  const other = await phone.context.newPage()
  try {
    await openPage(other, url, findBallot)
    const choice = random.pick(listOthers(stage.show, first.votes))
    const rest = first.votes.filter((vote) => vote[0] !== choice[0])
    await changeChoice(other, choice)
    const second = intend(work, first.voterId, [choice, ...rest].sort(), ' tab 2')
    await reviewBallot(other)
    const isBoth = random.isLucky(0.6)
    count(isBoth ? 'ballot submitted in both tabs' : 'ballot changed in another tab')
    // the one that hears of the other first has nothing to press any more
    const presses = [pressSubmitBallot(other, 3000), ...(isBoth ? [pressSubmitBallot(page, 3000)] : [])]
    await Promise.allSettled(isBoth && random.isLucky(0.5) ? presses.toReversed() : presses)
    await wait(random.between(0, 1000))
    for (const tab of [page, other]) await lookAtBallot(work, tab, first.voterId)
    await sayOwn(work, other, second)
    if (isBoth) await sayOwn(work, page, first)
    await wait(random.between(0, 3000))
    for (const tab of [page, other]) await lookAtBallot(work, tab, first.voterId)
  } finally {
    await other.close()
  }
}

/** What a tab says of its own ballot: it shows the choices that it speaks of. */
async function sayOwn(work: RealWork, page: Page, ballot: BallotIntention): Promise<void> {
  const shown = await readBallot(page).catch(() => undefined)
  if (shown?.votes?.toSorted().join() !== ballot.votes.join()) return
  if (shown.state === 'waits') say(work, ballot, 'saved')
  else if (shown.state === 'accepted' || shown.state === 'refused') say(work, ballot, shown.state)
}

function say(
  { ledger }: RealWork,
  { id }: BallotIntention,
  word: Awaited<ReturnType<typeof readBallotStatus>>,
): void {
  if (word === undefined || word === 'open') return
  // the screen shows a used ballot without a reason's code
  ledger.say({ id, word, ...(word === 'refused' ? { code: 'ballot-used' } : {}) })
  if (word === 'accepted') ledger.say({ id, word: 'saved' })
}

export async function lookAtBallot(
  { phone, ledger }: Pick<RealWork, 'phone' | 'ledger'>,
  page: Page,
  voterId: string,
  isCalm = false,
): Promise<void> {
  const shown = await readBallot(page).catch(() => undefined) // the page is loading
  if (shown === undefined) return
  ledger.read({ kind: 'ballot', device: phone.name, at: Date.now(), isCalm, voterId, ...shown })
}

/** Those who have voted on this phone. */
export function listVoters(intentions: readonly Intention[], { name }: RealPhone): string[] {
  return [
    ...new Set(
      intentions.flatMap((one) => (one.kind === 'ballot' && one.device === name ? [one.voterId] : [])),
    ),
  ]
}

/** What could have been chosen instead of one of these. */
function listOthers({ cars }: Show, votes: readonly string[]): string[] {
  return cars.filter((car) => !votes.includes(car) && votes.some((vote) => vote[0] === car[0]))
}

function chooseFew(show: Show, random: Random): string[] {
  return random
    .shuffle([...Map.groupBy(show.cars, (car) => car[0]).values()])
    .slice(0, 3)
    .map((cars) => random.pick(cars))
    .sort()
}
