// Who works at the club while its database dies: judges, voters, buyers and members. Each goes on until it is told to
// stop, ends what it has begun, and knows what it was answered.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../chaos/random.ts'
import type { CardSandboxClient } from '../buying/cardSandbox.ts'
import { buyingAtShow, toTickets } from '../buying/eventOrders.ts'
import { donating, type WantedOrder } from '../buying/shop.ts'
import type { SeededClub, SeededEvent } from '../clubs/clubs.ts'
import type { SeededJudge } from '../clubs/judges.ts'
import { photo } from '../corpora/hostilePictures.ts'
import { toSheet } from '../processes/sheetSender.ts'
import type { Calls } from './calls.ts'

/** What was answered, and so must be there once. */
export interface Acknowledged {
  readonly sheets: string[]
  readonly ballots: string[]
  readonly posts: string[]
  /** Makes of vehicles, of which each has a picture. */
  readonly rides: { make: string; picture: string }[]
  /** By member: what their profile says last. */
  readonly partners: Map<string, string>
  readonly orders: { key: string; receiptId: number; email: string; end: 'paid' | 'free' | 'left' }[]
}

export interface Stage {
  readonly calls: Calls
  readonly random: Random
  readonly club: SeededClub
  readonly event: SeededEvent
  readonly freeTicketId: number
  readonly judges: readonly SeededJudge[]
  readonly voters: readonly string[]
  /** Sign-ins, by mailbox. */
  readonly tokens: ReadonlyMap<string, { id: number; token: string }>
  readonly cards: CardSandboxClient
  /** Epoch milliseconds, by the servers' clocks. */
  now(): number
  isOver(): boolean
}

export async function workAll(stage: Stage): Promise<Acknowledged> {
  const done: Acknowledged = {
    ...{ sheets: [], ballots: [], posts: [], rides: [], orders: [] },
    partners: new Map(),
  }
  const each = <T>(all: Iterable<T>, work: (one: T, at: number) => Promise<void>) =>
    [...all].map((one, at) => repeat(stage, () => work(one, at)))
  const spaces = stage.event.spaceIds.slice(1)
  const voters = [...stage.voters]
  await Promise.all([
    ...each(stage.judges, (judge) => judgeCars(stage, done, judge)),
    ...each([0, 1], () => vote(stage, done, voters.pop())),
    ...each([0, 1, 2, 3], () => buy(stage, done, spaces)),
    ...each(stage.tokens, ([name, { id, token }]) => share(stage, done, name, id, token)),
  ])
  return done
}

async function repeat({ isOver, random }: Stage, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work()
    await pause(random.between(20, 120))
  }
}

/** Each is another revision. */
let sheetNumber = 0

/** As the outbox sends it: several sheets in a batch, and again those that got no receipt, with their own keys. */
async function judgeCars({ calls, event, now }: Stage, done: Acknowledged, judge: SeededJudge) {
  const [paint, engine] = event.criterionIds
  const plan = {
    ...{ port: 0, tenantId: 0, judges: [], sheets: 0, perRequest: 0 },
    ...{ eventId: event.id, formId: event.formIds[0] ?? 0, cars: ['110', '12', '201'] },
    criteria: [
      { id: paint, minScore: 0, maxScore: 10 },
      { id: engine, minScore: 1, maxScore: 20 },
    ],
  }
  let waiting = Array.from({ length: 5 }, () => ({
    ...toSheet(plan, judge, sheetNumber++),
    madeAt: new Date(now()).toISOString(),
  }))
  while (waiting.length > 0) {
    const { results } = (await calls.call('submit_batch', { entries: waiting })) as unknown as {
      results: { key: string; success: boolean; code?: string }[]
    }
    for (const { key, success, code } of results) {
      if (success) done.sheets.push(key)
      else if (!isPassing(code)) calls.wrongs.push(`a sheet was refused: ${code}`)
    }
    waiting = waiting.filter(({ key }) => isPassing(results.find((each) => each.key === key)?.code))
    if (waiting.length > 0) await pause(100)
  }
  // nobody judges faster, and who does is told to wait
  await pause(300)
}

/** What the outbox tries again. */
function isPassing(code: string | undefined): boolean {
  return code === 'unavailable' || code === 'too-many-requests'
}

async function vote({ calls }: Stage, done: Acknowledged, voterId: string | undefined): Promise<void> {
  if (voterId === undefined) return
  const answer = await calls.call('submit_ballot', { voterId, votes: ['110', '201'], key: randomUUID() })
  if (answer.success) done.ballots.push(voterId)
  else calls.wrongs.push(`a ballot was refused: ${answer.code}`)
}

async function buy(stage: Stage, done: Acknowledged, spaces: number[]): Promise<void> {
  const { calls, random, cards } = stage
  const email = `b${randomUUID().slice(0, 8)}@failover.example`
  const key = randomUUID()
  const kind = random.pick(['donation', 'space', 'tickets', 'free', 'left'] as const)
  const wanted = toWanted(stage, kind, email, spaces)
  if (wanted === undefined) return
  const order = { kind: wanted.kind, payload: wanted.payload }
  const { quote } = (await calls.call('quote_order', { order })) as unknown as {
    quote: { grandTotalCents: number }
  }
  const amount = quote.grandTotalCents
  const placed =
    amount === 0
      ? await calls.call('create_event_customer', { ...wanted.payload, key })
      : await calls.call('create_payment_intent', {
          ...{ amount, receiptEmail: email, category: wanted.category, key, order },
        })
  if (!placed.success) {
    calls.wrongs.push(`an order was refused: ${kind} ${JSON.stringify(placed)}`)
    return
  }
  const { receiptId, clientSecret } = placed as unknown as { receiptId: number; clientSecret: string }
  const bought = { key, receiptId, email }
  if (amount === 0) {
    done.orders.push({ ...bought, end: 'free' })
    return
  }
  if (kind === 'left') {
    done.orders.push({ ...bought, end: 'left' })
    return
  }
  const confirmed = await cards.confirm(clientSecret, 'pm_card_visa')
  if (!confirmed.ok) calls.wrongs.push(`a card was refused: ${await confirmed.text()}`)
  // from here on the money is the club's, whatever the browser hears
  done.orders.push({ ...bought, end: 'paid' })
  await calls.call('stripe_complete_payment', { ids: [receiptId], status: 3 })
  await calls.call('get_order', { orderKey: key })
}

function toWanted(
  { event, freeTicketId, random }: Stage,
  kind: 'donation' | 'space' | 'tickets' | 'free' | 'left',
  email: string,
  spaces: number[],
): WantedOrder | undefined {
  if (kind === 'donation') return donating(email, random.between(1, 200))
  if (kind === 'free') {
    return buyingAtShow(event, email, [], { tickets: toTickets(event, email, freeTicketId, 1) })
  }
  if (kind === 'tickets') return buyingAtShow(event, email, ['tickets'])
  // each has a space of their own: that one is sold twice to nobody is for the books to find
  const elementId = spaces.pop()
  if (elementId === undefined) return undefined
  const [eventMapId = 0] = event.mapIds
  return buyingAtShow(event, email, ['reservations'], { reservations: [{ eventMapId, elementId }] })
}

async function share(
  { calls, random }: Stage,
  done: Acknowledged,
  name: string,
  id: number,
  token: string,
): Promise<void> {
  const text = randomUUID()
  const key = randomUUID()
  const what = random.pick(['post', 'profile', 'ride'] as const)
  if (what === 'post') {
    const answer = await calls.call('create_post', { message: text, key }, token)
    if (answer.success) done.posts.push(text)
    else if (answer.code !== 'too-many-requests') calls.wrongs.push(`a post was refused: ${answer.code}`)
  } else if (what === 'profile') {
    const answer = await calls.call('update_member', { id, partner: text, key }, token)
    if (answer.success) done.partners.set(name, text)
    else calls.wrongs.push(`a profile was refused: ${JSON.stringify(answer)}`)
  } else {
    const picture = await photo(40 + random.between(0, 400), 40 + random.between(0, 400))
    const images = [{ imageData: `data:image/png;base64,${picture.toString('base64')}` }]
    const answer = await calls.call('create_member_ride', { make: text, images, key }, token)
    if (answer.success) done.rides.push({ make: text, picture: '' })
    else if (answer.code !== 'too-many-requests') calls.wrongs.push(`a ride was refused: ${answer.code}`)
  }
}
