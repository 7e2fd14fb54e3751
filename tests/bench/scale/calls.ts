// The calls that are weighed, each as the app or a browser makes it.
import { randomInt, randomUUID } from 'node:crypto'
import { buyer } from '../../support/clubs/sampleInputs.ts'
import { type LightClient, openLightClient } from '../../support/processes/lightClient.ts'
import { toBallotSecret } from './fill.ts'
import type { CalledClub, ScaleDatabase, SignedIn } from './world.ts'

/** A client of a server, with what its calls have sent and got. */
export interface Weighed {
  readonly client: LightClient
  readonly database: ScaleDatabase
  readonly origin: string
  bytes: number
}

export type WeighedCall = (weighed: Weighed, club: CalledClub) => Promise<void>

export function openWeighed(database: ScaleDatabase, port: number): Weighed {
  const origin = `http://127.0.0.1:${port}`
  return { client: openLightClient(port), database, origin, bytes: 0 }
}

const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T

async function getPack(weighed: Weighed, { showId, slug }: CalledClub): Promise<void> {
  const path = `/dart/pack/${showId}?subdomain=${slug}`
  const answer = await weighed.client.get(path, [`X-Forwarded-For: ${newAddress()}`, 'Accept-Encoding: br'])
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`)
  count(weighed, answer)
}

/** Pictures and files go out as they are read, without a length. */
async function getFile(weighed: Weighed, path: string): Promise<void> {
  const answer = await fetch(weighed.origin + path, { headers: { 'X-Forwarded-For': newAddress() } })
  const bytes = await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
  weighed.bytes += bytes.byteLength
}

function count(weighed: Weighed, { headers, text }: { headers: string; text: string }): void {
  const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1]
  weighed.bytes += headers.length + Number(length ?? text.length)
}

/** Tokens are made once, because that is no work of the server's. */
const tokens = new WeakMap<SignedIn, Promise<string>>()

async function call<Answer = unknown>(
  weighed: Weighed,
  club: CalledClub,
  action: string,
  input: object,
  member?: SignedIn,
): Promise<Answer> {
  const { client, database } = weighed
  let token: string | undefined
  if (member !== undefined) {
    const made = tokens.get(member) ?? database.makeToken(club, member)
    tokens.set(member, made)
    token = await made
  }
  const body = { action, tenantId: club.id, ...input }
  const answer = await client.call(body, { from: newAddress(), ...(token === undefined ? {} : { token }) })
  if (answer.status !== 200 || !answer.text.startsWith('{"success":true')) {
    throw new Error(`${JSON.stringify(body)} was refused: ${answer.text}`)
  }
  count(weighed, answer)
  return JSON.parse(answer.text) as Answer
}

function asMember(action: string, toInput: (club: CalledClub, member: SignedIn) => object): WeighedCall {
  return async (weighed, club) => {
    const member = pick(club.members)
    await call(weighed, club, action, toInput(club, member), member)
  }
}

/** Nobody else has the e-mail, and so no limit is met. */
function toTickets({ showId }: CalledClub, ticket: number) {
  const { fname, lname, address1, country: _, ...person } = buyer
  const email = `${randomUUID().slice(0, 13)}@buyer.example`
  const tickets = { ...person, email, name: `${fname} ${lname}`, address: address1 }
  return { email, payload: { eventId: showId, tickets: { ...tickets, tickets: [{ ticket, quantity: 1 }] } } }
}

/** The price, the payment, what the card's holder says, and what was bought. */
async function payOrder(weighed: Weighed, club: CalledClub): Promise<void> {
  const { email, payload } = toTickets(club, club.tickets.paid)
  const order = { kind: 'event', payload }
  const { quote } = await call<{ quote: { grandTotalCents: number } }>(weighed, club, 'quote_order', {
    order,
  })
  const key = randomUUID()
  const asked = { amount: quote.grandTotalCents, receiptEmail: email, category: 5, key, order }
  const { receiptId, clientSecret } = await call<{ receiptId: number; clientSecret: string }>(
    ...([weighed, club, 'create_payment_intent', asked] as const),
  )
  const [intent] = clientSecret.split('_secret_')
  const confirmed = await fetch(`${weighed.origin}/sandbox/stripe/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await findPublishableKey(weighed, club)}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  if (confirmed.status !== 200) throw new Error(`nothing was paid: ${await confirmed.text()}`)
  await call(weighed, club, 'get_order', { receiptId, orderKey: key })
}

const publishableKeys = new Map<ScaleDatabase, Promise<string>>()

function findPublishableKey({ database, client }: Weighed, { id }: CalledClub): Promise<string> {
  const known =
    publishableKeys.get(database) ??
    client
      .call({ action: 'get_tenant', tenantId: id })
      .then(({ text }) => (JSON.parse(text) as { stripe: { publishableKey: string } }).stripe.publishableKey)
  publishableKeys.set(database, known)
  return known
}

/** So many ballots of a club are used already. */
const ballotsUsed = new WeakMap<CalledClub, number>()

async function castBallot(weighed: Weighed, club: CalledClub): Promise<void> {
  const used = (ballotsUsed.get(club) ?? 0) + 1
  ballotsUsed.set(club, used)
  await call(weighed, club, 'submit_ballot', {
    ...{
      voterId: toBallotSecret(club.id, used),
      key: randomUUID(),
      fname: 'Vera',
      lname: 'Vote',
      email: 'vera@vote.example',
    },
    votes: ['110', '201'],
  })
}

async function sendSheet(weighed: Weighed, club: CalledClub): Promise<void> {
  const [paint, engine] = club.criterionIds
  const { code, grant } = pick(club.judges)
  await call(weighed, club, 'submit_judging_form', {
    ...{
      eventId: club.showId,
      judgeId: code,
      grant,
      entryId: pick(['110', '12', '201']),
      formId: club.formId,
    },
    ...{ key: randomUUID(), sequence: 1 },
    scores: [
      { criteriaId: paint, score: randomInt(11) },
      { criteriaId: engine, score: 1 + randomInt(20) },
    ],
  })
}

async function openFile(weighed: Weighed, club: CalledClub): Promise<void> {
  const { media } = await call<{ media: { url: string }[] }>(
    ...([weighed, club, 'get_media', { shared: true }, pick(club.members)] as const),
  )
  const { pathname, search } = new URL(media[0]?.url ?? '', weighed.origin)
  await getFile(weighed, pathname + search)
}

async function signIn(weighed: Weighed, club: CalledClub): Promise<void> {
  const { email: username } = pick(club.members)
  await call(weighed, club, 'member_login', { username, password: weighed.database.password, ttl: 24 })
}

/** By the words of the table in docs/scale.md. */
export const calls = {
  'event pack': getPack,
  event: (weighed, club) =>
    call(weighed, club, 'get_event', { event: String(club.showId) }).then(() => undefined),
  'list of events': (weighed, club) => call(weighed, club, 'get_upcoming_events', {}).then(() => undefined),
  'what is left': (weighed, club) =>
    call(weighed, club, 'get_event_availability', { eventId: club.showId }).then(() => undefined),
  'sign-in checked': asMember('member_authorize', (_, { id }) => ({ id })),
  profile: asMember('get_member', (_, { id }) => ({ id })),
  'feed page': asMember('get_posts', () => ({ LIMIT: 20 })),
  post: asMember('create_post', () => ({ message: 'See you on Saturday.', key: randomUUID() })),
  sheet: sendSheet,
  ballot: castBallot,
  'free order': (weighed, club) =>
    call(weighed, club, 'create_event_customer', {
      ...toTickets(club, club.tickets.free).payload,
      key: randomUUID(),
    }).then(() => undefined),
  'paid order': payOrder,
  'sign-in': signIn,
  picture: (weighed, { slug }) =>
    getFile(weighed, `/media/${weighed.database.pictureHash}.webp?subdomain=${slug}`),
  file: openFile,
} satisfies Readonly<Record<string, WeighedCall>>

export type CallName = keyof typeof calls
