// Two servers on a primary and its standby, the stand-ins around them, and a club with a show.

import { Client } from 'pg'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import { tokenHeader } from '../../../src/contract/caller.ts'
import { announce } from '../../../src/server/alerts/announce.ts'
import { listDatabaseUrls } from '../../../src/server/db/drivers/databaseUrls.ts'
import { type Database, openDatabase } from '../../../src/server/db/open.ts'
import { alertGatherMs } from '../../../src/server/limits/times.ts'
import { findOrder, type StoredOrder } from '../../../src/server/order/db/order.ts'
import { getCardKeys, getCardProvider } from '../../../src/server/providers/stripe.ts'
import { openStorageSandbox } from '../../../storage-sandbox/open.ts'
import { createRandom, type Random } from '../../chaos/random.ts'
import { startPushServer } from '../alerts/pushServer.ts'
import { type CardSandboxClient, openCardSandbox } from '../buying/cardSandbox.ts'
import type { Shop } from '../buying/shop.ts'
import { type SeededClub, seedClubs } from '../clubs/clubs.ts'
import { addEvent } from '../clubs/clubWorld.ts'
import { seedJudges } from '../clubs/judges.ts'
import { makeRows, type Rows } from '../database/rows.ts'
import { type ServerPair, startServerPair } from '../database/standby.ts'
import { openSwallowingLine, type SwallowingLine } from '../database/swallowingLine.ts'
import { makeTestFolder } from '../database/testFolder.ts'
import { sendRequest, startWorld, type World, worldStart } from '../database/world.ts'
import { startMailServer } from '../processes/mailServer.ts'
import { toStorageEnvironment } from '../storage/sandboxStorage.ts'
import { type Calls, openCalls } from './calls.ts'
import type { Stage } from './people.ts'
import { type FailoverServer, startFailoverServer } from './server.ts'

export interface FailoverStage {
  readonly pair: ServerPair
  /** Of the first database server, by which the servers reach it. */
  readonly line: SwallowingLine
  /** The test's own way, with both hosts. */
  readonly database: Database
  readonly rows: Rows
  /** What `listOrderFaults` needs. */
  readonly shop: Shop
  readonly club: SeededClub
  readonly servers: readonly FailoverServer[]
  readonly calls: Calls
  readonly random: Random
  readonly cards: CardSandboxClient
  /** Those whose mails and pushes are counted. */
  readonly memberCount: number
  listMails(): { to: string; id: string }[]
  listPushes(): string[]
  listPictures(): string[]
  /** Tells all members of a new file, by mail and by push. */
  tellAll(): Promise<void>
  makeStage(isOver: () => boolean): Promise<Stage>
  /** How much the first database server has, which nobody should change any more. Fails while it is away. */
  countInFormer(): Promise<string>
  /** Of each server: the status of `/readyz` and what it says. */
  readReadiness(): Promise<string[]>
  /** Moves the clocks of both servers. */
  pass(ms: number): void
  now(): number
  stop(): Promise<void>
}

const memberCount = 60

export async function openFailoverStage(seed: string): Promise<FailoverStage> {
  const random = createRandom(seed)
  const [pair, provider, mails, pushes, storage] = await Promise.all([
    startServerPair(),
    startWorld('embedded'),
    startMailServer(),
    startPushServer(),
    openStorageSandbox(),
  ])
  const directUrl = await pair.createDatabase('show')
  const [firstUrl = ''] = listDatabaseUrls(directUrl)
  const firstPort = new URL(firstUrl).port
  const line = await openSwallowingLine(Number(firstPort))
  const databaseUrl = directUrl.replace(`:${firstPort},`, `:${line.port},`)
  const database = await openDatabase({ databaseUrl, dataDir: makeTestFolder() })
  const rows = makeRows(database)
  const { a: club } = await seedClubs(database, worldStart)
  const cardKeys = await getCardKeys(provider)
  await rows.insertRow(null, 'instance_secret', {
    name: 'card sandbox keys',
    value: JSON.stringify(cardKeys),
  })
  const begunAt = Date.now()
  let passed = 0
  const now = (): number => worldStart + passed + Date.now() - begunAt
  const event = await addEvent({ inClub: rows.inClub, now }, club, {
    ...{ name: 'Fall Show', startsIn: 0, spaces: 120 },
  })
  const members = await rows.insertRows(
    club,
    'member',
    Array.from({ length: memberCount }, (_, at) => ({
      email: `m${at}@failover.example`,
      email_folded: `m${at}@failover.example`,
      fname: 'M',
      lname: `Number ${at}`,
      expires_on: '2027-06-12',
    })),
  )
  await rows.insertRows(
    club,
    'push_subscription',
    members.slice(0, memberCount / 2).map(({ id }) => {
      const { endpoint, keys } = pushes.makeDevice()
      return { endpoint, ...keys, member_id: id }
    }),
  )
  const setup = {
    ...{ databaseUrl, cardsPort: provider.port, pushPort: pushes.port, start: worldStart, begunAt },
    env: {
      ...toStorageEnvironment(storage),
      SMTP_URL: mails.url,
      MAIL_FROM: 'club@harbor.example',
      ORIGIN: 'https://harbor.example',
    },
  }
  const servers = await Promise.all(
    [1, 2].map(() => startFailoverServer({ ...setup, dataDir: makeTestFolder() })),
  )
  const calls = openCalls(
    servers.map(({ port }) => port),
    club.id,
    random,
  )
  const cards = openCardSandbox(provider.origin, { publishableKey: cardKeys.publishableKey })
  // nobody hears of a payment but by asking
  await cards.setRules([{ state: 'held' }])
  return {
    ...{ pair, line, database, rows, club, servers, calls, random, cards, memberCount, now },
    shop: await makeShop(rows, club, provider),
    listMails: () =>
      mails.received.map(({ to, raw }) => ({
        to: to.join(),
        id: /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? '',
      })),
    listPushes: () => pushes.received.map(({ endpoint }) => endpoint),
    listPictures: () => [...storage.bucket.objects.keys()],
    async tellAll() {
      const file = { name: 'Minutes', content_type: 'application/pdf', hash: 'x', bytes: 1 }
      const { id } = await rows.insertRow(club, 'media_file', file)
      await rows.inClub(club, (tx) =>
        announce(tx, { kind: 'file', ids: [id], at: new Date(now() - alertGatherMs) }),
      )
    },
    async makeStage(isOver) {
      const until = now() + 24 * 3_600_000
      const judges = await rows.inClub(club, (tx) => seedJudges(tx, { eventId: event.id, count: 4, until }))
      const voters = await rows.insertRows(
        club,
        'voter',
        Array.from({ length: 500 }, () => ({ event_id: event.id, uuid: random.uuid() })),
      )
      const [freeTicketId = 0, paidTicketId = 0] = event.ticketIds.toReversed()
      await rows.changeRows(
        club,
        'ticket',
        { id: freeTicketId },
        { price_cents: 0, availability: 0, quantity: 1000, purchase_limit: 8 },
      )
      await rows.changeRows(club, 'ticket', { id: paidTicketId }, { quantity: 1000 })
      const people = ['member', 'moderator', 'parent'] as const
      const tokens = new Map<string, { id: number; token: string }>()
      for (const name of people) {
        const { id, email, password } = club.people[name]
        const [{ port } = { port: 0 }] = servers
        const received = await sendRequest(port, '/dart/core', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...{ action: 'member_login', tenantId: club.id, username: email, password, ttl: 24 },
          }),
        })
        const token = received.headers[tokenHeader.toLowerCase()]
        expect(token, received.text).toBeDefined()
        tokens.set(name, { id, token: String(token) })
      }
      return {
        ...{ calls, random, club, event, freeTicketId, judges, tokens, cards, now, isOver },
        voters: voters.map(({ uuid }) => uuid),
      }
    },
    async countInFormer() {
      const { rows: counts } = await runAsFormer(Number(firstPort))
      return JSON.stringify(counts)
    },
    readReadiness: () =>
      Promise.all(
        servers.map(async ({ port }) => {
          const { status, text } = await sendRequest(port, '/readyz', {})
          return status === 200 ? '200' : `${status} ${(JSON.parse(text) as { code: string }).code}`
        }),
      ),
    pass(ms) {
      passed += ms
      provider.pass(ms)
      for (const server of servers) server.pass(ms)
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
      await database.close()
      await line.close()
      await pair.stop()
      await provider.dispose()
      await Promise.all([mails.close(), pushes.close(), storage.close()])
    },
  }
}

async function runAsFormer(port: number) {
  const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/show` })
  await client.connect()
  try {
    return await client.query(
      `select ${['sheet', 'ballot', 'post', 'ride', 'purchase_order', 'job', 'receipt']
        .map((table) => `(select count(*) from ${table}) as ${table}`)
        .join()}`,
    )
  } finally {
    await client.end()
  }
}

/** The books are kept in one database, and the provider's in another. */
async function makeShop(rows: Rows, club: SeededClub, provider: World): Promise<Shop> {
  const { stripe } = await getCardProvider(provider)
  const readOrder = async (id: number): Promise<StoredOrder> => {
    const order = await rows.inClub(club, (tx) => findOrder(tx, { id }))
    if (order === undefined) throw new Error(`there is no order ${id}`)
    return order
  }
  const parts: Partial<Shop> & { stripe: Stripe } = { ...rows, a: club, stripe, readOrder }
  return parts as Shop
}
