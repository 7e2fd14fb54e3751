// The card sandbox through the real SDK over HTTP: payments, refusals, authentication, refunds, saved cards.
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findObject, putObject } from '../../card-sandbox/tables.ts'
import { describeOnEachEngine } from '../support/database/database.ts'
import { cardsOnly, findCardError, type OpenCards, openCards } from './openCards.ts'

type IntentParams = Stripe.PaymentIntentCreateParams

describeOnEachEngine('the card sandbox', (engine) => {
  let cards: OpenCards
  let stripe: Stripe
  beforeAll(async () => {
    cards = await openCards(engine)
    stripe = cards.stripe
  })
  afterAll(() => cards.world.dispose())

  const create = (more: Partial<IntentParams> = {}) => stripe.paymentIntents.create({ ...cardsOnly, ...more })
  const listTypes = async (ids: readonly (string | null)[]) => {
    const events = await stripe.events.list({ limit: 100 })
    return events.data
      .filter(({ data }) => ids.includes((data.object as { id?: string }).id ?? ''))
      .map(({ type }) => type)
      .reverse()
  }

  it('pays with 4242 and tells of it', async () => {
    const intent = await create({ metadata: { order: 7 } })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 4200,
      metadata: { order: '7' },
    })
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    })
    const charge = paid.latest_charge as Stripe.Charge
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 4200 })
    expect(charge).toMatchObject({ paid: true, payment_method_details: { card: { last4: '4242' } } })
    expect(await listTypes([intent.id, charge.id])).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it("says that it is at fault where an answer or an event of its own is none of the provider's, and then nothing was done", async () => {
    const intent = await create()
    const put = (body: object) =>
      cards.world.database.withoutClub((tx) =>
        putObject(tx.withTables(), {
          id: intent.id,
          kind: 'payment_intent',
          customer: null,
          paymentIntent: null,
          charge: null,
          createdAt: new Date(cards.world.now()),
          body,
        }),
      )
    const plain = JSON.parse(JSON.stringify(intent)) as object
    await put({ ...plain, colour: 'red' })
    const once = { maxNetworkRetries: 0 }
    const tooMuch = /is no PaymentIntent: .*must NOT have additional properties$/
    for (const [words, call] of [
      [tooMuch, () => stripe.paymentIntents.retrieve(intent.id, {}, once)],
      [tooMuch, () => stripe.paymentIntents.list({ limit: 1 }, once)],
      [/is no Event: /, () => stripe.paymentIntents.cancel(intent.id, {}, once)],
    ] as const) {
      expect(await findCardError(call())).toMatchObject({
        statusCode: 500,
        message: expect.stringMatching(words),
      })
    }
    const stored = await cards.world.database.withoutClub((tx) =>
      findObject(tx.withTables(), 'payment_intent', intent.id, { lock: false }),
    )
    expect(stored).toMatchObject({ status: 'requires_payment_method', colour: 'red' })
    await put(plain)
    expect(await listTypes([intent.id])).toEqual(['payment_intent.created'])
  })

  it.each([
    ['pm_card_visa_chargeDeclined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_chargeCustomerFail', 'generic_decline'],
  ])('declines %s, and the same intent can be paid with another card', async (method, reason) => {
    const { id } = await create()
    const error = await findCardError(stripe.paymentIntents.confirm(id, { payment_method: method }))
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: reason })
    const refused = await stripe.paymentIntents.retrieve(id)
    expect(refused).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { decline_code: reason, type: 'card_error' },
    })
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    expect(await listTypes([id])).toEqual([
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ])
  })

  it.each(['pm_card_authenticationRequired', 'pm_card_authenticationRequiredOnSetup'])(
    'asks the holder of %s, who completes or fails',
    async (method) => {
      const [good, bad] = [await create(), await create()]
      for (const { client_secret: secret } of [good, bad]) {
        const waiting = (await (await cards.sandbox.confirm(secret ?? '', method)).json()) as object
        expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
      }
      await cards.sandbox.authenticate(good.client_secret ?? '', 'complete')
      await cards.sandbox.authenticate(bad.client_secret ?? '', 'fail')
      expect(await stripe.paymentIntents.retrieve(good.id)).toMatchObject({ status: 'succeeded' })
      expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      })
      const again = await cards.sandbox.authenticate(good.client_secret ?? '', 'complete')
      expect(again.status).toBe(400)
    },
  )

  it.each<[string, object, string]>([
    ['an amount below 50', { amount: 49 }, 'amount'],
    ['an amount above 99,999,999', { amount: 100_000_000 }, 'amount'],
    ['half a cent', { amount: 100.5 }, 'amount'],
    ['the parameter of earlier versions', { payment_method_types: ['card'] }, 'payment_method_types'],
    ['an unknown parameter', { colour: 'red' }, 'colour'],
    [
      'two ways to say which methods',
      { automatic_payment_methods: { enabled: true } },
      'automatic_payment_methods',
    ],
    [
      'other methods than cards',
      { allowed_payment_method_types: ['card', 'link'] },
      'allowed_payment_method_types',
    ],
    [
      'a method that there is not',
      { allowed_payment_method_types: ['shells'] },
      'allowed_payment_method_types[0]',
    ],
    ['an unknown choice', { setup_future_usage: 'sometimes' }, 'setup_future_usage'],
    ['confirming with no card', { confirm: true }, 'payment_method'],
    [
      'the absent payer of no customer',
      { confirm: true, off_session: true, payment_method: 'pm_card_visa' },
      'customer',
    ],
    ['an absent payer without confirming', { off_session: true }, 'off_session'],
    ['an unknown customer', { customer: 'cus_none' }, 'customer'],
    ['a long value of metadata', { metadata: { note: 'x'.repeat(501) } }, 'metadata'],
  ])('refuses %s', async (_title, more, param) => {
    const error = await findCardError(create(more as Partial<IntentParams>))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', param })
    expect([400, 404]).toContain(error.statusCode)
  })

  it('takes the smallest and the largest amount', async () => {
    expect((await create({ amount: 50 })).amount).toBe(50)
    expect((await create({ amount: 99_999_999 })).amount).toBe(99_999_999)
  })

  it('changes and cancels an intent only while it is open', async () => {
    const open = await create()
    expect((await stripe.paymentIntents.update(open.id, { amount: 5000 })).amount).toBe(5000)
    const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    const paid = await create({ confirm: true, payment_method: 'pm_card_visa' })
    for (const call of [
      () => stripe.paymentIntents.cancel(open.id),
      () => stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }),
      () => stripe.paymentIntents.cancel(paid.id),
      () => stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
      () => stripe.paymentIntents.update(paid.id, { amount: 5000 }),
    ]) {
      expect(await findCardError(call())).toMatchObject({ code: 'payment_intent_unexpected_state' })
    }
    expect((await stripe.paymentIntents.update(paid.id, { metadata: { a: '1' } })).metadata).toEqual({
      a: '1',
    })
  })

  it('gives back at most what remains, also when asked twice at once', async () => {
    const { id, latest_charge: charge } = await create({ confirm: true, payment_method: 'pm_card_visa' })
    await stripe.refunds.create({ payment_intent: id, amount: 1200 })
    const tooMuch = await findCardError(stripe.refunds.create({ payment_intent: id, amount: 3001 }))
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
    const both = await Promise.allSettled([
      stripe.refunds.create({ payment_intent: id }),
      stripe.refunds.create({ payment_intent: id }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refunds = await stripe.refunds.list({ payment_intent: id })
    expect(refunds.data.map(({ amount }) => amount).sort()).toEqual([1200, 3000])
    expect(await stripe.charges.retrieve(String(charge))).toMatchObject({
      refunded: true,
      amount_refunded: 4200,
    })
    const unpaid = await create()
    expect(await findCardError(stripe.refunds.create({ payment_intent: unpaid.id }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it('keeps a card through a setup intent and pays with it while its holder is away', async () => {
    const customer = await stripe.customers.create({ email: 'ana@example.com' })
    const setup = await stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
      customer: customer.id,
    })
    await cards.sandbox.confirm(setup.client_secret ?? '', 'pm_card_authenticationRequiredOnSetup')
    expect((await stripe.setupIntents.retrieve(setup.id)).status).toBe('requires_action')
    await cards.sandbox.authenticate(setup.client_secret ?? '', 'complete')
    const stored = await stripe.setupIntents.retrieve(setup.id)
    expect(stored.status).toBe('succeeded')
    const methods = await stripe.customers.listPaymentMethods(customer.id)
    expect(methods.data.map(({ id }) => id)).toEqual([stored.payment_method])
    const paid = await create({
      customer: customer.id,
      payment_method: String(stored.payment_method),
      confirm: true,
      off_session: true,
    })
    expect(paid.status).toBe('succeeded')
  })

  it('says that the holder must be asked, and the same intent is then confirmed by her', async () => {
    const customer = await stripe.customers.create()
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    })
    const error = await findCardError(
      create({ customer: customer.id, payment_method: method.id, confirm: true, off_session: true }),
    )
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
    const intent = error.payment_intent as Stripe.PaymentIntent
    expect(intent).toMatchObject({ status: 'requires_payment_method' })
    await cards.sandbox.confirm(intent.client_secret ?? '', method.id)
    await cards.sandbox.authenticate(intent.client_secret ?? '', 'complete')
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  it('attaches a card that will fail to pay, refuses one that is declined, and detaches for good', async () => {
    const [one, other] = [await stripe.customers.create(), await stripe.customers.create()]
    const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: one.id })
    const charged = create({ customer: one.id, payment_method: method.id, confirm: true, off_session: true })
    expect(await findCardError(charged)).toMatchObject({ code: 'card_declined' })
    const declined = stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: one.id })
    expect(await findCardError(declined)).toMatchObject({ statusCode: 402, code: 'card_declined' })
    for (const call of [
      () => stripe.paymentMethods.attach(method.id, { customer: other.id }),
      () => create({ customer: other.id, payment_method: method.id }),
      () => create({ payment_method: method.id }),
    ]) {
      expect(await findCardError(call())).toMatchObject({ code: 'payment_method_unexpected_state' })
    }
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    expect(await findCardError(stripe.paymentMethods.detach(method.id))).toMatchObject({ statusCode: 400 })
    const again = create({ customer: one.id, payment_method: method.id, confirm: true })
    expect((await findCardError(again)).message).toContain('may not be used again')
    await stripe.paymentMethods.attach('pm_card_visa', { customer: one.id })
    expect(await stripe.customers.del(one.id)).toMatchObject({ deleted: true })
    expect((await stripe.paymentMethods.list({ customer: other.id })).data).toEqual([])
    expect(await findCardError(stripe.paymentMethods.list({ customer: one.id }))).toMatchObject({
      code: 'resource_missing',
    })
  })

  it('uses a card that belongs to nobody once', async () => {
    const paid = await create({ confirm: true, payment_method: 'pm_card_visa' })
    const again = create({ confirm: true, payment_method: String(paid.payment_method) })
    expect((await findCardError(again)).message).toContain('may not be used again')
  })

  it('keeps a card that pays for later with the customer who is named, or for whoever is named later', async () => {
    const customer = await stripe.customers.create()
    const [attached, loose] = await Promise.all(
      [{ customer: customer.id }, {}].map((named) =>
        create({
          ...named,
          confirm: true,
          payment_method: 'pm_card_visa',
          setup_future_usage: 'off_session',
        }),
      ),
    )
    const retrieve = (id = '') => stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })
    expect(await retrieve(attached?.id)).toMatchObject({
      setup_future_usage: 'off_session',
      customer: customer.id,
      payment_method: { customer: customer.id, card: { last4: '4242', fingerprint: expect.any(String) } },
    })
    expect(await retrieve(loose?.id)).toMatchObject({ payment_method: { customer: null } })
    await stripe.paymentMethods.attach(String(loose?.payment_method), { customer: customer.id })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(2)
    const unknown = create({ customer: 'cus_nobody', setup_future_usage: 'off_session' })
    expect(await findCardError(unknown)).toMatchObject({ code: 'resource_missing', param: 'customer' })
    await stripe.customers.del(customer.id)
    const gone = create({ customer: customer.id, setup_future_usage: 'off_session' })
    expect(await findCardError(gone)).toMatchObject({ code: 'resource_missing', param: 'customer' })
    const listed = await stripe.customers.list({ limit: 100 })
    expect(listed.data.filter(({ id }) => id === customer.id)).toEqual([])
  })

  it('lets a holder take a payment back, which is then not refunded, and the bank decide', async () => {
    const { id, latest_charge: charge } = await create({ confirm: true, payment_method: 'pm_card_visa' })
    const dispute = await cards.sandbox.dispute(id)
    expect(await stripe.charges.retrieve(String(charge))).toMatchObject({ disputed: true })
    expect(await findCardError(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    })
    await cards.sandbox.decide(dispute, false)
    expect(await stripe.disputes.retrieve(dispute)).toMatchObject({ status: 'lost', payment_intent: id })
    expect(await listTypes([dispute])).toEqual(['charge.dispute.created', 'charge.dispute.closed'])
  })

  it('lets a bank take its time with a refund, do it, or send it back', async () => {
    const { id, latest_charge: charge } = await create({ confirm: true, payment_method: 'pm_card_visa' })
    const readBack = async () => (await stripe.charges.retrieve(String(charge))).amount_refunded
    await cards.sandbox.beginRefunds('pending')
    const slow = await stripe.refunds.create({ payment_intent: id, amount: 1200 })
    const lost = await stripe.refunds.create({ payment_intent: id, amount: 1000 })
    await cards.sandbox.beginRefunds('succeeded')
    expect([slow.status, lost.status, await readBack()]).toEqual(['pending', 'pending', 2200])
    await cards.sandbox.endRefund(slow.id, true)
    await cards.sandbox.endRefund(lost.id, false)
    expect((await stripe.refunds.retrieve(slow.id)).status).toBe('succeeded')
    expect(await stripe.refunds.retrieve(lost.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    })
    expect(await readBack()).toBe(1200)
    // a refund that a bank had taken may also come back
    await cards.sandbox.endRefund(slow.id, false)
    expect(await readBack()).toBe(0)
    expect(await listTypes([lost.id])).toEqual(['refund.created', 'refund.failed', 'refund.updated'])
  })

  it('lists by pages, newest first', async () => {
    const customer = await stripe.customers.create()
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.unshift((await create({ customer: customer.id })).id)
    const found = await stripe.paymentIntents
      .list({ customer: customer.id, limit: 2 })
      .autoPagingToArray({ limit: 10 })
    expect(found.map(({ id }) => id)).toEqual(made)
    const before = await stripe.paymentIntents.list({
      customer: customer.id,
      ending_before: made[3] ?? '',
      limit: 2,
    })
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
  })
})
