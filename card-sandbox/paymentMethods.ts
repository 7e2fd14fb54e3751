// Cards in the sandbox: made from the name of a test card, attached to customers, detached.
import type { Stripe } from 'stripe'
import type { Books } from './books.ts'
import { ApiFault, invalid } from './faults.ts'
import { type DeclineCode, declineMessages, findOutcome, type Outcome } from './outcomes.ts'

/** The name of a test card makes a new payment method. Any other id must exist already. */
export async function takePaymentMethod(
  books: Books,
  name: string,
  param = 'payment_method',
): Promise<Stripe.PaymentMethod> {
  const outcome = findOutcome(name)
  return outcome === undefined
    ? books.lock('payment_method', name, param)
    : books.put(toPaymentMethod(books, name, outcome))
}

/** The card's fingerprint says which test card it is. A card that may not be used again has none. */
export function getOutcome(method: Stripe.PaymentMethod): Outcome {
  const outcome = findOutcome(method.card?.fingerprint)
  if (outcome === undefined) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a Customer, and may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  }
  return outcome
}

function toPaymentMethod(books: Books, name: string, outcome: Outcome): Stripe.PaymentMethod {
  return {
    id: books.newId('payment_method'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: outcome.expMonth,
      exp_year: outcome.expYear,
      fingerprint: name,
      funding: 'credit',
      generated_from: null,
      last4: outcome.last4,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: books.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** After one use without a customer, the card may not be used again. */
export async function spendPaymentMethod(books: Books, method: Stripe.PaymentMethod): Promise<void> {
  if (method.customer !== null || method.card === undefined) return
  await books.put({ ...method, card: { ...method.card, fingerprint: null } })
}

/** Refuses a card of another customer, and a customer's card when no customer is named. */
export function requireUsableBy(method: Stripe.PaymentMethod, customer: string | null): void {
  if (method.customer === null || method.customer === customer) return
  throw invalid(
    customer === null
      ? 'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first: include the Customer in the `customer` parameter.'
      : `The customer ${customer} does not own the PaymentMethod ${method.id}.`,
    { code: 'payment_method_unexpected_state', param: 'payment_method' },
  )
}

/** The bank's refusal. `more` names the intent or the charge. */
export function decline(code: DeclineCode, more: Partial<ApiFault['body']> = {}): ApiFault {
  return new ApiFault(402, {
    type: 'card_error',
    code: code === 'authentication_required' ? code : 'card_declined',
    decline_code: code,
    message: declineMessages[code],
    ...more,
  })
}

/** Writes the attached card and its event. Nothing changes when it is attached already. */
export async function attach(
  books: Books,
  method: Stripe.PaymentMethod,
  customer: string,
): Promise<Stripe.PaymentMethod> {
  if (method.customer === customer) return method
  const attached = await books.put({ ...method, customer })
  await books.emit('payment_method.attached', attached)
  return attached
}

export async function attachPaymentMethod(
  books: Books,
  id: string,
  customerId: string | undefined,
): Promise<Stripe.PaymentMethod> {
  if (customerId === undefined) {
    throw invalid('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
  }
  const customer = await books.getCustomer(customerId, 'customer')
  const known = findOutcome(id)
  if (known?.saveDecline) throw decline(known.saveDecline)
  const method = await takePaymentMethod(books, id, 'id')
  const { saveDecline } = getOutcome(method)
  if (saveDecline !== null) throw decline(saveDecline, { payment_method: method })
  if (method.customer !== null && method.customer !== customer.id) {
    throw invalid('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  return attach(books, method, customer.id)
}

export async function detachPaymentMethod(books: Books, id: string): Promise<Stripe.PaymentMethod> {
  const method = await books.lock('payment_method', id)
  if (method.customer === null || method.card === undefined) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { code: 'payment_method_unexpected_state' },
    )
  }
  const detached = await books.put({
    ...method,
    customer: null,
    card: { ...method.card, fingerprint: null },
  })
  await books.emit('payment_method.detached', { ...detached, customer: null })
  return detached
}

/** Whether the bank lets this card pay from now on without the card holder (the card 3155). */
export async function isSetUp(books: Books, method: Stripe.PaymentMethod): Promise<boolean> {
  const fields = { payment_method: [method.id], status: ['succeeded'] }
  const [setup] = await books.list({ kind: 'setup_intent', fields, limit: 1 })
  if (setup !== undefined) return true
  const [paid] = await books.list({
    kind: 'payment_intent',
    fields: { ...fields, setup_future_usage: ['off_session'] },
    limit: 1,
  })
  return paid !== undefined
}
