// Money over two server processes on one database, and one of them killed in the middle of its work (rules/payments 5.3, 5.6, 5.10, 5.15).
import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenHeader } from '../../../src/contract/caller.ts'
import { addDays, addYears, findDay } from '../../../src/domain/day.ts'
import { dayMs } from '../../../src/domain/time.ts'
import { allowLongPauses } from '../../../src/server/db/clubRows.ts'
import { recurringLimits } from '../../../src/server/limits/jobs.ts'
import { moveHolds } from '../../../src/server/order/db/hold.ts'
import { listHistory } from '../../../src/server/order/db/order.ts'
import { getCardKeys } from '../../../src/server/providers/stripe.ts'
import { countSales, seedScarceShow, wantSpace, wantTicket } from '../../support/buying/eventOrders.ts'
import { listOrderFaults } from '../../support/buying/orderBooks.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import {
  bookingSeat,
  donating,
  joining,
  type OpenedOrder,
  setUpShop,
  type WantedOrder,
} from '../../support/buying/shop.ts'
import {
  decliningCard,
  insertHolder,
  listCharges,
  listSubjects,
  readExpiration,
  type SavedHolder,
} from '../../support/clubs/autoRenewals.ts'
import { signInRenewable } from '../../support/clubs/renewables.ts'
import { describeOnPostgres } from '../../support/database/database.ts'
import { sendRequest } from '../../support/database/world.ts'
import { type ServerProcess, startServerProcess } from '../../support/processes/serverProcess.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

const { everyMs: sweepEveryMs, leaseMs: sweepLeaseMs } = recurringLimits.sweepOrders

const sale = { spaces: 6, tickets: 4, buyers: 40 }
const largeSale = { spaces: 50, tickets: 20, buyers: 400 }
/** Each costs as much as the test above, which covers the worst moments. */
const kills = 20

describeOnPostgres('two server processes', () => {
  const shop = setUpShop('postgres')
  let second: ServerProcess
  let webhookSecret: string
  /**
   * A gate in the database: a process that reaches a place marked by a trigger waits while a test keeps the
   * gate shut.
   */
  const gateKey = 4711

  const startSecond = (): Promise<ServerProcess> => {
    const { databaseUrl = '', dataDir } = shop.database.options
    return startServerProcess({ databaseUrl, dataDir, now: shop.now(), cardsPort: shop.port })
  }
  beforeAll(async () => {
    webhookSecret = (await getCardKeys(shop)).webhookSecret
    second = await startSecond()
    await shop.database.withoutClub((tx) =>
      sql`create function wait_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(gateKey)}); return new; end $$`.execute(tx),
    )
  })
  afterAll(() => second.stop())

  const newEmail = (): string => `two${randomUUID().slice(0, 8)}@two.example`
  const listPorts = (): number[] => [shop.port, second.port]
  const post = async (
    port: number,
    input: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> => {
    const peer = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const received = await sendRequest(port, '/dart/core', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': peer, ...headers },
      body: JSON.stringify({ tenantId: shop.a.id, ...input }),
    })
    return received.json()
  }
  const passForBoth = (ms: number): void => {
    shop.pass(ms)
    second.setNow(shop.now())
  }
  const workInBoth = () => Promise.all([shop.engine.runDue(), second.runDue()])

  /** The event of a payment as the provider sends it. */
  async function findWebhook({ intentId }: OpenedOrder): Promise<{ body: string; signature: string }> {
    const events = await shop.stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 })
    const event = events.data.find(({ data }) => 'id' in data.object && data.object.id === intentId)
    const body = JSON.stringify(event)
    const signature = new Stripe('sk_test_any').webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
      timestamp: Math.floor(shop.now() / 1000),
    })
    return { body, signature }
  }
  const sendWebhook = async (port: number, { body, signature }: { body: string; signature: string }) =>
    (
      await sendRequest(port, '/webhooks/stripe', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      })
    ).status

  const countFulfilled = async (receiptId: number): Promise<number> => {
    const history = await shop.inClub(shop.a, (tx) => listHistory(tx, receiptId))
    return history.filter(({ what }) => what === 'fulfilled').length
  }
  /** All orders of one thing, in any state. */
  const listOrdersOf = (thing: string) =>
    shop.inClub(shop.a, (tx) =>
      tx
        .selectFrom('order_line')
        .innerJoin('purchase_order as o', (join) =>
          join.onRef('o.tenant_id', '=', 'order_line.tenant_id').onRef('o.id', '=', 'order_line.order_id'),
        )
        .where('order_line.label', '=', thing)
        .select(['o.id', 'o.state', 'o.email'])
        .execute(),
    )

  for (const { size: joins, tag } of inTwoSizes(2, 40))
    it(`finish an order once when webhooks, hints, watchers and create calls come to both at once${tag}`, async () => {
      const expiration = addYears(findDay(shop.now(), shop.a.timeZone), 1)
      for (let round = 0; round < joins; round += 1) {
        const email = newEmail()
        const opened = await shop.pay(joining(shop, email))
        const webhook = await findWebhook(opened)
        const { receiptId, key } = opened
        const create = { action: 'create_member', ...joining(shop, email).payload, key, kind: 'membership' }
        const statuses = await Promise.all([
          ...Array.from({ length: 5 }, (_, index) => sendWebhook(listPorts()[index % 2] ?? 0, webhook)),
          ...listPorts().flatMap((port) => [
            post(port, { action: 'stripe_complete_payment', ids: [receiptId], status: 3 }).then(() => 200),
            post(port, { action: 'get_order', orderKey: key }).then(() => 200),
            post(port, create).then(({ success }) => (success === true ? 200 : 0)),
          ]),
        ])
        expect(new Set(statuses)).toEqual(new Set([200]))
        expect((await shop.readOrder(receiptId)).lines.map(({ state }) => state)).toEqual(['delivered'])
        expect([await shop.countMembers(email), await countFulfilled(receiptId)]).toEqual([1, 1])
        expect((await shop.getRow(shop.a, 'member', { email }, ['expires_on'])).expires_on).toBe(expiration)
        await workInBoth()
        expect(await shop.listMails(email)).toHaveLength(1)
      }
      await shop.sandbox.drop()
    }, 120_000)

  for (const {
    size: { spaces, buyers },
    tag,
  } of inTwoSizes(sale, largeSale))
    it(`sell what there is and no more, and settle it once, when buyers come to both at once${tag}`, async () => {
      const race = async (kind: 'seat' | 'unguarded', thing: string, count: number, more = {}) => {
        const answers = await Promise.all(
          Array.from({ length: count }, (_, index) => {
            const { payload, email, category } = bookingSeat(newEmail(), thing, more)
            return post(listPorts()[index % 2] ?? 0, {
              action: 'create_payment_intent',
              amount: 1150,
              receiptEmail: email,
              category,
              key: randomUUID(),
              order: { kind, payload },
            })
          }),
        )
        const won = answers.filter(({ success }) => success === true)
        expect(answers.filter(({ code }) => code === 'sold-out')).toHaveLength(count - won.length)
        return won
      }
      // the last one, by count and by the index for single things
      for (const more of [{}, { sole: true }]) {
        expect(await race('seat', `last-${randomUUID().slice(0, 8)}/1`, 12, more)).toHaveLength(1)
      }
      const thing = `both-${randomUUID().slice(0, 8)}/${spaces}`
      const won = await race('seat', thing, buyers)
      expect(won).toHaveLength(spaces)
      // without the guard it is oversold, so the line above can fail
      expect((await race('unguarded', `${thing.split('/')[0]}-free/5`, 12)).length).toBeGreaterThan(5)
      await Promise.all(
        won.map(({ clientSecret }) => shop.sandbox.confirm(String(clientSecret), 'pm_card_visa')),
      )
      await shop.sandbox.drop()
      passForBoth(sweepEveryMs)
      await workInBoth()
      await workInBoth()
      const orders = await listOrdersOf(thing)
      expect(orders.map(({ state }) => state)).toEqual(Array(spaces).fill('fulfilled'))
      for (const { id } of orders) expect(await countFulfilled(id)).toBe(1)
      const mailed = (await shop.engine.listSandboxMessages('mail')).map(({ to }) => to)
      const emails = orders.map(({ email }) => email)
      expect(mailed.filter((to) => emails.includes(to)).toSorted()).toEqual(emails.toSorted())
      const jobs = await shop.listRows(shop.a, 'job', {}, ['state', 'attempts'])
      expect(new Set(jobs.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['done 1']))
    }, 240_000)

  for (const {
    size: { spaces, tickets, buyers },
    tag,
  } of inTwoSizes(sale, largeSale))
    it(`sell each space and each ticket of a show once${tag}`, async () => {
      const show = await seedScarceShow(shop, { spaces, tickets })
      const race = async (toWanted: (at: number) => WantedOrder, amount: number, stock: number) => {
        const answers = await Promise.all(
          Array.from({ length: buyers }, (_, at) => {
            const { kind, payload, email, category } = toWanted(at)
            return post(listPorts()[at % 2] ?? 0, {
              action: 'create_payment_intent',
              amount,
              receiptEmail: email,
              category,
              key: randomUUID(),
              order: { kind, payload },
            })
          }),
        )
        const won = answers.filter(({ success }) => success === true)
        expect(won).toHaveLength(stock)
        expect(answers.filter(({ code }) => code === 'sold-out')).toHaveLength(buyers - stock)
        await Promise.all(
          won.map(({ clientSecret }) => shop.sandbox.confirm(String(clientSecret), 'pm_card_visa')),
        )
      }
      await race((at) => wantSpace(show, newEmail(), at), 2525 + 150, spaces)
      await race(() => wantTicket(show, newEmail()), 1000 + 150, tickets)
      await shop.sandbox.drop()
      passForBoth(sweepEveryMs)
      await workInBoth()
      await workInBoth()
      expect(await countSales(shop, show)).toEqual({ held: 0, spaces, tickets })
    }, 240_000)

  for (const { size: renewals, tag } of inTwoSizes(6, 40))
    it(`renew each membership once when both come back three days late and members press at both${tag}`, async () => {
      const expiration = addDays(findDay(shop.now(), shop.a.timeZone), 1)
      const members: SavedHolder[] = []
      for (let count = 0; count < renewals; count += 1) members.push(await insertHolder(shop, { expiration }))
      const declined = await insertHolder(shop, { card: decliningCard, expiration })
      passForBoth(3 * dayMs)
      const tokens = await Promise.all(
        members.slice(0, renewals / 2).map((one) => signInRenewable(shop, one)),
      )
      const presses = tokens.flatMap((token) =>
        listPorts().map((port) =>
          post(port, { action: 'stripe_membership_renew', expiration }, { [tokenHeader]: token }),
        ),
      )
      const [answers] = await Promise.all([Promise.all(presses), workInBoth()])
      const renewed = { success: true, expiration: addYears(expiration, 1) }
      expect(answers).toEqual(answers.map(() => expect.objectContaining(renewed)))
      await shop.sandbox.drop()
      for (let turn = 0; turn < 2; turn += 1) {
        passForBoth(10 * sweepEveryMs)
        await workInBoth()
      }
      for (const member of members) {
        expect(await listCharges(shop, member)).toEqual([4150])
        expect(await readExpiration(shop, member)).toBe(renewed.expiration)
        expect(await listSubjects(shop, member)).toEqual([expect.stringContaining('receipt')])
      }
      expect(await listCharges(shop, declined)).toEqual([])
      expect(await listSubjects(shop, declined)).toEqual([expect.stringContaining('could not be renewed')])
    }, 120_000)

  /** Marks the places and shuts the gate. Resolves with a function that opens it again. */
  async function shutGate(places: readonly string[]): Promise<() => Promise<void>> {
    await shop.database.withoutClub(async (tx) => {
      for (const [index, place] of places.entries()) {
        await sql.raw(`create trigger gate_${index} ${place} execute function wait_at_gate()`).execute(tx)
      }
    })
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { promise: shut, resolve: tellShut } = Promise.withResolvers<void>()
    const holding = shop.database.withoutClub(async (tx) => {
      await allowLongPauses(tx)
      await sql`select pg_advisory_xact_lock(${sql.lit(gateKey)})`.execute(tx)
      tellShut()
      await opened
    })
    await shut
    return async () => {
      open()
      await holding
      await shop.database.withoutClub(async (tx) => {
        for (const [index, place] of places.entries()) {
          const [, table = ''] = / on (\w+)/.exec(place) ?? []
          await sql.raw(`drop trigger gate_${index} on ${table}`).execute(tx)
        }
      })
    }
  }
  /** The table that each statement at the gate writes to. */
  const listWaiting = async (): Promise<string[]> => {
    const { rows } = await shop.database.withoutClub((tx) =>
      sql<{
        statement: string
      }>`select query as statement from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and objid = ${sql.lit(gateKey)} and not granted`.execute(tx),
    )
    const toTable = (statement: string): string =>
      /(?:insert into|update) "?(\w+)/.exec(statement)?.[1] ?? statement
    return rows.map(({ statement }) => toTable(statement)).toSorted()
  }
  /** Fails with who is at the gate beside who should be. */
  const untilWaiting = (...tables: readonly string[]) =>
    expect.poll(listWaiting, { interval: 20, timeout: 90_000 }).toEqual(tables)

  it('sweep one at a time', async () => {
    const email = newEmail()
    const opened = await shop.pay(joining(shop, email))
    await shop.sandbox.drop()
    const openGate = await shutGate(['before insert on member for each row'])
    second.setNow(shop.now() + sweepEveryMs)
    const sweeping = second.runDue()
    await untilWaiting('member')
    // the next round is due, and the other process is still at its own
    shop.pass(2 * sweepEveryMs)
    let became = 'looking'
    const running = shop.engine.runDue().then(() => {
      if (became === 'looking') became = 'left to the other'
    })
    try {
      await expect
        .poll(
          async () => {
            if (became === 'looking' && (await listWaiting()).length > 1) became = 'swept too'
            return became
          },
          { interval: 20 },
        )
        .not.toBe('looking')
      expect(became).toBe('left to the other')
      expect((await shop.readOrder(opened.receiptId)).state).toBe('pending')
    } finally {
      await openGate()
    }
    await Promise.all([sweeping, running])
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    second.setNow(shop.now())
  })

  it('lose nothing when one is killed in the middle of selling, settling and giving back: the other goes on', async () => {
    const back = await shop.buy(donating(newEmail()))
    const email = newEmail()
    const joined = await shop.pay(joining(shop, email))
    const thing = `killed-${randomUUID().slice(0, 8)}/1`
    const openGate = await shutGate([
      // the space is held, and the order not committed
      `before insert on order_history for each row when (new.what = 'placed')`,
      // paid, and its goods are being delivered
      'before insert on member for each row',
      // the provider has refunded the money, and the books do not know it
      'before update on refund for each row when (new.state <> old.state)',
    ])
    // not before: the first process sweeps too, each second in which a round is due
    await refundOrder(services(), shop.a.id, back.receiptId, { reason: 'The show is off' })
    const webhook = await findWebhook(joined)
    const { payload, email: buyer, category } = bookingSeat(newEmail(), thing)
    const order = { kind: 'seat', payload }
    const lost = Promise.allSettled([
      sendWebhook(second.port, webhook),
      post(second.port, {
        action: 'create_payment_intent',
        amount: 1150,
        receiptEmail: buyer,
        category,
        key: randomUUID(),
        order,
      }),
    ])
    // a call to the provider that fails on a busy machine is made again in the next round
    let rounds = 0
    let isKilled = false
    const sweep = async (): Promise<void> => {
      rounds += 1
      second.setNow(shop.now() + rounds * sweepEveryMs)
      await second.runDue()
      if (!isKilled && rounds < 5) await sweep()
    }
    const sweeping = sweep()
    try {
      await untilWaiting('member', 'order_history', 'refund')
      isKilled = true
      await second.kill()
      expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      await sweeping
    } finally {
      await openGate()
    }

    expect(await listOrdersOf(thing)).toEqual([])
    const next = await shop.pay(bookingSeat(newEmail(), thing))
    // the provider sends again what was not accepted
    expect(await sendWebhook(shop.port, webhook)).toBe(200)
    await shop.sandbox.drop()
    shop.pass(sweepLeaseMs)
    await shop.sweep()
    await shop.sweep()
    expect(await listOrderFaults(shop, [back.receiptId, joined.receiptId, next.receiptId])).toEqual([])
    const states = [back, joined, next].map(async ({ receiptId }) => (await shop.readOrder(receiptId)).state)
    expect(await Promise.all(states)).toEqual(['refunded', 'fulfilled', 'fulfilled'])
    expect([await shop.countMembers(email), (await shop.listMails(email)).length]).toEqual([1, 1])
    const given = await shop.stripe.refunds.list({ payment_intent: back.intentId })
    expect(given.data.map(({ amount }) => amount)).toEqual([2650])
    second = await startSecond()
  }, 120_000)

  it(`agree after ${kills} kills at any moment @proof`, { timeout: 60_000 + kills * 20_000 }, async () => {
    for (let round = 0; round < kills; round += 1) {
      const opened: OpenedOrder[] = []
      for (let count = 0; count < 6; count += 1) opened.push(await shop.open(joining(shop, newEmail())))
      const thing = `chance-${randomUUID().slice(0, 8)}/1`
      const late = await shop.open(bookingSeat(newEmail(), thing))
      await shop.inClub(shop.a, (tx) => moveHolds(tx, late.receiptId, 'released'))
      const winner = await shop.open(bookingSeat(newEmail(), thing))
      opened.push(winner, late)
      for (const one of opened) await shop.confirm(one)
      await shop.sandbox.drop()
      const hints = Promise.allSettled(
        opened.map(({ receiptId }) =>
          post(second.port, { action: 'stripe_complete_payment', ids: [receiptId], status: 3 }),
        ),
      )
      passForBoth(sweepEveryMs)
      const sweeping = second.runDue()
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 150)))
      await second.kill()
      await Promise.all([hints, sweeping])
      shop.pass(sweepLeaseMs)
      for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
      expect(
        await listOrderFaults(
          shop,
          opened.map(({ receiptId }) => receiptId),
        ),
      ).toEqual([])
      second = await startSecond()
    }
  })

  function services() {
    return { database: shop.database, now: shop.now, newId: () => randomUUID() }
  }
})
