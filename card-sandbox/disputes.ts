// Disputes: a card holder takes a payment back through the bank, and the bank then decides.
import type { Stripe } from 'stripe'
import type { Books } from './books.ts'
import { invalid } from './faults.ts'

const daySeconds = 86_400
/** How many days the bank waits for the club's evidence. */
const answerDays = 20

/** A dispute about everything that was paid under a payment intent. */
export async function openDispute(books: Books, intentId: string): Promise<Stripe.Dispute> {
  const intent = await books.get('payment_intent', intentId, 'payment_intent')
  if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
    throw invalid(`Nothing was paid under ${intentId}.`)
  }
  const charge = await books.lock('charge', intent.latest_charge)
  if (charge.disputed) throw invalid(`${charge.id} is disputed already.`, { code: 'charge_disputed' })
  await books.put<'charge'>({ ...charge, disputed: true })
  const dispute = await books.put<'dispute'>({
    id: books.newId('dispute'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: books.now + answerDays * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  await books.emit('charge.dispute.created', dispute)
  return dispute
}

/** The bank has decided for the club, or for the card holder, who then has the money. */
export async function closeDispute(books: Books, id: string, isWon: boolean): Promise<Stripe.Dispute> {
  const dispute = await books.lock('dispute', id)
  if (dispute.status !== 'needs_response') throw invalid(`${id} is closed already.`)
  const closed = await books.put<'dispute'>({ ...dispute, status: isWon ? 'won' : 'lost' })
  await books.emit('charge.dispute.closed', closed)
  return closed
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
