// The one typed way to call an action, for page, worker and tests.
import type { Quote } from '../domain/order.ts'
import type { Envelope } from './define.ts'
import { Failure, type FailureDetails, isFailureCode } from './failures.ts'
import type { ActionName, Answer, Input } from './index.ts'

/** The part of `fetch` that this file needs. */
export type Fetch = (
  url: string,
  init: {
    method: 'POST'
    headers: Record<string, string>
    body: string
    signal?: CallSignal
    cache: 'no-store'
  },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}>

/** The part of the platform's AbortSignal that this file needs. */
export interface CallSignal {
  readonly aborted: boolean
}

export interface CallerOptions<Signal extends CallSignal = CallSignal> {
  fetch: Fetch
  /** '' for the page's own origin. */
  origin: string
  /** Added to every call: the club's name and the language. */
  envelope(): Envelope
  /** The current token, if any. */
  findToken(): string | undefined
  /** Called when a sign-in's answer brings a token. */
  saveToken(token: string): void
  /** Called with the headers of each answer of ours, which give the server's time. */
  learnTime?(headers: { get(name: string): string | null }): void
  /** Called when the server has served a call, also where it refused it: not when it says that it cannot serve now. */
  noteServed?(): void
  /** Aborts a call that takes too long. */
  timeLimit?(): Signal
}

export type Accepted<N extends ActionName> = Extract<Answer<N>, { success: true }>

export interface Caller {
  /** Returns an accepted answer. Throws a Failure for anything else. */
  call<N extends ActionName>(action: N, input: Input<N> & Envelope): Promise<Accepted<N>>
  /** Returns our answer, accepted or refused. Throws only if none came. */
  request<N extends ActionName>(action: N, input: Input<N> & Envelope): Promise<Answer<N>>
}

export const endpointPath = '/dart/core'
export const tokenHeader = 'X-Dart-Token'
/** One grant of a batch, behind the club and a dot: it gets a place for a large batch (rules/security 1.1). */
export const grantHeader = 'X-Showfield-Grant'

/** The only actions whose answer may bring a token: `signsIn` in their definitions. */
const signsIn: ReadonlySet<ActionName> = new Set(['member_login', 'redeem_link_code'])
/** Sent once what was asked with the token before has its answer: it would be refused if this one overtook it. */
const endsSignIn: ActionName = 'member_logout'

export function createCaller(options: CallerOptions): Caller {
  /** The calls on their way that were sent with a token. */
  const signedIn = new Set<Promise<unknown>>()

  async function request<N extends ActionName>(action: N, input: Input<N> & Envelope): Promise<Answer<N>> {
    const token = options.findToken()
    if (token === undefined) return send(action, input)
    const sent =
      action === endsSignIn
        ? Promise.allSettled(signedIn).then(() => send(action, input, token))
        : send(action, input, token)
    signedIn.add(sent)
    return sent.finally(() => signedIn.delete(sent))
  }

  async function send<N extends ActionName>(
    action: N,
    input: Input<N> & Envelope,
    token?: string,
  ): Promise<Answer<N>> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json' }
    if (token !== undefined) headers[tokenHeader] = token
    const signal = options.timeLimit?.()
    let response: Awaited<ReturnType<Fetch>>
    let text: string
    try {
      response = await options.fetch(options.origin + endpointPath, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...options.envelope(), ...input, action }),
        cache: 'no-store',
        ...(signal === undefined ? {} : { signal }),
      })
      text = await response.text()
    } catch (cause) {
      throw new Unreachable(cause)
    }
    const answer = parseAnswer(text)
    if (answer === undefined) throw new Unreachable(`status ${response.status} without an answer of ours`)
    options.learnTime?.(response.headers)
    if (answer.code !== 'unavailable') options.noteServed?.()
    if (signsIn.has(action) && answer.success === true) {
      const received = response.headers.get(tokenHeader)
      if (received !== null) options.saveToken(received)
    }
    // The server sends every answer through the action's output schema.
    return answer as unknown as Answer<N>
  }

  return {
    request,
    async call(action, input) {
      const answer = await request(action, input)
      if (answer.success) return answer as Accepted<typeof action>
      throw toFailure(answer as unknown as Record<string, unknown>)
    },
  }
}

/** No answer of ours came: no network, a captive portal or a proxy's page. The request may have arrived. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached.', { cause })
    this.name = 'Unreachable'
  }
}

function parseAnswer(text: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined // a page instead of an answer: the caller reports that the server was not reached
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const record = value as Record<string, unknown>
  if (typeof record.success !== 'boolean') return undefined
  if (!record.success && !isFailureCode(record.code)) record.code = 'internal'
  return record
}

/** A refused answer as a Failure. */
export function toFailure(answer: Record<string, unknown>): Failure {
  const code = isFailureCode(answer.code) ? answer.code : 'internal'
  const details: FailureDetails = {}
  if (Array.isArray(answer.faults)) details.faults = answer.faults
  if (typeof answer.retryAfter === 'number') details.retryAfter = answer.retryAfter
  if (typeof answer.reference === 'string') details.reference = answer.reference
  if (typeof answer.quote === 'object' && answer.quote !== null) details.quote = answer.quote as Quote
  if (typeof answer.wasCents === 'number') details.wasCents = answer.wasCents
  if (typeof answer.usedAt === 'string') details.usedAt = answer.usedAt
  if (typeof answer.mostHeld === 'number') details.mostHeld = answer.mostHeld
  if (typeof answer.onPaper === 'boolean') details.onPaper = answer.onPaper
  return new Failure(code, typeof answer.errorMessage === 'string' ? answer.errorMessage : '', details)
}
