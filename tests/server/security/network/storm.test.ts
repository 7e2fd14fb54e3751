// All at once, against a real server process: guesses of passwords, bodies that never end, and those who hold the last
// of everything. Beside them people sign in, vote, buy, judge and read, and each is answered within two seconds.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { endpointPath, grantHeader } from '../../../../src/contract/caller.ts'
import { bodyLimits } from '../../../../src/contract/define.ts'
import { foldEmail } from '../../../../src/domain/member.ts'
import { dayMs, minuteMs } from '../../../../src/domain/time.ts'
import { seedScarceShow, wantSpace, wantTicket } from '../../../support/buying/eventOrders.ts'
import { setUpShop, type WantedOrder } from '../../../support/buying/shop.ts'
import { seedJudges } from '../../../support/clubs/judges.ts'
import { people } from '../../../support/clubs/people.ts'
import { describeOnBothEngines } from '../../../support/database/database.ts'
import { sendRequest } from '../../../support/database/world.ts'
import { findFreePort } from '../../../support/processes/freePort.ts'
import { type LightClient, openLightClient } from '../../../support/processes/lightClient.ts'
import { startServerProcess } from '../../../support/processes/serverProcess.ts'
import { proofTag } from '../../../support/run/longTests.ts'

const addresses = 200
const guesses = 3000
const guessesAtOnce = 3
const hoarders = 20
const rightPeople = 20
/** In which the right people come, one of each kind after the other. */
const stormMs = 20_000
const mostMs = 2000

const toAddress = (index: number) => `198.18.${Math.floor(index / 200)}.${(index % 200) + 1}`
const newEmail = () => `storm${randomUUID().slice(0, 8)}@storm.example`

describeOnBothEngines(`a storm of strangers ${proofTag}`, (engine) => {
  const shop = setUpShop(engine, { show: { startsIn: 0, days: 2 } })

  it('keeps nobody from signing in, voting, buying, judging and reading within two seconds', {
    timeout: 300_000,
  }, async () => {
    const { a } = shop
    const { password } = people.member
    const { password_hash: hash } = await shop.getRow(a, 'member', { email: a.people.member.email }, [
      'password_hash',
    ])
    const members = Array.from({ length: rightPeople }, newEmail)
    await shop.insertRows(
      a,
      'member',
      members.map((email) => ({
        ...{ email, email_folded: foldEmail(email), fname: 'Rita', lname: 'Right', password_hash: hash },
        ...{ member_type_id: a.memberTypes.open, expires_on: '2027-06-20' },
      })),
    )
    const voters = await shop.insertRows(
      a,
      'voter',
      members.map(() => ({ event_id: a.show.id })),
    )
    const until = shop.now() + dayMs
    const judges = await shop.inClub(a, (tx) =>
      seedJudges(tx, { eventId: a.show.id, count: rightPeople, until }),
    )
    const show = await seedScarceShow(shop, { spaces: 10, tickets: 10 })
    const logIn = { action: 'member_login', tenantId: a.id, password, ttl: 24 }
    const devices: string[] = []
    for (const username of members.slice(0, rightPeople / 2)) {
      const { headers } = await shop.post({ ...logIn, username }, { 'x-forwarded-for': '192.0.2.250' })
      devices.push(headers['set-cookie']?.[0]?.split(';')[0] ?? 'none')
    }
    // they hold the last ten of both
    const [first, second] = ['203.0.113.1', '203.0.113.2']
    for (const [peer, quantity] of [
      [first, 6],
      [second, 4],
    ] as const)
      await shop.open(wantTicket(show, newEmail(), quantity), { peer })
    for (let at = 0; at < 10; at += 1)
      await shop.open(wantSpace(show, newEmail(), at), { peer: at < 6 ? first : second })
    const toOrder = async (wanted: WantedOrder) => {
      const { kind, payload, category, email } = wanted
      const quoted = await shop.ask(a, 'quote_order', { order: { kind, payload } })
      const amount = quoted.success ? quoted.quote.grandTotalCents : 0
      return (who: string) => ({
        ...{ action: 'create_payment_intent', tenantId: a.id, key: randomUUID(), amount, category },
        receiptEmail: who,
        order: { kind, payload: JSON.parse(JSON.stringify(payload).replaceAll(email, who)) },
      })
    }
    const ticketOrder = await toOrder(wantTicket(show, newEmail(), 1))
    const spaceOrders = await Promise.all(
      Array.from({ length: 10 }, (_, at) => toOrder(wantSpace(show, newEmail(), at))),
    )
    await shop.resetSandbox()
    await shop.stop()

    const { databaseUrl, dataDir } = shop.database.options
    const port = await findFreePort()
    const start = shop.now() + 4 * minuteMs
    const server = await startServerProcess({ databaseUrl, dataDir, now: start, port })
    const begunAt = performance.now()
    const clock = setInterval(() => server.setNow(start + performance.now() - begunAt), 500)
    const sockets = new Set<Socket>()
    const clients: LightClient[] = []
    let isOver = false
    const counts = { guesses: 0, holds: 0, slow: 0 }

    const open = () => {
      const client = openLightClient(port)
      clients.push(client)
      return client
    }
    async function guess(index: number): Promise<void> {
      const client = open()
      const from = toAddress(Math.floor(index / guessesAtOnce))
      for (let tries = 0; tries < guesses / addresses / guessesAtOnce; tries += 1) {
        // a stranger's device cannot sign in where strangers have guessed too often: then a mailed password does
        const attacked = members[(index + tries) % devices.length]
        const username = tries % 2 === 0 ? attacked : `x${index}.${tries}@guess.example`
        await client
          .call({ ...logIn, username, password: `Wrong-${index}.${tries}` }, { from })
          .catch(() => undefined)
        counts.guesses += 1
        await pause(Math.random() * 3000)
      }
    }
    async function keepOpen(index: number): Promise<void> {
      while (!isOver) {
        const socket = connect(port, '127.0.0.1')
        sockets.add(socket)
        socket.on('error', () => undefined)
        await once(socket, 'connect').catch(() => undefined)
        const head = `POST ${endpointPath} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${toAddress(index)}\r\nContent-Type: application/json\r\nContent-Length: ${bodyLimits.batch}\r\n\r\n`
        socket.write(head + 'a'.repeat(bodyLimits.plain + 1))
        counts.slow += 1
        const timer = setInterval(() => socket.write('a'), 2000)
        const ended = new Promise((resolve) => socket.on('close', resolve).on('data', resolve))
        await Promise.race([ended, pause(stormMs)])
        clearInterval(timer)
        socket.destroy()
        sockets.delete(socket)
        await pause(500)
      }
    }
    async function hoard(index: number): Promise<void> {
      const client = open()
      const from = index < 2 ? `203.0.113.${index + 1}` : toAddress(index)
      while (!isOver) {
        const order = index % 2 === 0 ? ticketOrder : spaceOrders[index % 10]
        await client.call(order?.(newEmail()) ?? {}, { from }).catch(() => undefined)
        counts.holds += 1
      }
    }

    const slowest = new Map<string, number>()
    const refused: string[] = []
    /** What had given way went to somebody else who came just before. */
    let soldOut = 0
    async function take(kind: string, body: object, headers: Record<string, string>): Promise<void> {
      const from = performance.now()
      const received = await sendRequest(port, endpointPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ tenantId: a.id, ...body }),
      })
      slowest.set(kind, Math.max(slowest.get(kind) ?? 0, performance.now() - from))
      const { success, code } = received.json()
      if (code === 'sold-out') soldOut += 1
      else if (success !== true) refused.push(`${kind} ${code}`)
    }
    const ofPerson = (index: number): (() => Promise<void>)[] => {
      const headers = { 'x-forwarded-for': `192.0.2.${index + 1}` }
      const cookie = devices[index]
      const kind = cookie === undefined ? 'sign-in on a new device' : 'sign-in on a known device'
      const buying = (index < 10 ? ticketOrder : spaceOrders[index % 10])?.(newEmail()) ?? {}
      const judge = judges[index]
      const sheet = () => ({
        ...{ action: 'submit_judging_form', key: randomUUID(), eventId: a.show.id, entryId: '110' },
        ...{ judgeId: judge?.code, grant: judge?.grant, notes: 'long '.repeat(300) },
        scores: a.show.criterionIds.map((criteriaId) => ({ criteriaId, score: 5 })),
      })
      const entries = Array.from({ length: 50 }, sheet)
      const ballot = { voterId: voters[index]?.uuid, votes: ['110', '201'] }
      return [
        () =>
          take(
            kind,
            { ...logIn, username: members[index] },
            cookie === undefined ? headers : { ...headers, cookie },
          ),
        () => take('ballot', { action: 'submit_ballot', key: randomUUID(), ...ballot }, headers),
        () => take('purchase', buying, headers),
        () =>
          take(
            'batch of a judge',
            { action: 'submit_batch', entries },
            {
              ...headers,
              [grantHeader]: `${a.uuid}.${judge?.grant}`,
            },
          ),
        () => take('read', { action: 'get_event', event: a.show.id }, headers),
        () => take('read', { action: 'get_tenant', pages: true }, headers),
      ]
    }

    const storm = [
      ...Array.from({ length: addresses * guessesAtOnce }, (_, index) => guess(index)),
      ...Array.from({ length: addresses }, (_, index) => keepOpen(index)),
      ...Array.from({ length: hoarders }, (_, index) => hoard(index)),
    ]
    try {
      await pause(1000)
      await Promise.all(
        Array.from({ length: rightPeople }, async (_, index) => {
          await pause((stormMs / rightPeople) * index)
          await Promise.all(ofPerson(index).map((act) => act()))
        }),
      )
    } finally {
      isOver = true
      for (const socket of sockets) socket.destroy()
      await Promise.race([Promise.allSettled(storm), pause(30_000)])
      for (const client of clients) client.close()
      clearInterval(clock)
      await server.stop()
    }
    const times = [...slowest].map(([kind, ms]) => `${kind} ${Math.round(ms)} ms`).join(', ')
    console.info(
      `${engine}: ${counts.guesses} guesses, ${counts.slow} slow bodies, ${counts.holds} tries to hold, ${soldOut} of ${rightPeople} buyers were told that it is sold out; the slowest answers: ${times}`,
    )
    expect(counts.guesses).toBe(guesses)
    expect(refused).toEqual([])
    expect(soldOut).toBeLessThan(rightPeople)
    expect([...slowest].filter(([, ms]) => ms > mostMs)).toEqual([])
  })
})
