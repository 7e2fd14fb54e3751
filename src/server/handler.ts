// What a handler is given and what it gives back; it never sees HTTP.
import type { FailureOf, OutputOf, ParsedInputOf } from '../contract/define.ts'
import type { FailureDetails } from '../contract/failures.ts'
import type { ActionName, Actions } from '../contract/index.ts'
import type { Config } from './config.ts'
import type { Database, Tx } from './db/open.ts'

/** The club of a call, as the resolver found it. */
export interface TenantIdentity {
  readonly id: number
  readonly uuid: string
  readonly slug: string
}

/** Who is signed in, read afresh from the database for each call. */
export interface SignedInMember {
  readonly id: number
  readonly sessionId: string
  readonly isExpired: boolean
  readonly parentId: number
}

/** What the process provides to handlers and jobs; tests bring their own clock and ids. */
export interface Services {
  readonly config: Config
  readonly database: Database
  /** Epoch milliseconds. */
  now(): number
  /** A random UUID. */
  newId(): string
}

interface BaseContext<N extends ActionName> {
  readonly tenant: TenantIdentity
  readonly member: SignedInMember | null
  /** Epoch milliseconds, one instant for the whole call. */
  readonly now: number
  readonly language: 'en' | 'es' | null
  /** The caller's address as limits count it: IPv4, or IPv6 by /64. */
  readonly peer: string
  readonly services: Services
  /** Ends the call with a code that the action lists; the transaction rolls back. */
  fail(code: FailureOf<Actions[N]>, message: string, details?: FailureDetails): never
}

/** Reads and writes get the call's transaction; external actions open short ones of their own. */
export type Context<N extends ActionName = ActionName> = BaseContext<N> &
  (Actions[N]['effect'] extends 'external'
    ? {
        inTenant<T>(body: (tx: Tx) => Promise<T>): Promise<T>
        /** Only actions that sign in: the token goes out in the answer's header. */
        sendToken(token: string): void
      }
    : { readonly tx: Tx })

export type Handler<N extends ActionName> = (
  context: Context<N>,
  input: ParsedInputOf<Actions[N]>,
) => Promise<OutputOf<Actions[N]>>

export type Handlers = { [N in ActionName]: Handler<N> }
