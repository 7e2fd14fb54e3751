// The card sandbox through the real SDK over HTTP: payments, refusals, authentication, refunds, saved cards.
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CardProvider, getCardProvider } from '../../../src/server/outside/stripe.ts'
import { type CardSandboxClient, openCardSandbox } from '../../support/cardSandbox.ts'
import { describeOnEachEngine } from '../../support/database.ts'
import { startWorld, type World } from '../../support/world.ts'

const cards = { amount: 4200, currency: 'usd', allowed_payment_method_types: ['card'] }

/** The SDK's own error for a call that must fail. */
async function findError(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call did not fail')
}

describeOnEachEngine('the card sandbox', (engine) => {
  let world: World
  let provider: CardProvider
  let stripe: Stripe
  let sandbox: CardSandboxClient
  beforeAll(async () => {
    world = await startWorld(engine)
    provider = await getCardProvider({ ...world, now: Date.now })
    stripe = provider.stripe
    sandbox = openCardSandbox(world.origin, { publishableKey: provider.publishableKey })
  })
  afterAll(() => world.dispose())

  it('pays with 4242 and tells of it', async () => {
    const intent = await stripe.paymentIntents.create({ ...cards, metadata: { order: 7 } })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 4200,
      metadata: { order: '7' },
    })
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 4200, latest_charge: { paid: true } })
    const events = await stripe.events.list({ types: ['payment_intent.succeeded', 'charge.succeeded'] })
    expect(events.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'charge.succeeded'])
  })

  it('declines, and the same intent can be paid with another card', async () => {
    const { id } = await stripe.paymentIntents.create(cards)
    const error = await findError(
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    )
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' })
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method' })
    expect(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
    })
  })

  it('asks for authentication', async () => {
    const { id, client_secret: secret } = await stripe.paymentIntents.create(cards)
    const waiting = await sandbox.confirm(secret ?? '', 'pm_card_authenticationRequired')
    expect(await waiting.json()).toMatchObject({ status: 'requires_action' })
    await sandbox.authenticate(secret ?? '', 'complete')
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
  })
})
