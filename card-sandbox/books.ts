// The sandbox's objects within one transaction, and the events that are written with them.
import type { Stripe } from 'stripe'
import type { Controls, DeliveryRule } from './controls.ts'
import { missing } from './faults.ts'
import type { Parameters } from './form.ts'
import { addDelivery, findObject, listObjects, type ObjectFilter, putObject, type Tx } from './tables.ts'

export interface ObjectsByKind {
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  customer: Stripe.Customer | Stripe.DeletedCustomer
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  event: Stripe.Event
}
export type Kind = keyof ObjectsByKind

const prefixes: { readonly [K in Kind]: string } = {
  payment_intent: 'pi',
  setup_intent: 'seti',
  customer: 'cus',
  payment_method: 'pm',
  charge: 'ch',
  refund: 're',
  dispute: 'du',
  event: 'evt',
}

/** The events that the sandbox knows. The SDK's type of each says what is in it. */
export type EventType = Stripe.Event['type'] &
  `${'charge' | 'charge.dispute' | 'customer' | 'payment_intent' | 'payment_method' | 'refund' | 'setup_intent'}.${string}`

export interface BooksOptions {
  readonly tx: Tx
  /** Epoch milliseconds on the sandbox's clock. */
  readonly at: number
  readonly newId: () => string
  readonly apiVersion: string
  readonly requestId: string
  readonly idempotencyKey: string | null
  /** Fails when the event does not fit the SDK's type. */
  readonly check: (event: object) => void
  /** Says how each new event is delivered. */
  readonly deliver: (type: string) => DeliveryRule
  readonly refundStatus: Controls['refunds']
}

export class Books {
  readonly #options: BooksOptions
  /** True when an event was written: then deliveries have to be sent. */
  hasNews = false

  constructor(options: BooksOptions) {
    this.#options = options
  }

  /** The status that a new refund gets. */
  get refundStatus(): Controls['refunds'] {
    return this.#options.refundStatus
  }

  /** Seconds since 1970, as the provider counts time. */
  get now(): number {
    return Math.floor(this.#options.at / 1000)
  }

  newId(kind: Kind): string {
    return `${prefixes[kind]}_${this.newWord()}`
  }

  /** A random word that nobody can guess. */
  newWord(): string {
    return this.#options.newId().replaceAll('-', '')
  }

  find<K extends Kind>(kind: K, id: string): Promise<ObjectsByKind[K] | undefined> {
    return this.#find(kind, id, false)
  }

  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<ObjectsByKind[K]> {
    const found = await this.#find(kind, id, false)
    if (found === undefined) throw missing(kind, id, param)
    return found
  }

  /** Also locks the object until the transaction ends. */
  async lock<K extends Kind>(kind: K, id: string, param?: string): Promise<ObjectsByKind[K]> {
    const found = await this.#find(kind, id, true)
    if (found === undefined) throw missing(kind, id, param)
    return found
  }

  async getCustomer(id: string, param?: string): Promise<Stripe.Customer> {
    const customer = await this.get('customer', id, param)
    if (customer.deleted) throw missing('customer', id, param)
    return customer
  }

  async #find<K extends Kind>(kind: K, id: string, lock: boolean): Promise<ObjectsByKind[K] | undefined> {
    return (await findObject(this.#options.tx, kind, id, { lock })) as ObjectsByKind[K] | undefined
  }

  async list<K extends Kind>(filter: ObjectFilter & { readonly kind: K }): Promise<ObjectsByKind[K][]> {
    return (await listObjects(this.#options.tx, filter)) as ObjectsByKind[K][]
  }

  async put<K extends Kind>(object: ObjectsByKind[K] & { readonly object: K }): Promise<ObjectsByKind[K]> {
    const { id, object: kind } = object
    const of = object as { customer?: unknown; payment_intent?: unknown; charge?: unknown }
    const created = 'created' in object ? object.created : this.now
    await putObject(this.#options.tx, {
      id,
      kind,
      customer: toId(of.customer),
      paymentIntent: toId(of.payment_intent),
      charge: toId(of.charge),
      createdAt: new Date(created * 1000),
      body: object,
    })
    return object
  }

  async emit(type: EventType, object: ObjectsByKind[Kind]): Promise<void> {
    const { tx, at, apiVersion, requestId, idempotencyKey, deliver, check } = this.#options
    const id = this.newId('event')
    const event = {
      id,
      object: 'event',
      api_version: apiVersion,
      created: this.now,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: requestId, idempotency_key: idempotencyKey },
      type,
    }
    check(event)
    await putObject(tx, {
      id,
      kind: 'event',
      customer: null,
      paymentIntent: null,
      charge: null,
      createdAt: new Date(this.now * 1000),
      body: event,
    })
    const { state, copies, delayMs } = deliver(type)
    for (let copy = 0; copy < copies; copy += 1) {
      await addDelivery(tx, { eventId: id, eventType: type, state, dueAt: new Date(at + delayMs) })
    }
    this.hasNews = true
  }
}

function toId(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** As the provider treats metadata: an empty value removes a name, an empty text removes all names. */
export function mergeMetadata(old: Stripe.Metadata, given: unknown): Stripe.Metadata {
  if (given === undefined) return old
  if (given === '' || given === null) return {}
  const merged = { ...old }
  for (const [name, value] of Object.entries(given as Parameters)) {
    if (value === '' || value === null) delete merged[name]
    else merged[name] = String(value)
  }
  return merged
}
