// What a show sells is paid for, once, and by the server's own price (T2.26 to T2.28, rules/payments 5.1, 5.4 to
// 5.8, 5.14).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventPayload } from '../../../src/contract/eventOrders.ts'
import type { ActionName } from '../../../src/contract/index.ts'
import { buyingAtShow, seedScarceShow } from '../../support/buying/eventOrders.ts'
import { giveUpHold } from '../../support/buying/givenUp.ts'
import { listOrderFaults } from '../../support/buying/orderBooks.ts'
import { type OpenedOrder, setUpShop, type WantedOrder } from '../../support/buying/shop.ts'
import type { SeededEvent } from '../../support/clubs/clubs.ts'
import { describeRaces } from '../../support/database/database.ts'

describeRaces('buying at a show', (engine) => {
  const shop = setUpShop(engine)
  let show: SeededEvent
  beforeAll(async () => {
    show = await seedScarceShow(shop, { spaces: 60, tickets: 400 })
  })

  let spaces = 0
  let buyers = 0
  const newEmail = (): string => `buyer${++buyers}@show.example`
  /** A car, a space that nobody has, and two tickets. */
  const want = (email: string): WantedOrder => {
    spaces += 1
    const reservations = [{ eventMapId: show.mapIds[0] ?? 0, elementId: show.spaceIds[spaces] ?? 0 }]
    return buyingAtShow(show, email, ['entries', 'reservations', 'tickets'], { reservations })
  }
  const hint = ({ receiptId }: OpenedOrder, status: 3 | 4) =>
    shop.request(shop.a, 'stripe_complete_payment', { ids: [receiptId], status })
  const create = (
    { payload }: WantedOrder,
    more: Record<string, unknown> = {},
    action: ActionName = 'create_event_customer',
  ) => shop.request(shop.a, action, { ...payload, ...more })
  /** The books are right, all three parts are delivered, and there is one mail. */
  const expectDelivered = async ({ email }: WantedOrder, { receiptId }: OpenedOrder) => {
    const { state, lines } = await shop.readOrder(receiptId)
    expect([state, ...lines.map((line) => line.state)]).toEqual([
      'fulfilled',
      'delivered',
      'delivered',
      'delivered',
    ])
    expect(await listOrderFaults(shop, [receiptId])).toEqual([])
    expect(await shop.listMails(email)).toHaveLength(1)
  }

  it('is finished once by five webhooks, the hint, the watcher and the create call', async () => {
    const wanted = want(newEmail())
    const opened = await shop.pay(wanted)
    const [event] = await shop.listEvents('payment_intent.succeeded')
    const { receiptId, key } = opened
    await Promise.all([
      ...Array.from({ length: 5 }, () => shop.sandbox.send([event?.id ?? 0])),
      hint(opened, 3),
      hint(opened, 4),
      shop.request(shop.a, 'get_order', { orderKey: key }),
      create(wanted, { receiptId }),
      create(wanted, { key }),
    ])
    await expectDelivered(wanted, opened)
    await shop.sweep()
    await expectDelivered(wanted, opened)
    // "failed" after "succeeded", false, changes nothing
    await hint(opened, 4)
    await shop.deliver()
    await expectDelivered(wanted, opened)
  })

  it.each([
    ['once it has the payment', 1, false],
    ['after a declined card', 2, false],
    ["in the bank's dialog", 3, false],
    ['right after paying', 4, true],
    ['after it has told us', 5, true],
    ['while it watches', 6, true],
  ])(
    'is done if and only if it was paid, within a minute, when the browser dies %s (T2.28)',
    async (_, point, isPaid) => {
      const wanted = want(newEmail())
      const opened = await shop.open(wanted)
      if (point >= 2) await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
      if (point === 3) await shop.confirm(opened, 'pm_card_authenticationRequired')
      if (point >= 4) await shop.confirm(opened)
      if (point >= 5) await hint(opened, 3)
      if (point >= 6) await shop.request(shop.a, 'get_order', { orderKey: opened.key })
      await shop.sandbox.drop()
      await shop.sweep()
      if (isPaid) return expectDelivered(wanted, opened)
      expect((await shop.readOrder(opened.receiptId)).state).toBe('pending')
      await shop.sweep(16)
      await shop.sweep(60)
      expect((await shop.readOrder(opened.receiptId)).state).toBe('expired')
      expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
      // and somebody else can have all of it
      expect(await shop.tryOpen({ ...wanted, email: newEmail() })).toMatchObject({ success: true })
    },
  )

  it('is still delivered to who paid after their hold, when all of it is free', async () => {
    const wanted = want(newEmail())
    const late = await shop.open(wanted)
    await giveUpHold(shop, late.receiptId)
    await shop.confirm(late)
    await shop.deliver()
    await expectDelivered(wanted, late)
  })

  it('gives all of their money back once to who paid after their hold, when one part is gone', async () => {
    const wanted = want(newEmail())
    const late = await shop.open(wanted)
    const { quote } = await shop.readOrder(late.receiptId)
    await giveUpHold(shop, late.receiptId)
    // the same space, with nothing else
    const { reservations } = wanted.payload as Pick<EventPayload, 'reservations'>
    const faster = buyingAtShow(show, newEmail(), ['reservations'], { reservations })
    const winner = await shop.open(faster)
    await shop.confirm(late)
    await shop.confirm(winner)
    await shop.deliver()
    await shop.deliver()
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    expect((await shop.readOrder(winner.receiptId)).state).toBe('fulfilled')
    expect((await shop.readOrder(late.receiptId)).state).toBe('refunded')
    const refunds = await shop.stripe.refunds.list({ payment_intent: late.intentId })
    expect(refunds.data.map(({ amount, status }) => [amount, status])).toEqual([
      [quote.grandTotalCents, 'succeeded'],
    ])
    expect(await listOrderFaults(shop, [late.receiptId, winner.receiptId])).toEqual([])
    expect(await shop.listMails(wanted.email)).toHaveLength(1)
  })

  describe('without paying (T2.27)', () => {
    /** Each call that creates something, with what it takes of an order. */
    const calls: [ActionName, (payload: Record<string, unknown>) => Record<string, unknown>][] = [
      ['create_event_customer', (payload) => payload],
      ['create_entries', ({ eventId, entries }) => ({ eventId, entries })],
      ['create_vendor', ({ eventId, vendor, reservations }) => ({ eventId, vendor, reservations })],
      ['create_ticket', ({ eventId, tickets }) => ({ eventId, tickets })],
      ['create_entry', ({ eventId, entries }) => ({ eventId, ...(entries as object[])[0] })],
    ]

    it.each(calls)('gives nothing by %s', async (action, toInput) => {
      const email = newEmail()
      const wanted = want(email)
      const input = toInput(wanted.payload)
      const ask = async (more: Record<string, unknown> = {}) =>
        shop.ask(shop.a, action, { ...input, ...more })
      const notPaid = { success: false, code: 'not-paid' }
      expect(await ask()).toMatchObject(notPaid)
      const opened = await shop.open(wanted)
      const { receiptId, key } = opened
      for (const more of [{}, { receiptId }, { key }]) expect(await ask(more)).toMatchObject(notPaid)
      await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
      expect(await ask({ key })).toMatchObject(notPaid)
      // what the bank is still looking at is not paid either; no card does this
      await shop.alterIntent(opened.intentId, { status: 'processing' })
      for (const more of [{}, { receiptId }, { key }]) expect(await ask(more)).toMatchObject(notPaid)
      await shop.alterIntent(opened.intentId, { status: 'requires_payment_method' })
      await shop.confirm(opened)
      await shop.deliver()
      await expectDelivered(wanted, opened)
      // another club learns nothing by this receipt
      const foreign = await shop.request(shop.clubs.b, action, { ...input, receiptId })
      expect(foreign.answer).toMatchObject({ success: false, code: 'order-not-found' })
      // nor does somebody else, and it pays for nothing more
      const stranger = toInput(want(newEmail()).payload)
      expect(await shop.ask(shop.a, action, { ...stranger, receiptId })).toMatchObject({
        code: 'order-not-found',
      })
      for (let turn = 0; turn < 2; turn += 1)
        expect(await ask({ receiptId })).toMatchObject({ success: true })
      expect(await shop.ask(shop.a, action, stranger)).toMatchObject(notPaid)
      await expectDelivered(wanted, opened)
    })

    it('gives nothing for a cheaper one', async () => {
      const email = newEmail()
      await shop.buy(buyingAtShow(show, email, ['tickets']))
      expect((await create(want(email))).answer).toMatchObject({ success: false, code: 'not-paid' })
      expect((await create(want(email), { key: randomUUID() })).answer).toMatchObject({ code: 'not-paid' })
    })
  })

  it("costs the server's own price, whatever number is changed (T2.26)", async () => {
    const [ticket = 0, boxOffice = 0] = show.ticketIds
    const odd = fc.oneof(
      fc.integer({ min: -5, max: 12 }),
      fc.constantFrom<unknown>(0.5, 2 ** 31, 2 ** 53, Number.NaN, 1e21, boxOffice, '1', '0x10', null, [], {}),
    )
    /** Each number of an order at a show. */
    const places = {
      amount: (value: unknown) => ({ request: { amount: value } }),
      category: (value: unknown) => ({ request: { category: value } }),
      eventId: (value: unknown) => ({ payload: { eventId: value } }),
      ticket: (value: unknown) => ({ line: { ticket: value } }),
      quantity: (value: unknown) => ({ line: { quantity: value } }),
      price: (value: unknown) => ({ line: { price: value }, payload: { price: value, grandTotal: value } }),
      car_class: (value: unknown) => ({ car: { car_class: value } }),
      elementId: (value: unknown) => ({ space: { elementId: value } }),
      eventMapId: (value: unknown) => ({ space: { eventMapId: value } }),
      cost: (value: unknown) => ({ space: { cost: value, memberDiscount: value } }),
      payer: (value: unknown) => ({ payload: { memberId: value } }),
      memberId: (value: unknown) => ({ request: { memberId: value } }),
    }
    interface Change {
      request?: Record<string, unknown>
      payload?: Record<string, unknown>
      line?: Record<string, unknown>
      car?: Record<string, unknown>
      space?: Record<string, unknown>
    }
    let charged = 0
    const toProperty = (toChange: (value: unknown) => Change) =>
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 2 }),
        odd,
        async (quantity, cars, value) => {
          const change = toChange(value)
          const email = newEmail()
          const plain = buyingAtShow(show, email)
          const [car = {}] = plain.payload.entries as object[]
          const elementId = show.spaceIds[50 + (buyers % 8)] ?? 0
          const payload = {
            ...plain.payload,
            entries: Array.from({ length: cars }, () => ({ ...car, ...change.car })),
            reservations: [{ eventMapId: show.mapIds[0], elementId, ...change.space }],
            tickets: {
              ...(plain.payload.tickets as object),
              tickets: [{ ticket, quantity, ...change.line }],
            },
            ...change.payload,
          }
          const answer = await shop.tryOpen({ ...plain, payload }, change.request)
          if (answer.success !== true) return
          charged += 1
          const asked = Number(payload.tickets.tickets[0]?.quantity)
          const isAtBox = payload.tickets.tickets[0]?.ticket === boxOffice
          const model = 3550 * cars + 2525 + (isAtBox ? 800 : 1000) * asked + 150
          const [intentId = ''] = String(answer.clientSecret).split('_secret_')
          expect((await shop.stripe.paymentIntents.retrieve(intentId)).amount).toBe(model)
          expect((await shop.readOrder(Number(answer.receiptId))).memberId).toBeNull()
          // the space is free for the next
          await shop.sweep(16)
          await shop.sweep(60)
        },
      )
    for (const toChange of Object.values(places)) {
      await fc.assert(toProperty(toChange), { numRuns: 6 })
    }
    // nobody reads a price, a cost or a member in what a buyer sends
    expect(charged).toBeGreaterThanOrEqual(3 * 6)
  }, 120_000)
})
