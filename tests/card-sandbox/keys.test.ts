// Idempotency of the card sandbox, also for calls whose answer is lost: a repeated call acts once.
import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCardSandbox } from '../../card-sandbox/sandbox.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { describeOnEachEngine } from '../support/database/database.ts'
import { cardsOnly, findCardError, type OpenCards, openCards } from './openCards.ts'

describeOnEachEngine('a key of the card sandbox', (engine) => {
  let cards: OpenCards
  let stripe: Stripe
  beforeAll(async () => {
    cards = await openCards(engine)
    stripe = cards.stripe
  })
  afterAll(() => cards.world.dispose())

  const idOf = (name: string) => ({ idempotencyKey: `${engine} ${name}` })
  const countIntents = async (order: string) =>
    (await stripe.paymentIntents.list({ limit: 100 })).data.filter(({ metadata }) => metadata.order === order)
      .length

  it('gives the same answer to the same parameters, whatever happened since', async () => {
    const params = { ...cardsOnly, metadata: { order: 'same' } }
    const first = await stripe.paymentIntents.create(params, idOf('same'))
    await stripe.paymentIntents.cancel(first.id)
    const again = await stripe.paymentIntents.create(params, idOf('same'))
    expect({ ...again }).toEqual({ ...first })
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await countIntents('same')).toBe(1)
  })

  it('is refused with other parameters and at another address', async () => {
    const { id } = await stripe.paymentIntents.create(cardsOnly, idOf('other'))
    for (const call of [
      () => stripe.paymentIntents.create({ ...cardsOnly, amount: 4201 }, idOf('other')),
      () => stripe.paymentIntents.cancel(id, {}, idOf('other')),
    ]) {
      expect(await findCardError(call())).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    }
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  it('repeats a refusal, with its effect and without a second one', async () => {
    const { id } = await stripe.paymentIntents.create(cardsOnly)
    const confirm = () =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }, idOf('declined'))
    const errors = [await findCardError(confirm()), await findCardError(confirm())]
    expect(errors.map(({ raw }) => (raw as { charge: string }).charge)).toEqual([
      expect.stringMatching(/^ch_/),
      (errors[0]?.raw as { charge: string } | undefined)?.charge,
    ])
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
    const cancel = () => stripe.paymentIntents.confirm(id, {}, idOf('without a card'))
    await findCardError(cancel())
    await stripe.paymentIntents.update(id, { payment_method: 'pm_card_visa' })
    expect(await findCardError(cancel())).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('does not remember what was never begun', async () => {
    const wrong = { ...cardsOnly, amount: 'much' } as never
    await findCardError(stripe.paymentIntents.create(wrong, idOf('wrong')))
    expect((await stripe.paymentIntents.create(cardsOnly, idOf('wrong'))).amount).toBe(4200)
  })

  it('lets thirty at once charge once', async () => {
    const { id } = await stripe.paymentIntents.create(cardsOnly)
    const params = { payment_method: 'pm_card_visa' }
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        stripe.paymentIntents.confirm(id, params, { ...idOf('thirty'), maxNetworkRetries: 0 }),
      ),
    )
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [{ ...result.value }] : []))
    expect(answers.length).toBeGreaterThan(0)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ statusCode: 409 })
    }
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  it('is one over all processes', async () => {
    const { world, keys } = cards
    const { id } = await stripe.paymentIntents.create(cardsOnly)
    const second = engine === 'embedded' ? world.database : await openDatabase(world.database.options)
    const processes = [world.database, second].map((database) =>
      createCardSandbox({
        database: { transaction: (body) => database.withoutClub((tx) => body(tx.withTables())) },
        keys,
        log: { error: () => undefined },
        now: Date.now,
        newId: randomUUID,
        onNews: () => undefined,
      }),
    )
    const call = {
      method: 'POST',
      path: `/v1/payment_intents/${id}/confirm`,
      query: '',
      body: 'payment_method=pm_card_visa',
      authorization: `Bearer ${keys.secretKey}`,
      idempotencyKey: `${engine} two processes`,
      version: null,
      requestId: randomUUID(),
    }
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => processes[index % 2]?.answer(call)),
    )
    const done = replies.filter((reply) => reply?.status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map((reply) => reply?.body)).size).toBe(1)
    const others = replies.filter((reply) => reply?.status !== 200)
    expect(others.every((reply) => reply?.status === 409)).toBe(true)
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
    if (engine === 'postgres') await second.close()
  })

  it('lets thirty confirmations under keys of their own charge once', async () => {
    const { id } = await stripe.paymentIntents.create(cardsOnly)
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  it('survives a socket that is cut after the provider acted: the SDK asks again, and pays once', async () => {
    const { id } = await stripe.paymentIntents.create(cardsOnly)
    await cards.sandbox.fail({ operation: 'payment_intents.confirm', when: 'after', how: 'cut' })
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, idOf('cut'))
    expect(paid.status).toBe('succeeded')
    expect(paid.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  it('fails before the effect as often as it is told to, and no more', async () => {
    await cards.sandbox.fail({ operation: 'refunds.create', when: 'before', how: 500, times: 3 })
    const { id } = await stripe.paymentIntents.create({
      ...cardsOnly,
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    expect(await findCardError(stripe.refunds.create({ payment_intent: id }, idOf('refund')))).toMatchObject({
      statusCode: 500,
    })
    expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([])
    expect(await stripe.refunds.create({ payment_intent: id }, idOf('refund'))).toMatchObject({
      amount: 4200,
    })
  })
})
