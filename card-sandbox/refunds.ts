// Refunds: at most what is left of a charge. A bank may take its time and may send a refund back.
import type { Stripe } from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { invalid } from './faults.ts'
import type { Parameters } from './form.ts'

export interface RefundParameters {
  readonly amount?: number
  readonly charge?: string
  readonly metadata?: Parameters | ''
  readonly payment_intent?: string
  readonly reason?: Stripe.Refund.Reason
}

export async function createRefund(books: Books, parameters: RefundParameters): Promise<Stripe.Refund> {
  const charge = await lockCharge(books, parameters)
  if (charge.status !== 'succeeded') {
    throw invalid(`Charge ${charge.id} has not succeeded and cannot be refunded.`, {
      code: 'charge_not_refundable',
    })
  }
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const remaining = charge.amount - charge.amount_refunded
  if (remaining === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = parameters.amount ?? remaining
  if (amount < 1) {
    throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (amount > remaining) {
    throw invalid(
      `Refund amount (${toDollars(amount)}) is greater than unrefunded amount on charge (${toDollars(remaining)})`,
      { code: 'amount_too_large', param: 'amount' },
    )
  }
  const left = await books.put<'charge'>({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === remaining,
  })
  const refund = await books.put<'refund'>({
    id: books.newId('refund'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: mergeMetadata({}, parameters.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: parameters.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: books.refundStatus,
    transfer_reversal: null,
  })
  await books.emit('charge.refunded', left)
  await books.emit('refund.created', refund)
  return refund
}

/** The bank has taken the refund, or sends it back, even after success. Then the charge has it again. */
export async function endRefund(books: Books, id: string, isDone: boolean): Promise<Stripe.Refund> {
  const { charge: of } = await books.get('refund', id)
  const charge = await books.lock('charge', String(of))
  const refund = await books.lock('refund', id)
  if (refund.status === 'failed' || (isDone && refund.status === 'succeeded')) {
    throw invalid(`${id} has ${refund.status} already.`)
  }
  const ended = await books.put<'refund'>({
    ...refund,
    status: isDone ? 'succeeded' : 'failed',
    ...(isDone ? {} : { failure_reason: 'lost_or_stolen_card' }),
  })
  if (!isDone) {
    const amount_refunded = charge.amount_refunded - refund.amount
    await books.put<'charge'>({ ...charge, amount_refunded, refunded: false })
    await books.emit('refund.failed', ended)
  }
  await books.emit('refund.updated', ended)
  return ended
}

async function lockCharge(books: Books, parameters: RefundParameters): Promise<Stripe.Charge> {
  const { charge, payment_intent: intentId } = parameters
  if ((charge === undefined) === (intentId === undefined)) {
    throw invalid('One of charge and payment_intent must be given, and only one.', {
      code: charge === undefined ? 'parameter_missing' : 'parameters_exclusive',
      param: 'payment_intent',
    })
  }
  if (charge !== undefined) return books.lock('charge', charge, 'charge')
  const intent = await books.get('payment_intent', intentId ?? '', 'payment_intent')
  if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    })
  }
  return books.lock('charge', intent.latest_charge)
}

function toDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
