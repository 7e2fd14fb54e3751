// Payment intents: made, changed, confirmed, authenticated and cancelled like at the provider; cards only.
import type { Stripe } from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { failedCharge, paidCharge } from './charges.ts'
import { ApiFault, invalid } from './faults.ts'
import type { Parameters } from './form.ts'
import type { DeclineCode, Outcome } from './outcomes.ts'
import {
  attach,
  decline,
  getOutcome,
  isSetUp,
  requireUsableBy,
  spendPaymentMethod,
  takePaymentMethod,
} from './paymentMethods.ts'

/** The provider's limits for US dollars (payments 1). */
export const leastCents = 50
export const mostCents = 99_999_999

export interface CreateParameters {
  readonly amount: number
  readonly currency: string
  readonly allowed_payment_method_types?: readonly string[]
  readonly automatic_payment_methods?: Parameters
  readonly capture_method?: string
  readonly confirm?: boolean
  readonly confirmation_method?: string
  readonly customer?: string
  readonly description?: string
  readonly metadata?: Parameters
  readonly payment_method?: string
  readonly receipt_email?: string
  readonly setup_future_usage?: Stripe.PaymentIntent.SetupFutureUsage
  readonly statement_descriptor_suffix?: string
}

export interface ConfirmParameters {
  readonly error_on_requires_action?: boolean
  readonly off_session?: boolean | string
  readonly payment_method?: string
  readonly receipt_email?: string
  readonly return_url?: string
  readonly setup_future_usage?: Stripe.PaymentIntent.SetupFutureUsage | ''
  readonly use_stripe_sdk?: boolean
}

export interface UpdateParameters {
  readonly amount?: number
  readonly currency?: string
  readonly customer?: string
  readonly description?: string
  readonly metadata?: Parameters | ''
  readonly payment_method?: string
  readonly receipt_email?: string
  readonly setup_future_usage?: Stripe.PaymentIntent.SetupFutureUsage | ''
}

type Answer = Promise<Stripe.PaymentIntent | ApiFault>

export async function createPaymentIntent(
  books: Books,
  parameters: CreateParameters & ConfirmParameters,
): Answer {
  requireCardsOnly(parameters)
  requireAmount(parameters.amount)
  requireCurrency(parameters.currency)
  const { confirm = false } = parameters
  if (!confirm) requireOnlyWithConfirm(parameters)
  if (parameters.capture_method === 'manual' || parameters.confirmation_method === 'manual') {
    throw invalid('The sandbox captures and confirms automatically only.', {
      param: parameters.capture_method === 'manual' ? 'capture_method' : 'confirmation_method',
    })
  }
  if (parameters.customer !== undefined) await books.getCustomer(parameters.customer, 'customer')
  if (confirm) requireConfirmable(parameters, parameters.customer ?? null, parameters.payment_method)
  const method = await takeMethod(books, parameters.payment_method, parameters.customer ?? null)
  const id = books.newId('payment_intent')
  const intent = await books.put<'payment_intent'>({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: parameters.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: parameters.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${books.newWord()}`,
    confirmation_method: 'automatic',
    created: books.now,
    currency: parameters.currency,
    customer: parameters.customer ?? null,
    customer_account: null,
    description: parameters.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, parameters.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: parameters.receipt_email ?? null,
    review: null,
    setup_future_usage: parameters.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: parameters.statement_descriptor_suffix ?? null,
    status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
  })
  await books.emit('payment_intent.created', intent)
  return confirm && method !== undefined ? attempt(books, intent, method, parameters) : intent
}

/** The provider would choose among several payment methods by itself. The sandbox has only cards. */
export function requireCardsOnly(
  parameters: Pick<CreateParameters, 'allowed_payment_method_types' | 'automatic_payment_methods'>,
): void {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = parameters
  if (allowed !== undefined && automatic !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      { code: 'parameters_exclusive', param: 'automatic_payment_methods' },
    )
  }
  if (allowed?.length === 1 && allowed[0] === 'card') return
  throw invalid("The sandbox knows cards only: give allowed_payment_method_types: ['card'].", {
    param: 'allowed_payment_method_types',
  })
}

function requireAmount(amount: number): void {
  if (amount < leastCents) {
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > mostCents) {
    throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
}

function requireCurrency(currency: string): void {
  if (/^[a-z]{3}$/.test(currency)) return
  throw invalid(`Invalid currency: ${currency.slice(0, 20)}`, { param: 'currency' })
}

function requireOnlyWithConfirm(parameters: ConfirmParameters): void {
  for (const name of ['error_on_requires_action', 'off_session', 'return_url'] as const) {
    if (parameters[name] === undefined) continue
    throw invalid(`The parameter \`${name}\` can only be passed when \`confirm\` is true.`, { param: name })
  }
}

function isOffSession({ off_session: given }: ConfirmParameters): boolean {
  return given !== undefined && given !== false
}

/** What a confirmation needs, besides an intent in the right state. */
function requireConfirmable(
  parameters: ConfirmParameters,
  customer: string | null,
  method: string | null | undefined,
): void {
  if (method === null || method === undefined) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state', param: 'payment_method' },
    )
  }
  if (!isOffSession(parameters)) return
  if (customer === null) {
    throw invalid('A payment without its payer present (off_session) needs a customer.', {
      code: 'parameter_missing',
      param: 'customer',
    })
  }
  if (parameters.setup_future_usage) {
    throw invalid('You may only specify one of these parameters: off_session, setup_future_usage.', {
      code: 'parameters_exclusive',
      param: 'setup_future_usage',
    })
  }
}

async function takeMethod(
  books: Books,
  name: string | undefined,
  customer: string | null,
): Promise<Stripe.PaymentMethod | undefined> {
  if (name === undefined) return undefined
  const method = await takePaymentMethod(books, name)
  requireUsableBy(method, customer)
  getOutcome(method)
  return method
}

export async function updatePaymentIntent(books: Books, id: string, parameters: UpdateParameters): Answer {
  const intent = await books.lock('payment_intent', id)
  const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(
    intent.status,
  )
  for (const name of ['amount', 'currency', 'customer', 'payment_method', 'setup_future_usage'] as const) {
    if (parameters[name] !== undefined && !isOpen) {
      throw unexpectedState(
        intent,
        `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}.`,
      )
    }
  }
  if (parameters.amount !== undefined) requireAmount(parameters.amount)
  if (parameters.currency !== undefined) requireCurrency(parameters.currency)
  if (parameters.customer !== undefined) {
    await books.getCustomer(parameters.customer, 'customer')
    if (intent.customer !== null && intent.customer !== parameters.customer) {
      throw invalid('The customer of a PaymentIntent cannot be changed.', { param: 'customer' })
    }
  }
  const customer = parameters.customer ?? toId(intent.customer)
  const method = await takeMethod(books, parameters.payment_method, customer)
  const isRewritten = parameters.amount !== undefined || method !== undefined
  const usage = parameters.setup_future_usage
  return books.put({
    ...intent,
    amount: parameters.amount ?? intent.amount,
    currency: parameters.currency ?? intent.currency,
    customer,
    description: parameters.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, parameters.metadata),
    payment_method: method?.id ?? intent.payment_method,
    receipt_email: toNullable(parameters.receipt_email, intent.receipt_email),
    setup_future_usage: usage === '' ? null : (usage ?? intent.setup_future_usage),
    ...(method !== undefined || (isRewritten && intent.status === 'requires_action')
      ? {
          status: (method?.id ?? intent.payment_method) ? 'requires_confirmation' : 'requires_payment_method',
          next_action: null,
        }
      : {}),
  })
}

export async function confirmPaymentIntent(books: Books, id: string, parameters: ConfirmParameters): Answer {
  const intent = await books.lock('payment_intent', id)
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      intent,
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
    )
  }
  const customer = toId(intent.customer)
  const name = parameters.payment_method ?? toId(intent.payment_method)
  requireConfirmable(parameters, customer, name)
  const method = await takeMethod(books, name ?? undefined, customer)
  if (method === undefined) throw new Error('a method was named')
  const usage = parameters.setup_future_usage
  return attempt(
    books,
    {
      ...intent,
      receipt_email: toNullable(parameters.receipt_email, intent.receipt_email),
      setup_future_usage: usage === '' ? null : (usage ?? intent.setup_future_usage),
    },
    method,
    parameters,
  )
}

/** Tries once to have the bank pay. */
async function attempt(
  books: Books,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  parameters: ConfirmParameters,
): Answer {
  const outcome = getOutcome(method)
  if (await mustConfirm(books, outcome, method)) {
    if (isOffSession(parameters) || parameters.error_on_requires_action === true) {
      return refuse(books, intent, method, 'authentication_required')
    }
    const waiting = await books.put<'payment_intent'>({
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: null,
      next_action: {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', source: books.newWord() },
      },
    })
    await books.emit('payment_intent.requires_action', waiting)
    return waiting
  }
  if (outcome.payDecline !== null) return refuse(books, intent, method, outcome.payDecline)
  return pay(books, intent, method, false)
}

async function mustConfirm(books: Books, outcome: Outcome, method: Stripe.PaymentMethod): Promise<boolean> {
  if (outcome.authenticates === 'never') return false
  return outcome.authenticates === 'always' || !(await isSetUp(books, method))
}

async function pay(
  books: Books,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Promise<Stripe.PaymentIntent> {
  const charge = await books.put(paidCharge(books, intent, method, isAuthenticated))
  const paid = await books.put<'payment_intent'>({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  })
  const customer = toId(intent.customer)
  // a card that was set up without a customer can still be attached to one later
  if (intent.setup_future_usage === null) await spendPaymentMethod(books, method)
  else if (customer !== null) await attach(books, method, customer)
  await books.emit('charge.succeeded', charge)
  await books.emit('payment_intent.succeeded', paid)
  return paid
}

async function refuse(
  books: Books,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  code: DeclineCode,
): Promise<ApiFault> {
  const charge = await books.put(failedCharge(books, intent, method, code))
  const { type, message, code: errorCode } = decline(code).body
  const error: Stripe.PaymentIntent.LastPaymentError = {
    type,
    message,
    ...(errorCode === undefined ? {} : { code: errorCode }),
    decline_code: code,
    charge: charge.id,
    payment_method: method,
  }
  const refused = await books.put<'payment_intent'>({
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    last_payment_error: error,
    next_action: null,
  })
  await books.emit('charge.failed', charge)
  await books.emit('payment_intent.payment_failed', refused)
  return decline(code, { charge: charge.id, payment_intent: refused, payment_method: method })
}

/** The card holder's answer in the bank's dialog. */
export async function authenticatePaymentIntent(
  books: Books,
  id: string,
  isConfirmed: boolean,
): Promise<Stripe.PaymentIntent> {
  const intent = await books.lock('payment_intent', id)
  if (intent.status !== 'requires_action') {
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status} and asks for nothing.`)
  }
  const method = await books.lock('payment_method', toId(intent.payment_method) ?? '')
  if (isConfirmed) return pay(books, intent, method, true)
  const failed = await books.put<'payment_intent'>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
      payment_method: method,
    },
  })
  await books.emit('payment_intent.payment_failed', failed)
  return failed
}

export async function cancelPaymentIntent(books: Books, id: string, reason: string | undefined): Answer {
  const intent = await books.lock('payment_intent', id)
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    )
  }
  const canceled = await books.put<'payment_intent'>({
    ...intent,
    status: 'canceled',
    canceled_at: books.now,
    cancellation_reason: reason ?? null,
    next_action: null,
  })
  await books.emit('payment_intent.canceled', canceled)
  return canceled
}

function unexpectedState(intent: Stripe.PaymentIntent, message: string): ApiFault {
  return new ApiFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  })
}

function toId(value: string | { id: string } | null): string | null {
  return typeof value === 'object' && value !== null ? value.id : value
}

function toNullable(given: string | undefined, old: string | null): string | null {
  if (given === undefined) return old
  return given === '' ? null : given
}
