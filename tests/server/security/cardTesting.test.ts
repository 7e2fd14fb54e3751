// Attempts to test stolen cards, and to pay less than things cost (T2.26, rules/security 5.6).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { declinesPerEmail, providerReadEveryMs } from '../../../src/server/limits/often.ts'
import { findOrder } from '../../../src/server/order/db/order.ts'
import {
  donating,
  joining,
  type OpenedOrder,
  renewing,
  setUpShop,
  type WantedOrder,
} from '../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('who tries cards', (engine) => {
  const shop = setUpShop(engine)

  const setTaxRate = (membership: number) =>
    shop.changeClubSettings(shop.a, {
      taxRates: { membership, event: 900, tickets: 900, products: 900 },
    })

  it('has five tries with an order, and then its payment is gone and their address has to wait', async () => {
    const email = 'stolen@cards.example'
    const opened = await shop.open(donating(email))
    for (let turn = 1; turn <= declinesPerEmail.most; turn += 1) {
      await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
      await shop.deliver()
      const { status } = await shop.stripe.paymentIntents.retrieve(opened.intentId)
      expect([turn, status]).toEqual([
        turn,
        turn < declinesPerEmail.most ? 'requires_payment_method' : 'canceled',
      ])
    }
    expect((await shop.readOrder(opened.receiptId)).state).toBe('cancelled')
    await shop.confirm(opened)
    await shop.deliver()
    expect((await shop.readOrder(opened.receiptId)).paidAt).toBeNull()
    for (const address of [email, ` ${email.toUpperCase()}`]) {
      expect(await shop.tryOpen(donating(address))).toMatchObject({ code: 'too-many-requests' })
    }
    expect(await shop.tryOpen(donating('honest@cards.example'))).toMatchObject({ success: true })
    shop.pass(declinesPerEmail.windowMs + 1000)
    expect(await shop.tryOpen(donating(email))).toMatchObject({ success: true })
  })

  it('is counted over several orders of one address', async () => {
    const email = 'many@cards.example'
    for (let turn = 0; turn < declinesPerEmail.most; turn += 1) {
      const opened = await shop.open(donating(email, 5 + turn))
      await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
      await shop.deliver()
    }
    expect(await shop.tryOpen(donating(email))).toMatchObject({ code: 'too-many-requests' })
  })

  it.each(['webhook', 'hint', 'watcher'] as const)(
    'has five tries with all the orders together that they opened before, which the %s counts',
    async (how) => {
      const email = `${how}@cards.example`
      const opened: OpenedOrder[] = []
      for (let turn = 0; turn < 4; turn += 1) opened.push(await shop.open(donating(email, 5 + turn)))
      const honest = await shop.open(donating(`not.${email}`))
      const readStates = () =>
        Promise.all(opened.map(async ({ receiptId }) => (await shop.readOrder(receiptId)).state))
      for (const [turn, at] of [1, 2, 3, 0, 1].entries()) {
        const tried = opened[at]
        if (tried === undefined) throw new Error('nothing was opened')
        expect([turn, new Set(await readStates())]).toEqual([turn, new Set(['pending'])])
        await shop.confirm(tried, 'pm_card_visa_chargeDeclined')
        shop.pass(providerReadEveryMs)
        if (how === 'webhook') await shop.deliver()
        if (how === 'hint') {
          await shop.request(shop.a, 'stripe_complete_payment', { ids: [tried.receiptId], status: 4 })
        }
        if (how === 'watcher') await shop.request(shop.a, 'get_order', { orderKey: tried.key })
      }
      expect(new Set(await readStates())).toEqual(new Set(['cancelled']))
      for (const { intentId } of opened) {
        expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
      }
      expect((await shop.readOrder(honest.receiptId)).state).toBe('pending')
      await shop.sandbox.drop()
    },
  )

  it('gets no payment that was being made while their fifth card was declined', async () => {
    const email = 'meanwhile@cards.example'
    const first = await shop.open(donating(email))
    const key = randomUUID()
    const paying = shop.openWhile(donating(email, 15), { key, amountCents: 1650 }, async (cards, order) => {
      for (let turn = 0; turn < declinesPerEmail.most; turn += 1) {
        await shop.confirm(first, 'pm_card_visa_chargeDeclined')
        await shop.deliver()
      }
      return cards.createIntent(order)
    })
    await expect(paying).rejects.toMatchObject({ code: 'too-many-requests' })
    const order = await shop.inClub(shop.a, (tx) => findOrder(tx, { key }))
    expect(order?.state).toBe('cancelled')
    expect((await shop.stripe.paymentIntents.retrieve(order?.intentId ?? '')).status).toBe('canceled')
  })

  it('gets six hundred payments from one address of the network in ten minutes', async () => {
    const input = {
      amount: 1,
      receiptEmail: 'x@cards.example',
      category: 0,
      order: { kind: 'donation', payload: donating('x@cards.example').payload },
    }
    const tryPayment = async (peer: string) =>
      (await shop.request(shop.a, 'create_payment_intent', { ...input, key: randomUUID() }, { peer })).status
    for (let sent = 0; sent < 600; sent += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, () => tryPayment('203.0.113.9')))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(await tryPayment('203.0.113.9')).toBe(429)
    expect(await tryPayment('203.0.113.10')).toBe(200)
  })

  it("pays the server's own price, whatever number they change", async () => {
    const { id: memberId } = shop.a.people.expired
    const token = await shop.signIn(shop.a, 'expired')
    const victim = await shop.open(donating('victim@cards.example'))
    const own = await shop.open(donating('own@cards.example'))
    const odd = fc.oneof(
      fc.integer({ min: -5, max: 200_000 }),
      fc.constantFrom<unknown>(0, -1, 0.5, 2 ** 31, 2 ** 53, Number.NaN, 1e21, victim.receiptId),
      fc.constantFrom<unknown>('4650', null, [], {}, '0x10', shop.a.people.member.id),
    )
    const inRequest = (name: string) => (value: unknown) => ({ request: { [name]: value }, payload: {} })
    const inPayload = (name: string) => (value: unknown) => ({ request: {}, payload: { [name]: value } })
    /** Each number of a payment, with a value that is right for a kind of order. */
    const places = [
      ['amount', 'donation', 2650, inRequest('amount')],
      ['category', 'donation', 0, inRequest('category')],
      ['memberId', 'renewal', memberId, inRequest('memberId')],
      [
        'replaces.receiptId',
        'donation',
        victim.receiptId,
        (value: unknown) => inRequest('replaces')({ receiptId: value, key: own.key }),
      ],
      ['payload.amount', 'donation', 12.34, inPayload('amount')],
      ['payload.years', 'membership', 3, inPayload('years')],
      ['payload.type', 'membership', shop.a.memberTypes.open, inPayload('type')],
      [
        'payload.phoneNumbers.typeId',
        'membership',
        7,
        (value: unknown) => inPayload('phoneNumbers')([{ typeId: value, longCode: '5550100200' }]),
      ],
      ['payload.price', 'renewal', 1, inPayload('price')],
      ['payload.serviceFee', 'renewal', 0, inPayload('serviceFee')],
      ['payload.discount', 'membership', 4500, inPayload('discount')],
      ['payload.total', 'donation', 50, inPayload('total')],
    ] as const
    const charged = { membership: 0, renewal: 0, donation: 0 }
    const rightly = new Set<string>()
    const renewal = await renewing(shop, 'renewing@cards.example')
    let rateNow = 0
    for (const [place, rightKind, right, tamper] of places) {
      const property = fc.asyncProperty(
        fc.constantFrom('membership', 'renewal', 'donation'),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 100, max: 100_000 }),
        fc.constantFrom(0, 825),
        odd,
        async (kind, years, cents, rate, value) => {
          if (rate !== rateNow) await setTaxRate(rate)
          rateNow = rate
          const email = `t${randomUUID().slice(0, 8)}@cards.example`
          const wanted: WantedOrder = {
            membership: joining(shop, email, { years }),
            renewal: { ...renewal, payload: { ...renewal.payload, years }, email },
            donation: donating(email, cents / 100),
          }[kind]
          const tampered = tamper(value)
          const payload: Record<string, unknown> = { ...wanted.payload, ...tampered.payload }
          const isMember = place === 'memberId'
          const answer = await shop.tryOpen(
            { ...wanted, payload },
            { ...tampered.request, ...(isMember ? { token } : {}) },
          )
          if (answer.success !== true) return
          charged[kind] += 1
          if (kind === rightKind && value === right) rightly.add(place)
          const bought = typeof payload.years === 'number' ? payload.years : years
          const given = typeof payload.amount === 'number' ? Math.round(payload.amount * 100) : 0
          const price = { membership: 4500 * bought, renewal: 4000 * bought, donation: given }[kind]
          const taxes = kind === 'donation' ? 0 : Math.round((price * rate) / 10_000)
          const model = price + taxes + 150
          const [intentId = ''] = String(answer.clientSecret).split('_secret_')
          expect((await shop.stripe.paymentIntents.retrieve(intentId)).amount).toBe(model)
          if (isMember) expect((await shop.readOrder(Number(answer.receiptId))).memberId).toBe(memberId)
        },
      )
      await fc.assert(property, { numRuns: 10, examples: [[rightKind, 1, 2500, 0, right]] })
    }
    expect([...rightly]).toEqual(places.map(([place]) => place))
    for (const count of Object.values(charged)) expect(count).toBeGreaterThan(7)
    expect((await shop.readOrder(victim.receiptId)).state).toBe('pending')
    await setTaxRate(0)
  })
})
