// A world with the SDK and the controls of its card sandbox, for tests.
import { Stripe } from 'stripe'
import type { SandboxKeys } from '../../card-sandbox/sandbox.ts'
import { type CardProvider, getCardKeys, getCardProvider } from '../../src/server/providers/stripe.ts'
import { type CardSandboxClient, openCardSandbox } from '../support/buying/cardSandbox.ts'
import type { Engine } from '../support/database/database.ts'
import { startWorld, type World, type WorldOptions } from '../support/database/world.ts'

/** The start of each payment intent in the tests. */
export const cardsOnly = {
  amount: 4200,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
} satisfies Stripe.PaymentIntentCreateParams

export interface OpenCards {
  readonly world: World
  readonly provider: CardProvider
  readonly stripe: Stripe
  readonly keys: SandboxKeys
  readonly sandbox: CardSandboxClient
}

/** A world of its own, with the SDK and the controls of its card sandbox. */
export async function openCards(engine: Engine, options: WorldOptions = {}): Promise<OpenCards> {
  const world = await startWorld(engine, options)
  const provider = await getCardProvider(world)
  const { publishableKey } = provider
  return {
    world,
    provider,
    stripe: provider.stripe,
    keys: await getCardKeys(world),
    sandbox: openCardSandbox(world.origin, { publishableKey }),
  }
}

/** The SDK's own error for a call that must fail. */
export async function findCardError(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call did not fail')
}
