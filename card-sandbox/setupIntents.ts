// Setup intents: a card is entered once and saved for payments without the card holder.
import type { Stripe } from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { ApiFault, invalid } from './faults.ts'
import type { Parameters } from './form.ts'
import type { DeclineCode } from './outcomes.ts'
import { requireCardsOnly } from './paymentIntents.ts'
import { attach, decline, getOutcome, requireUsableBy, takePaymentMethod } from './paymentMethods.ts'

export interface SetupParameters {
  readonly allowed_payment_method_types?: readonly string[]
  readonly automatic_payment_methods?: Parameters
  readonly confirm?: boolean
  readonly customer?: string
  readonly description?: string
  readonly metadata?: Parameters | ''
  readonly payment_method?: string
  readonly return_url?: string
  readonly usage?: string
}

type Answer = Promise<Stripe.SetupIntent | ApiFault>

export async function createSetupIntent(books: Books, parameters: SetupParameters): Answer {
  requireCardsOnly(parameters)
  const { confirm = false } = parameters
  if (!confirm && parameters.return_url !== undefined) {
    throw invalid('The parameter `return_url` can only be passed when `confirm` is true.', {
      param: 'return_url',
    })
  }
  if (parameters.customer !== undefined) await books.getCustomer(parameters.customer, 'customer')
  if (confirm) requireMethod(parameters.payment_method)
  const method = await takeMethod(books, parameters.payment_method, parameters.customer ?? null)
  const id = books.newId('setup_intent')
  const intent = await books.put<'setup_intent'>({
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${books.newWord()}`,
    created: books.now,
    customer: parameters.customer ?? null,
    customer_account: null,
    description: parameters.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, parameters.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    usage: parameters.usage ?? 'off_session',
  })
  await books.emit('setup_intent.created', intent)
  return confirm && method !== undefined ? attempt(books, intent, method) : intent
}

function requireMethod(name: string | null | undefined): asserts name is string {
  if (typeof name === 'string') return
  throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
    code: 'setup_intent_unexpected_state',
    param: 'payment_method',
  })
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

export async function updateSetupIntent(
  books: Books,
  id: string,
  parameters: Pick<SetupParameters, 'customer' | 'description' | 'metadata' | 'payment_method'>,
): Answer {
  const intent = await books.lock('setup_intent', id)
  const customer = parameters.customer ?? toId(intent.customer)
  if (parameters.customer !== undefined) await books.getCustomer(parameters.customer, 'customer')
  if (parameters.payment_method !== undefined) requireOpen(intent, 'updated')
  const method = await takeMethod(books, parameters.payment_method, customer)
  return books.put({
    ...intent,
    customer,
    description: parameters.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata ?? {}, parameters.metadata),
    ...(method === undefined
      ? {}
      : { payment_method: method.id, status: 'requires_confirmation', next_action: null }),
  })
}

export async function confirmSetupIntent(
  books: Books,
  id: string,
  parameters: Pick<SetupParameters, 'payment_method'>,
): Answer {
  const intent = await books.lock('setup_intent', id)
  requireOpen(intent, 'confirmed')
  const name = parameters.payment_method ?? toId(intent.payment_method)
  requireMethod(name)
  const method = await takeMethod(books, name, toId(intent.customer))
  if (method === undefined) throw new Error('a method was named')
  return attempt(books, intent, method)
}

async function attempt(books: Books, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): Answer {
  const { saveDecline, authenticates } = getOutcome(method)
  if (saveDecline !== null) return refuse(books, intent, method, saveDecline)
  if (authenticates === 'never') return saveMethod(books, intent, method)
  const waiting = await books.put<'setup_intent'>({
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_setup_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', source: books.newWord() },
    },
  })
  await books.emit('setup_intent.requires_action', waiting)
  return waiting
}

async function saveMethod(
  books: Books,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Promise<Stripe.SetupIntent> {
  const done = await books.put<'setup_intent'>({
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  })
  const customer = toId(intent.customer)
  if (customer !== null) await attach(books, method, customer)
  await books.emit('setup_intent.succeeded', done)
  return done
}

async function refuse(
  books: Books,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  code: DeclineCode,
): Promise<ApiFault> {
  const { type, message } = decline(code).body
  const refused = await books.put<'setup_intent'>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { type, message, code: 'card_declined', decline_code: code, payment_method: method },
  })
  await books.emit('setup_intent.setup_failed', refused)
  return decline(code, { setup_intent: refused, payment_method: method })
}

/** The card holder's answer in the bank's dialog. */
export async function authenticateSetupIntent(
  books: Books,
  id: string,
  isConfirmed: boolean,
): Promise<Stripe.SetupIntent> {
  const intent = await books.lock('setup_intent', id)
  if (intent.status !== 'requires_action') {
    throw unexpectedState(intent, `This SetupIntent has a status of ${intent.status} and asks for nothing.`)
  }
  const method = await books.lock('payment_method', toId(intent.payment_method) ?? '')
  if (isConfirmed) return saveMethod(books, intent, method)
  const failed = await books.put<'setup_intent'>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: 'The latest attempt to set up the payment method has failed because authentication failed.',
      payment_method: method,
    },
  })
  await books.emit('setup_intent.setup_failed', failed)
  return failed
}

export async function cancelSetupIntent(books: Books, id: string, reason: string | undefined): Answer {
  const intent = await books.lock('setup_intent', id)
  requireOpen(intent, 'canceled')
  const canceled = await books.put<'setup_intent'>({
    ...intent,
    status: 'canceled',
    cancellation_reason: reason ?? null,
    next_action: null,
  })
  await books.emit('setup_intent.canceled', canceled)
  return canceled
}

function requireOpen(intent: Stripe.SetupIntent, wanted: string): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return
  throw unexpectedState(
    intent,
    `This SetupIntent cannot be ${wanted} because it has a status of ${intent.status}.`,
  )
}

function unexpectedState(intent: Stripe.SetupIntent, message: string): ApiFault {
  return new ApiFault(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message,
    setup_intent: intent,
  })
}

function toId(value: string | { id: string } | null): string | null {
  return typeof value === 'object' && value !== null ? value.id : value
}
