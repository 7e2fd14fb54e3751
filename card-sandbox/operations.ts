// The sandbox's operations: the address of each, who may call it, what it does and what it answers.
import type { Books, Kind, ObjectsByKind } from './books.ts'
import { type CustomerParameters, createCustomer, deleteCustomer, updateCustomer } from './customers.ts'
import { type ApiFault, invalid, missing } from './faults.ts'
import type { Parameters } from './form.ts'
import {
  type ConfirmParameters,
  type CreateParameters,
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  type UpdateParameters,
  updatePaymentIntent,
} from './paymentIntents.ts'
import { attachPaymentMethod, detachPaymentMethod } from './paymentMethods.ts'
import { createRefund, type RefundParameters } from './refunds.ts'
import type { AnswerName } from './schemas.ts'
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  type SetupParameters,
  updateSetupIntent,
} from './setupIntents.ts'

export interface Operation {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for the id in the address. */
  readonly path: string
  readonly answer: AnswerName
  readonly isList?: true
  /** Also allowed with the publishable key, for callers that know the intent's client secret. */
  readonly isForBrowsers?: true
  /** A refusal that is returned is stored with its effects. One that is thrown has had no effect. */
  run(books: Books, parameters: Parameters, id: string): Promise<object | ApiFault>
}

const mostListed = 100
const usuallyListed = 10

/** The parameters were already checked against the SDK's types. `P` names those that an operation reads. */
function as<P>(parameters: Parameters): P {
  return parameters as P
}

function retrieve<K extends Kind>(kind: K) {
  return (books: Books, _parameters: Parameters, id: string): Promise<ObjectsByKind[K]> => books.get(kind, id)
}

interface ListParameters {
  readonly created?:
    | number
    | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }
  readonly customer?: string
  readonly payment_intent?: string
  readonly charge?: string
  readonly ending_before?: string
  readonly limit?: number
  readonly starting_after?: string
}

function list(kind: Kind, path: string, fieldNames: readonly string[] = []) {
  return async (books: Books, parameters: Parameters): Promise<object> => {
    const { created, limit = usuallyListed, ...given } = as<ListParameters>(parameters)
    if (limit < 1 || limit > mostListed) {
      throw invalid(`Invalid limit: it must be between 1 and ${mostListed}`, { param: 'limit' })
    }
    const { starting_after: startingAfter, ending_before: endingBefore } = given
    for (const id of [startingAfter, endingBefore]) {
      if (id !== undefined && (await books.find(kind, id)) === undefined)
        throw missing(kind, id, 'starting_after')
    }
    const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
    const from = range.gt === undefined ? range.gte : range.gt + 1
    const before = range.lte === undefined ? range.lt : range.lte + 1
    const fields: Record<string, readonly string[]> = {}
    for (const name of fieldNames) {
      const value = parameters[name]
      if (typeof value === 'string') fields[name] = [value]
      if (Array.isArray(value)) fields[name === 'types' ? 'type' : name] = value.map(String)
    }
    const found = await books.list({
      kind,
      customer: given.customer,
      paymentIntent: given.payment_intent,
      charge: given.charge,
      fields,
      createdFrom: toDate(from),
      createdBefore: toDate(before),
      startingAfter,
      endingBefore,
      limit: limit + 1,
    })
    const hasMore = found.length > limit
    const data = endingBefore !== undefined && hasMore ? found.slice(1) : found.slice(0, limit)
    return { object: 'list', url: path, has_more: hasMore, data }
  }
}

function toDate(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000)
}

function listOf(
  name: string,
  kind: Kind,
  path: string,
  answer: AnswerName,
  fieldNames?: readonly string[],
): Operation {
  return { name, method: 'GET', path, answer, isList: true, run: list(kind, path, fieldNames) }
}

export const operations: readonly Operation[] = [
  {
    name: 'payment_intents.create',
    method: 'POST',
    path: '/v1/payment_intents',
    answer: 'PaymentIntent',
    run: (books, parameters) =>
      createPaymentIntent(books, as<CreateParameters & ConfirmParameters>(parameters)),
  },
  listOf('payment_intents.list', 'payment_intent', '/v1/payment_intents', 'PaymentIntent'),
  {
    name: 'payment_intents.retrieve',
    method: 'GET',
    path: '/v1/payment_intents/:id',
    answer: 'PaymentIntent',
    isForBrowsers: true,
    run: retrieve('payment_intent'),
  },
  {
    name: 'payment_intents.update',
    method: 'POST',
    path: '/v1/payment_intents/:id',
    answer: 'PaymentIntent',
    run: (books, parameters, id) => updatePaymentIntent(books, id, as<UpdateParameters>(parameters)),
  },
  {
    name: 'payment_intents.confirm',
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    answer: 'PaymentIntent',
    isForBrowsers: true,
    run: (books, parameters, id) => confirmPaymentIntent(books, id, as<ConfirmParameters>(parameters)),
  },
  {
    name: 'payment_intents.cancel',
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    answer: 'PaymentIntent',
    run: (books, parameters, id) =>
      cancelPaymentIntent(books, id, as<{ cancellation_reason?: string }>(parameters).cancellation_reason),
  },
  {
    name: 'setup_intents.create',
    method: 'POST',
    path: '/v1/setup_intents',
    answer: 'SetupIntent',
    run: (books, parameters) => createSetupIntent(books, as<SetupParameters>(parameters)),
  },
  listOf('setup_intents.list', 'setup_intent', '/v1/setup_intents', 'SetupIntent', ['payment_method']),
  {
    name: 'setup_intents.retrieve',
    method: 'GET',
    path: '/v1/setup_intents/:id',
    answer: 'SetupIntent',
    isForBrowsers: true,
    run: retrieve('setup_intent'),
  },
  {
    name: 'setup_intents.update',
    method: 'POST',
    path: '/v1/setup_intents/:id',
    answer: 'SetupIntent',
    run: (books, parameters, id) => updateSetupIntent(books, id, as<SetupParameters>(parameters)),
  },
  {
    name: 'setup_intents.confirm',
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    answer: 'SetupIntent',
    isForBrowsers: true,
    run: (books, parameters, id) => confirmSetupIntent(books, id, as<SetupParameters>(parameters)),
  },
  {
    name: 'setup_intents.cancel',
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    answer: 'SetupIntent',
    run: (books, parameters, id) =>
      cancelSetupIntent(books, id, as<{ cancellation_reason?: string }>(parameters).cancellation_reason),
  },
  {
    name: 'customers.create',
    method: 'POST',
    path: '/v1/customers',
    answer: 'Customer',
    run: (books, parameters) => createCustomer(books, as<CustomerParameters>(parameters)),
  },
  listOf('customers.list', 'customer', '/v1/customers', 'Customer', ['email']),
  {
    name: 'customers.retrieve',
    method: 'GET',
    path: '/v1/customers/:id',
    answer: 'Customer',
    run: retrieve('customer'),
  },
  {
    name: 'customers.update',
    method: 'POST',
    path: '/v1/customers/:id',
    answer: 'Customer',
    run: (books, parameters, id) => updateCustomer(books, id, as<CustomerParameters>(parameters)),
  },
  {
    name: 'customers.del',
    method: 'DELETE',
    path: '/v1/customers/:id',
    answer: 'DeletedCustomer',
    run: (books, _parameters, id) => deleteCustomer(books, id),
  },
  {
    name: 'customers.listPaymentMethods',
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    answer: 'PaymentMethod',
    isList: true,
    run: async (books, parameters, id) => {
      await books.getCustomer(id)
      const listMethods = list('payment_method', `/v1/customers/${id}/payment_methods`, ['type'])
      return listMethods(books, { ...parameters, customer: id })
    },
  },
  {
    name: 'payment_methods.list',
    method: 'GET',
    path: '/v1/payment_methods',
    answer: 'PaymentMethod',
    isList: true,
    run: async (books, parameters) => {
      const { customer } = as<{ customer?: string }>(parameters)
      if (customer === undefined) {
        throw invalid('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
      }
      await books.getCustomer(customer, 'customer')
      return list('payment_method', '/v1/payment_methods', ['type'])(books, parameters)
    },
  },
  {
    name: 'payment_methods.retrieve',
    method: 'GET',
    path: '/v1/payment_methods/:id',
    answer: 'PaymentMethod',
    run: retrieve('payment_method'),
  },
  {
    name: 'payment_methods.attach',
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    answer: 'PaymentMethod',
    run: (books, parameters, id) =>
      attachPaymentMethod(books, id, as<{ customer?: string }>(parameters).customer),
  },
  {
    name: 'payment_methods.detach',
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    answer: 'PaymentMethod',
    run: (books, _parameters, id) => detachPaymentMethod(books, id),
  },
  listOf('charges.list', 'charge', '/v1/charges', 'Charge'),
  {
    name: 'charges.retrieve',
    method: 'GET',
    path: '/v1/charges/:id',
    answer: 'Charge',
    run: retrieve('charge'),
  },
  {
    name: 'refunds.create',
    method: 'POST',
    path: '/v1/refunds',
    answer: 'Refund',
    run: (books, parameters) => createRefund(books, as<RefundParameters>(parameters)),
  },
  listOf('refunds.list', 'refund', '/v1/refunds', 'Refund'),
  {
    name: 'refunds.retrieve',
    method: 'GET',
    path: '/v1/refunds/:id',
    answer: 'Refund',
    run: retrieve('refund'),
  },
  {
    name: 'disputes.retrieve',
    method: 'GET',
    path: '/v1/disputes/:id',
    answer: 'Dispute',
    run: retrieve('dispute'),
  },
  listOf('events.list', 'event', '/v1/events', 'Event', ['type', 'types']),
  {
    name: 'events.retrieve',
    method: 'GET',
    path: '/v1/events/:id',
    answer: 'Event',
    run: retrieve('event'),
  },
]

export interface FoundOperation {
  readonly operation: Operation
  /** Empty when the address has no id. */
  readonly id: string
}

export function findOperation(method: string, path: string): FoundOperation | undefined {
  const parts = path.split('/')
  for (const operation of operations) {
    const wanted = operation.path.split('/')
    if (operation.method !== method || wanted.length !== parts.length) continue
    let id = ''
    const fits = wanted.every((part, index) => {
      if (part !== ':id') return part === parts[index]
      id = parts[index] ?? ''
      return /^\w{1,200}$/.test(id)
    })
    if (fits) return { operation, id }
  }
  return undefined
}

/** The kind of object that a field's id names. */
const expandable: Readonly<Record<string, Kind>> = {
  charge: 'charge',
  customer: 'customer',
  default_payment_method: 'payment_method',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
}
const deepestExpansion = 4

/** Replaces ids by whole objects in the fields that `expand` names. */
export async function expandAnswer(books: Books, answer: object, wanted: unknown): Promise<object> {
  if (!Array.isArray(wanted)) return answer
  let expanded: unknown = answer
  for (const path of wanted) {
    const names = String(path).split('.')
    if (names.length > deepestExpansion) throw invalid(`Property cannot be expanded (${path}).`)
    expanded = await expandPath(books, expanded, names, String(path))
  }
  return expanded as object
}

async function expandPath(
  books: Books,
  value: unknown,
  [name, ...rest]: readonly string[],
  path: string,
): Promise<unknown> {
  if (name === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) {
    return Promise.all(value.map((item) => expandPath(books, item, [name, ...rest], path)))
  }
  if (typeof value !== 'object' || !Object.hasOwn(value, name)) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  const held = (value as Record<string, unknown>)[name]
  const kind = expandable[name]
  const isId = typeof held === 'string'
  if (isId && (kind === undefined || 'deleted' in value)) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  const whole = isId && kind !== undefined ? await books.get(kind, held) : held
  return { ...value, [name]: await expandPath(books, whole, rest, path) }
}

// the fields that the provider shows to a publishable key
const shownOfIntents: ReadonlySet<string> = new Set([
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage',
])

/** Leaves only what a browser may know of its intent: no customer, no metadata, no charge. */
export function toShown<T>(value: T): T {
  if (Array.isArray(value)) return value.map(toShown) as T
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as Record<string, unknown>)
  const { object } = value as { object?: unknown }
  const isIntent = object === 'payment_intent' || object === 'setup_intent'
  const isMethod = object === 'payment_method'
  return Object.fromEntries(
    members
      .filter(([name]) => {
        if (isIntent) return shownOfIntents.has(name)
        return !isMethod || (name !== 'customer' && name !== 'metadata')
      })
      .map(([name, member]) => [name, toShown(member)]),
  ) as T
}
