// The card provider as orders see it: the real SDK's calls, each effect with a key of its own, and its faults in our words.
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { Failure } from '../../contract/failures.ts'
import type { CardFace } from '../db/members/savedCard.ts'

export type Intent = Stripe.PaymentIntent
export type CardEvent = Stripe.Event

export interface Cards {
  readonly mode: 'live' | 'test' | 'sandbox'
  /** The same key gives the same customer. */
  createCustomer(customer: { key: string; tenantUuid: string; memberId: number }): Promise<Stripe.Customer>
  /**
   * The same order gives the same intent, however often it is asked for. With a customer, the card is kept for them
   * when it has paid; undefined when the provider does not know them any more.
   */
  createIntent(order: {
    tenantUuid: string
    orderId: number
    key: string
    amountCents: number
    currency: string
    description: string
    customerId: string | null
  }): Promise<Intent | undefined>
  /** With the card that has paid. */
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
  /** From then on nobody can charge it; one that is gone already stays so. */
  detach(methodId: string): Promise<void>
  /** Undefined when it is forged, old, or not as it was sent. */
  openEvent(body: string, signature: string): CardEvent | undefined
}

/** A card that has paid and stays with a customer, as the provider describes it. */
export interface PaidCard extends CardFace {
  readonly customerId: string
}

/** The card that stays with the intent's own customer; undefined where none does. */
export function findPaidCard({ status, customer, payment_method: method }: Intent): PaidCard | undefined {
  if (status !== 'succeeded' || typeof method !== 'object' || method === null) return undefined
  const { id, card } = method
  const customerId = toId(customer)
  if (card === undefined || customerId === null || toId(method.customer) !== customerId) return undefined
  return {
    customerId,
    providerId: id,
    fingerprint: card.fingerprint ?? null,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  }
}

function toId(value: string | { readonly id: string } | null | undefined): string | null {
  return typeof value === 'object' && value !== null ? value.id : (value ?? null)
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

    createCustomer: ({ key, tenantUuid, memberId }) =>
      translate(() =>
        client.customers.create(
          { metadata: { tenant: tenantUuid, member: String(memberId) } },
          { idempotencyKey: `customer-${key}` },
        ),
      ),

    createIntent: ({ tenantUuid, orderId, key, amountCents, currency, description, customerId }) =>
      translate(async () => {
        const intent: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency,
          description,
          allowed_payment_method_types: ['card'],
          metadata: { tenant: tenantUuid, order: String(orderId) },
          ...(customerId === null ? {} : { customer: customerId, setup_future_usage: 'off_session' }),
        }
        try {
          return await client.paymentIntents.create(intent, { idempotencyKey: `intent-${hash(key, intent)}` })
        } catch (error) {
          if (customerId !== null && isMissingCustomer(error)) return undefined
          throw error
        }
      }),

    readIntent: (intentId) =>
      translate(() => client.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })),

    cancelIntent: (intentId) =>
      translate(async () => {
        try {
          // without a key of ours, under which a refusal of yesterday would be repeated
          return await client.paymentIntents.cancel(intentId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return client.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })
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

    detach: (methodId) =>
      translate(async () => {
        try {
          await client.paymentMethods.detach(methodId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      }),

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

/** Browsers choose their keys: with all that is asked for, one never meets another order's at the provider. */
function hash(key: string, asked: object): string {
  return createHash('sha256')
    .update(JSON.stringify([key, asked]))
    .digest('base64url')
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

function isMissingCustomer(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  )
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
