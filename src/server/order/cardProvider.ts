// The card provider for orders: the SDK's calls, each effect with its own key, and its errors in our words.
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { Failure } from '../../contract/failures.ts'
import { providerRetrySeconds } from '../limits/machine.ts'
import type { Services } from '../process/services.ts'
import type { CardDetails } from './db/savedCard.ts'

export type Intent = Stripe.PaymentIntent
export type CardEvent = Stripe.Event
/** A setup intent: a card is entered to be saved, and nothing is charged. */
export type Setup = Stripe.SetupIntent

export interface Cards {
  readonly mode: 'live' | 'test' | 'sandbox'
  /** The same key gives the same customer. */
  createCustomer(customer: { key: string; tenantUuid: string; memberId: number }): Promise<Stripe.Customer>
  /**
   * The same order always gives the same intent. With a customer, the card is saved for them after payment.
   * Undefined when the provider does not know the customer any more.
   */
  createIntent(order: {
    tenantUuid: string
    orderId: number
    key: string
    amountCents: number
    currency: string
    description: string
    customerId: string | null
    /** A card that is saved already will pay, so none is saved. */
    withSavedCard?: boolean
  }): Promise<Intent | undefined>
  /**
   * For a card that is saved without paying. The same setup always gives the same object. Undefined when the
   * provider does not know the customer any more.
   */
  createSetup(setup: {
    tenantUuid: string
    memberId: number
    key: string
    customerId: string
  }): Promise<Setup | undefined>
  readSetup(setupId: string): Promise<Setup>
  /** No card can be entered for it any more, unless it has succeeded already. */
  cancelSetup(setupId: string): Promise<void>
  /** The newest setup that has saved this card. Undefined also when there is no such card. */
  findSetup(methodId: string): Promise<Setup | undefined>
  /** Charges a saved card without its holder. Under the same key the card is charged once. */
  chargeSavedCard(charge: { intentId: string; methodId: string; key: string }): Promise<SavedCardCharge>
  /** Includes the card that has paid. */
  readIntent(intentId: string): Promise<Intent>
  /** Answers the intent's state afterwards: a paid intent, or one that is being paid, cannot be cancelled. */
  cancelIntent(intentId: string): Promise<Intent>
  /** The same refund gives the money back only once. Undefined when the provider refuses it for good. */
  refund(refund: {
    id: string
    intentId: string
    amountCents: number
    tenantUuid: string
    orderId: number
  }): Promise<Stripe.Refund | undefined>
  listRefunds(intentId: string): Promise<readonly Stripe.Refund[]>
  readDispute(disputeId: string): Promise<Stripe.Dispute>
  /** After this nobody can charge the card. A card that is detached already stays so. */
  detach(methodId: string): Promise<void>
  /** Undefined when the event is forged, old or changed on its way. */
  openEvent(body: string, signature: string): CardEvent | undefined
}

/** What everything needs that asks the provider about a club's orders. */
export interface CardParts {
  readonly services: Services
  readonly cards: Cards
}

export interface SavedCardCharge {
  /** As it is after the charge. */
  readonly intent: Intent
  /** The provider's word for why the card was not charged; null when it was, or when it is being charged. */
  readonly decline: string | null
}

/** In `decline`: the bank wants the card's holder to confirm the payment. */
export const needsHolder = 'authentication_required'
/** In `decline`, a word of ours: the provider does not know the card any more, or not with this customer. */
export const goneCard = 'card_gone'

/** A card that has paid and belongs to a customer, as the provider describes it. */
export interface PaidCard extends CardDetails {
  readonly customerId: string
}

/** The card that was saved for the intent's own customer; undefined when there is none. */
export function findPaidCard({
  status,
  customer,
  payment_method: method,
}: Pick<Intent | Setup, 'status' | 'customer' | 'payment_method'>): PaidCard | undefined {
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

/** What the provider's own file needs. */
export interface ProviderAccess {
  readonly stripe: Stripe
  readonly mode: Cards['mode']
  /** Throws the SDK's `StripeSignatureVerificationError` when the event is forged, old or changed. */
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

    createIntent: ({
      tenantUuid,
      orderId,
      key,
      amountCents,
      currency,
      description,
      customerId,
      withSavedCard,
    }) =>
      translate(async () => {
        const intent: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency,
          description,
          allowed_payment_method_types: ['card'],
          metadata: { tenant: tenantUuid, order: String(orderId) },
          ...(customerId === null ? {} : { customer: customerId }),
          ...(customerId === null || withSavedCard === true ? {} : { setup_future_usage: 'off_session' }),
        }
        try {
          return await client.paymentIntents.create(intent, { idempotencyKey: `intent-${hash(key, intent)}` })
        } catch (error) {
          if (customerId !== null && isMissingCustomer(error)) return undefined
          throw error
        }
      }),

    createSetup: ({ tenantUuid, memberId, key, customerId }) =>
      translate(async () => {
        const setup: Stripe.SetupIntentCreateParams = {
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          metadata: { tenant: tenantUuid, member: String(memberId) },
        }
        try {
          return await client.setupIntents.create(setup, { idempotencyKey: `setup-${hash(key, setup)}` })
        } catch (error) {
          if (isMissingCustomer(error)) return undefined
          throw error
        }
      }),

    readSetup: (setupId) =>
      translate(() => client.setupIntents.retrieve(setupId, { expand: ['payment_method'] })),

    cancelSetup: (setupId) =>
      translate(async () => {
        try {
          await client.setupIntents.cancel(setupId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      }),

    findSetup: (methodId) =>
      translate(async () => {
        try {
          const { data } = await client.setupIntents.list({
            payment_method: methodId,
            limit: 10,
            expand: ['data.payment_method'],
          })
          return data.find(({ status }) => status === 'succeeded')
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
          throw error
        }
      }),

    chargeSavedCard: ({ intentId, methodId, key }) =>
      translate(async () => {
        try {
          const intent = await client.paymentIntents.confirm(
            intentId,
            { payment_method: methodId, off_session: true, expand: ['payment_method'] },
            { idempotencyKey: `charge-${key}` },
          )
          return { intent, decline: null }
        } catch (error) {
          const decline = findDecline(error)
          if (decline === undefined) throw error
          const intent = await client.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })
          return { intent, decline: isUnpaid(intent) ? decline : null }
        }
      }),

    readIntent: (intentId) =>
      translate(() => client.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })),

    cancelIntent: (intentId) =>
      translate(async () => {
        try {
          // without an idempotency key, because an old refusal would be repeated under it
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

/** Undefined for errors that say nothing about the card. */
function findDecline(error: unknown): string | undefined {
  if (error instanceof Stripe.errors.StripeCardError) {
    return error.code === needsHolder ? needsHolder : (error.decline_code ?? error.code ?? 'card_declined')
  }
  // the card was detached, or the payment is over
  const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409
  return isRefused ? goneCard : undefined
}

/** Whether nothing has been charged yet. */
export function isUnpaid({ status }: Intent): boolean {
  return (
    status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action'
  )
}

/** Browsers choose their keys. With all parameters in it, the hash never meets another order's key. */
function hash(key: string, parameters: object): string {
  return createHash('sha256')
    .update(JSON.stringify([key, parameters]))
    .digest('base64url')
}

/** Errors that may be over in a minute become a Failure that says so. All others are faults of ours. */
async function translate<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isPassing(error)) throw error
    throw new Failure('payments-unavailable', 'Card payments are not available at the moment.', {
      retryAfter: providerRetrySeconds,
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
