// What the card provider has received and refunded for a club, to compare with the club's own books.
import type Stripe from 'stripe'
import type { ProvidersPayment } from '../../domain/moneyReconciliation.ts'

/** All payments that were begun since then, and before `until`, by the id of the intent. */
export async function listPayments(
  stripe: Stripe,
  { tenantUuid, since, until }: { tenantUuid: string; since: Date; until: Date | undefined },
): Promise<Map<string, ProvidersPayment>> {
  const payments = new Map<string, ProvidersPayment>()
  const listed = stripe.paymentIntents.list({
    created: {
      gte: Math.floor(since.getTime() / 1000),
      ...(until === undefined ? {} : { lt: Math.ceil(until.getTime() / 1000) }),
    },
    limit: 100,
    expand: ['data.latest_charge'],
  })
  for await (const intent of listed) {
    if (intent.metadata.tenant === tenantUuid) payments.set(intent.id, toPayment(intent))
  }
  return payments
}

/** Undefined when the provider has no such payment. */
export async function findPayment(stripe: Stripe, intentId: string): Promise<ProvidersPayment | undefined> {
  try {
    return toPayment(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return undefined
    throw error
  }
}

function toPayment(intent: Stripe.PaymentIntent): ProvidersPayment {
  const { id, status, amount_received: receivedCents, latest_charge: charge, created } = intent
  return {
    intentId: id,
    isPaid: status === 'succeeded',
    receivedCents,
    refundedCents: typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0,
    createdAt: created * 1000,
  }
}
