// The one typed way to call an action: page, worker and tests use it.
import type { Quote } from '../domain/order.ts'
import type { Envelope } from './define.ts'
import { Failure, type FailureDetails, isFailureCode } from './failures.ts'
import type { ActionName, Answer, Input } from './index.ts'

/** What this file needs of `fetch`. */
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

/** The platform's AbortSignal, as far as it concerns us. */
export interface CallSignal {
  readonly aborted: boolean
}

export interface CallerOptions<Signal extends CallSignal = CallSignal> {
  fetch: Fetch
  /** '' for the own origin. */
  origin: string
  /** Joined to every call: the club's name and the language. */
  envelope(): Envelope
  /** The token held now, if any. */
  findToken(): string | undefined
  /** A sign-in's answer brought a token. */
  keepToken(token: string): void
  /** Called with the server's clock, in epoch milliseconds, after each answer. */
  learnTime?(serverNow: number): void
  /** Ends a call that takes too long. */
  timeLimit?(): Signal
}

export type Accepted<N extends ActionName> = Extract<Answer<N>, { success: true }>

export interface Caller {
  /** The accepted answer; anything else is thrown as a Failure. */
  call<N extends ActionName>(action: N, input: Input<N> & Envelope): Promise<Accepted<N>>
  /** The answer in our envelope, accepted or refused; throws only where none came. */
  ask<N extends ActionName>(action: N, input: Input<N> & Envelope): Promise<Answer<N>>
}

export const endpointPath = '/dart/core'
export const tokenHeader = 'X-Dart-Token'

export function createCaller(options: CallerOptions): Caller {
  async function ask<N extends ActionName>(action: N, input: Input<N> & Envelope): Promise<Answer<N>> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json' }
    const token = options.findToken()
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
    const date = response.headers.get('date')
    if (date !== null && !Number.isNaN(Date.parse(date))) options.learnTime?.(Date.parse(date))
    if (action === 'member_login' && answer.success === true) {
      const received = response.headers.get(tokenHeader)
      if (received !== null) options.keepToken(received)
    }
    // The server projects every answer through the action's output schema.
    return answer as unknown as Answer<N>
  }

  return {
    ask,
    async call(action, input) {
      const answer = await ask(action, input)
      if (answer.success) return answer as Accepted<typeof action>
      throw toFailure(answer as unknown as Record<string, unknown>)
    },
  }
}

/** No answer of ours came: no network, a captive portal, a proxy's page. The request may have arrived. */
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
    return undefined // a page instead of an answer: the caller says that nothing was reached
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const record = value as Record<string, unknown>
  if (typeof record.success !== 'boolean') return undefined
  if (!record.success && !isFailureCode(record.code)) record.code = 'internal'
  return record
}

/** The refusal of an answer as a Failure. */
export function toFailure(answer: Record<string, unknown>): Failure {
  const code = isFailureCode(answer.code) ? answer.code : 'internal'
  const details: FailureDetails = {}
  if (Array.isArray(answer.faults)) details.faults = answer.faults
  if (typeof answer.retryAfter === 'number') details.retryAfter = answer.retryAfter
  if (typeof answer.reference === 'string') details.reference = answer.reference
  if (typeof answer.quote === 'object' && answer.quote !== null) details.quote = answer.quote as Quote
  if (typeof answer.wasCents === 'number') details.wasCents = answer.wasCents
  return new Failure(code, typeof answer.errorMessage === 'string' ? answer.errorMessage : '', details)
}
