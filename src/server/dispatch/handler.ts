// What a handler is given and what it gives back; it never sees HTTP.
import type { FailureOf, OutputOf, ParsedInputOf } from '../../contract/define.ts'
import type { Failure, FailureDetails } from '../../contract/failures.ts'
import type { ActionName, Actions, QueuedActionName } from '../../contract/index.ts'
import type { Principal } from '../auth/principals.ts'
import type { SignedInMember } from '../auth/session.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Cards } from '../orders/cardProvider.ts'
import type { Services } from '../services.ts'

interface BaseContext<N extends ActionName> {
  readonly tenant: TenantIdentity
  readonly principal: Principal
  /** The principal's, for short. */
  readonly member: SignedInMember | null
  /** The write's own, made by the caller before the first attempt; null where there is none. */
  readonly key: string | null
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
        readonly cards: Cards
        /** For alarms; nothing private belongs in it. */
        readonly log: Log
      }
    : { readonly tx: Tx })

export type Handler<N extends ActionName> = (
  context: Context<N>,
  input: ParsedInputOf<Actions[N]>,
) => Promise<OutputOf<Actions[N]>>

/** One of the inputs that are answered together. */
export interface SetEntry<N extends ActionName> {
  readonly principal: Principal
  /** A new one where the caller sent none. */
  readonly key: string
  readonly input: ParsedInputOf<Actions[N]>
}

/** What inputs have in common that are answered together. */
export interface SetContext<N extends ActionName> {
  readonly tx: Tx
  readonly tenant: TenantIdentity
  /** Epoch milliseconds, one instant for all. */
  readonly now: number
  readonly services: Services
  /** A refusal of one input, to be returned in its place; it must have had no effect by then. */
  refusal(code: FailureOf<Actions[N]>, message: string, details?: FailureDetails): Failure
}

/**
 * A handler that takes many inputs at once, so that an outbox drains in few statements; a single call is a
 * set of one. Keys are distinct. Its effects use ON CONFLICT DO NOTHING under their own key: the receipts
 * come last, and when one of them stands already everything is rolled back and run again (decisions/receipt-last).
 */
export interface SetHandler<N extends ActionName> {
  /** One outcome for each entry, in their order. */
  answerSet(
    context: SetContext<N>,
    entries: readonly SetEntry<N>[],
  ): Promise<readonly (OutputOf<Actions[N]> | Failure)[]>
}

/** The batch is no action of its own: dispatch answers its entries. */
export type HandledActionName = Exclude<ActionName, 'submit_batch'>

export type Handlers = {
  [N in HandledActionName]: N extends QueuedActionName ? Handler<N> | SetHandler<N> : Handler<N>
}
