// The card provider as orders see it: the real SDK's calls, each effect with a key of its own, and its faults in our words.
import Stripe from 'stripe'
import { Failure } from '../../contract/failures.ts'

export type Intent = Stripe.PaymentIntent
export type CardEvent = Stripe.Event

export interface Cards {
  readonly mode: 'live' | 'test' | 'sandbox'
  /** The same order gives the same intent, however often it is asked for. */
  createIntent(order: {
    tenantUuid: string
    orderId: number
    key: string
    amountCents: number
    currency: string
    description: string
  }): Promise<Intent>
  readIntent(intentId: string): Promise<Intent>
  /** The intent as it stands then: one that is paid or being paid cannot be cancelled. */
  cancelIntent(intentId: string): Promise<Intent>
  /** The same refund gives money back once; undefined when the provider refuses it for good. */
  refund(refund: {
    id: string
    intentId: string
    amountCents: number
    tenantUuid: string
    orderId: number
  }): Promise<Stripe.Refund | undefined>
  listRefunds(intentId: string): Promise<readonly Stripe.Refund[]>
  readDispute(disputeId: string): Promise<Stripe.Dispute>
  /** Undefined when it is forged, old, or not as it was sent. */
  openEvent(body: string, signature: string): CardEvent | undefined
}

/** What is needed of the card provider's own file. */
export interface ProviderAccess {
  readonly stripe: Stripe
  readonly mode: Cards['mode']
  /** Throws the SDK's `StripeSignatureVerificationError` when it is forged, old, or not as it was sent. */
  readEvent(body: string, signature: string): Stripe.Event
}

export function createCards({ stripe: client, mode, readEvent }: ProviderAccess): Cards {
  return {
    mode,

    createIntent: ({ tenantUuid, orderId, key, amountCents, currency, description }) =>
      translate(() =>
        client.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            description,
            allowed_payment_method_types: ['card'],
            metadata: { tenant: tenantUuid, order: String(orderId) },
          },
          { idempotencyKey: `intent-${key}` },
        ),
      ),

    readIntent: (intentId) => translate(() => client.paymentIntents.retrieve(intentId)),

    cancelIntent: (intentId) =>
      translate(async () => {
        try {
          // without a key of ours, under which a refusal of yesterday would be repeated
          return await client.paymentIntents.cancel(intentId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return client.paymentIntents.retrieve(intentId)
        }
      }),

    refund: ({ id, intentId, amountCents, tenantUuid, orderId }) =>
      translate(async () => {
        try {
          return await client.refunds.create(
            {
              payment_intent: intentId,
              amount: amountCents,
              metadata: { tenant: tenantUuid, order: String(orderId), refund: id },
            },
            { idempotencyKey: `refund-${id}` },
          )
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
          throw error
        }
      }),

    listRefunds: (intentId) =>
      translate(async () => {
        const refunds: Stripe.Refund[] = []
        for await (const refund of client.refunds.list({ payment_intent: intentId, limit: 100 })) {
          refunds.push(refund)
        }
        return refunds
      }),

    readDispute: (disputeId) => translate(() => client.disputes.retrieve(disputeId)),

    openEvent(body, signature) {
      try {
        return readEvent(body, signature)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
        if (error instanceof SyntaxError) return undefined
        throw error
      }
    },
  }
}

/** What may be over in a minute is a Failure that says so; anything else is a fault of ours. */
async function translate<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isPassing(error)) throw error
    throw new Failure('payments-unavailable', 'Card payments are not available at the moment.', {
      retryAfter: 5,
    })
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error.statusCode === 409
  )
}
