// The stand-in for the card provider's API, as the engine runs it: each call from its text to its answer.
import { createHash, timingSafeEqual } from 'node:crypto'
import { DatabaseError } from 'pg'
import { Stripe } from 'stripe'
import { Books, type BooksOptions } from './books.ts'
import {
  type Controls,
  changeControls,
  type Failing,
  findFailure,
  readControls,
  spendFailure,
  toDeliveryRule,
} from './controls.ts'
import { ApiFault, invalid, type Log, missing } from './faults.ts'
import { type Parameters, parseForm } from './form.ts'
import { expandAnswer, type FoundOperation, findOperation, toShown } from './operations.ts'
import { authenticatePaymentIntent } from './paymentIntents.ts'
import { type CardSchemas, loadCardSchemas } from './schemas.ts'
import { authenticateSetupIntent } from './setupIntents.ts'
import { claimKey, type Database, storeAnswer, type Tx } from './tables.ts'

/** One request to the sandbox's API. */
export interface ApiRequest {
  readonly method: string
  /** From `/v1/` on, without the query. */
  readonly path: string
  readonly query: string
  readonly body: string
  readonly authorization: string | null
  readonly idempotencyKey: string | null
  readonly version: string | null
  readonly requestId: string
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The connection is cut instead of an answer. */
  readonly isCut: boolean
}

export interface SandboxKeys {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
}

export interface CardSandboxParts {
  readonly database: Database
  readonly keys: SandboxKeys
  readonly log: Log
  /** Epoch milliseconds. */
  now(): number
  newId(): string
  /** Called when an event was written or deliveries may be due, so that they are sent. */
  onNews(): void
}

/** Where the bank's dialog sends the card holder's answer. The real provider has no such address. */
export const authenticatePath = '/v1/sandbox/authenticate'
const longestKey = 255
const keyInUse = '55P03'

export interface CardSandbox {
  answer(call: ApiRequest): Promise<ApiResponse>
  /** Something that happens without a call of ours: a card holder goes to the bank, for example. */
  happen<T extends object>(work: (books: Books) => Promise<T>): Promise<T>
}

/** The call that caused an event. */
type Origin = Pick<ApiRequest, 'idempotencyKey' | 'requestId'>

interface Answered {
  readonly status: number
  readonly body: string
  readonly isReplayed: boolean
}

export function createCardSandbox(parts: CardSandboxParts): CardSandbox {
  const { database, keys, log, newId } = parts
  const running = new Set<string>()
  let schemas: CardSchemas | undefined

  return {
    happen: (work) => enter({ idempotencyKey: null, requestId: newId() }, (_tx, books) => work(books)),

    async answer(call) {
      try {
        return await answer(call)
      } catch (error) {
        if (error instanceof ApiFault) {
          if (error.status >= 500) log.error({ err: error, requestId: call.requestId }, 'card sandbox failed')
          return toReply(call, {
            status: error.status,
            body: toText({ error: error.body }),
            isReplayed: false,
          })
        }
        throw error
      }
    },
  }

  /** Read at the first card call, because most processes get none. */
  function getSchemas(): CardSchemas {
    schemas ??= loadCardSchemas()
    return schemas
  }

  async function answer(call: ApiRequest): Promise<ApiResponse> {
    const caller = authenticate(call.authorization)
    if (call.version !== null && call.version !== Stripe.API_VERSION) {
      throw invalid(
        `Invalid Stripe API version: ${call.version.slice(0, 40)}. The sandbox knows ${Stripe.API_VERSION}.`,
      )
    }
    if (call.method === 'POST' && call.path === authenticatePath) return answerBank(call)
    const found = findOperation(call.method, call.path)
    if (found === undefined || (caller === 'browser' && !found.operation.isForBrowsers)) {
      throw found === undefined
        ? new ApiFault(404, {
            type: 'invalid_request_error',
            message: `Unrecognized request URL (${call.method}: ${call.path.slice(0, 200)}).`,
          })
        : new ApiFault(401, {
            type: 'invalid_request_error',
            code: 'secret_key_required',
            message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
          })
    }
    const { operation } = found
    const failing = await takeFailure(operation.name)
    if (failing?.when === 'before') return toBroken(call, failing)
    const answered = await perform(call, found, caller)
    if (failing?.when === 'after') return toBroken(call, failing)
    return toReply(call, answered)
  }

  function authenticate(authorization: string | null): 'server' | 'browser' {
    const [, key = ''] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? []
    if (isSame(key, keys.secretKey)) return 'server'
    if (isSame(key, keys.publishableKey)) return 'browser'
    throw new ApiFault(401, {
      type: 'invalid_request_error',
      message: key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.',
    })
  }

  async function takeFailure(operation: string): Promise<Failing | undefined> {
    const controls = await database.transaction(readControls)
    if (findFailure(controls, operation) === undefined) return undefined
    let taken: Failing | undefined
    await database.transaction((tx) =>
      changeControls(tx, (latest) => {
        taken = findFailure(latest, operation)
        return spendFailure(latest, operation)
      }),
    )
    return taken
  }

  async function perform(
    call: ApiRequest,
    { operation, id }: FoundOperation,
    caller: 'server' | 'browser',
  ): Promise<Answered> {
    const given = parseForm(operation.method === 'POST' ? call.body : call.query)
    const { client_secret: secret, ...rest } = given
    const own = caller === 'browser' && operation.method === 'POST' ? rest : given
    const parameters = getSchemas().checkRequest(operation.name, own)
    requireMetadata(parameters)
    if (caller === 'browser' && typeof secret !== 'string') {
      throw invalid('Missing required param: client_secret.', {
        code: 'parameter_missing',
        param: 'client_secret',
      })
    }
    if (caller === 'browser') requireBrowserParameters(parameters)
    const isKeyed = operation.method !== 'GET' && call.idempotencyKey !== null
    const key = isKeyed ? `${caller} ${requireKey(call.idempotencyKey ?? '')}` : null
    const hash = createHash('sha256')
      .update(JSON.stringify([call.method, call.path, toSorted(given)]))
      .digest('hex')
    if (key !== null && running.has(key)) throw inUse()
    if (key !== null) running.add(key)
    try {
      return await commit(call, key, hash, async (books) => {
        if (typeof secret === 'string') await requireSecret(books, operation.name, id, secret)
        const result = await operation.run(books, parameters, id)
        if (result instanceof ApiFault) return result
        const whole = await expandAnswer(books, result, parameters.expand)
        const isDeleted = 'deleted' in whole && operation.answer === 'Customer'
        const name = isDeleted ? 'DeletedCustomer' : operation.answer
        getSchemas().checkAnswer(name, operation.isList === true, whole)
        return caller === 'browser' ? toShown(whole) : whole
      })
    } catch (error) {
      if (error instanceof DatabaseError && error.code === keyInUse) throw inUse()
      if (!(error instanceof ApiFault) || error.status >= 500 || key === null || error instanceof KeyFault) {
        throw error
      }
      // Nothing of the call was done. The same key gets the same error for ever.
      return await commit(call, key, hash, async () => error)
    } finally {
      if (key !== null) running.delete(key)
    }
  }

  /** The work, its events and the answer under the key: all of it is stored, or nothing. */
  async function commit(
    call: ApiRequest,
    key: string | null,
    hash: string,
    work: (books: Books) => Promise<object | ApiFault>,
  ): Promise<Answered> {
    return enter(call, async (tx, books) => {
      if (key !== null) {
        const state = await claimKey(tx, key, hash)
        if (state.kind === 'used') {
          if (state.hash !== hash) throw reused(call.idempotencyKey ?? '')
          return { status: state.status, body: state.body, isReplayed: true }
        }
      }
      const result = await work(books)
      const { status, body } =
        result instanceof ApiFault
          ? { status: result.status, body: toText({ error: result.body }) }
          : { status: 200, body: toText(result) }
      if (key !== null) await storeAnswer(tx, key, status, body)
      return { status, body, isReplayed: false }
    })
  }

  /** Runs the work in one transaction. Its events are sent after the commit. */
  async function enter<T>(origin: Origin, work: (tx: Tx, books: Books) => Promise<T>): Promise<T> {
    let hasNews = false
    const done = await database.transaction(async (tx) => {
      const books = await openBooks(tx, origin)
      const result = await work(tx, books)
      hasNews = books.hasNews
      return result
    })
    if (hasNews) parts.onNews()
    return done
  }

  async function openBooks(tx: Tx, origin: Origin): Promise<Books> {
    const controls = await readControls(tx)
    return new Books(toBooksOptions(tx, controls, origin))
  }

  function toBooksOptions(tx: Tx, controls: Controls, origin: Origin): BooksOptions {
    return {
      tx,
      at: parts.now() + controls.aheadMs,
      newId,
      apiVersion: Stripe.API_VERSION,
      requestId: `req_${origin.requestId.replaceAll('-', '')}`,
      idempotencyKey: origin.idempotencyKey,
      check: (event) => getSchemas().checkAnswer('Event', false, event),
      deliver: (type) => toDeliveryRule(controls, type),
      refundStatus: controls.refunds,
    }
  }

  async function answerBank(call: ApiRequest): Promise<ApiResponse> {
    const { client_secret: secret, outcome } = parseForm(call.body)
    if (typeof secret !== 'string' || (outcome !== 'complete' && outcome !== 'fail')) {
      throw invalid('The bank needs a client_secret and an outcome.')
    }
    const id = secret.split('_secret_')[0] ?? ''
    const isSetup = id.startsWith('seti_')
    const answered = await commit(call, null, '', async (books) => {
      await requireSecret(books, isSetup ? 'setup_intents' : 'payment_intents', id, secret)
      return toShown(
        isSetup
          ? await authenticateSetupIntent(books, id, outcome === 'complete')
          : await authenticatePaymentIntent(books, id, outcome === 'complete'),
      )
    })
    return toReply(call, answered)
  }
}

async function requireSecret(books: Books, operation: string, id: string, secret: string): Promise<void> {
  const kind = operation.startsWith('setup_intents') ? 'setup_intent' : 'payment_intent'
  const intent = await books.find(kind, id)
  if (intent === undefined) throw missing(kind, id, 'intent')
  if (isSame(secret, intent.client_secret ?? '')) return
  throw invalid(
    `The client_secret provided does not match any associated ${kind === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent'} on this account.`,
    { code: `${kind}_invalid_parameter`, param: 'client_secret' },
  )
}

/** Refuses parameters that only the server may set. */
function requireBrowserParameters(parameters: Parameters): void {
  for (const name of ['off_session', 'expand', 'error_on_requires_action', 'setup_future_usage']) {
    if (parameters[name] === undefined) continue
    throw invalid(`The parameter ${name} cannot be used with a publishable API key.`, { param: name })
  }
}

const mostMetadata = 50
const longestName = 40
const longestValue = 500

function requireMetadata({ metadata }: Parameters): void {
  if (typeof metadata !== 'object' || metadata === null) return
  const members = Object.entries(metadata)
  const isTooMuch =
    members.length > mostMetadata ||
    members.some(([name, value]) => name.length > longestName || String(value).length > longestValue)
  if (isTooMuch) {
    throw invalid('Metadata may have up to 50 keys of 40 characters, with values of 500 characters.', {
      param: 'metadata',
    })
  }
}

function requireKey(key: string): string {
  if (key !== '' && key.length <= longestKey) return key
  throw invalid(`An idempotency key has 1 to ${longestKey} characters.`)
}

/** An error about the key itself, so it is never stored under the key. */
class KeyFault extends ApiFault {}

function inUse(): ApiFault {
  return new KeyFault(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this idempotency key; please try again later.',
  })
}

function reused(key: string): ApiFault {
  return new KeyFault(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** Sorts the names, so that the order of the parameters makes no difference. */
function toSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, toSorted(member)]))
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && wanted !== '' && timingSafeEqual(a, b)
}

function toText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function toReply(call: ApiRequest, { status, body, isReplayed }: Answered): ApiResponse {
  return {
    status,
    headers: {
      'request-id': `req_${call.requestId.replaceAll('-', '')}`,
      'stripe-version': Stripe.API_VERSION,
      ...(call.idempotencyKey === null ? {} : { 'idempotency-key': call.idempotencyKey }),
      ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    body,
    isCut: false,
  }
}

function toBroken(call: ApiRequest, { how }: Failing): ApiResponse {
  if (how === 'cut') return { status: 0, headers: {}, body: '', isCut: true }
  const error = { type: 'api_error', message: 'The sandbox was told to fail.' }
  return toReply(call, { status: how, body: toText({ error }), isReplayed: false })
}
