// What a handler is given and what it returns. It never sees HTTP.
import type { Access, FailureOf, OutputOf, ParsedInputOf } from '../../contract/define.ts'
import type { Failure, FailureDetails } from '../../contract/failures.ts'
import type { ActionName, Actions, QueuedActionName } from '../../contract/index.ts'
import type { Changed } from '../../domain/trail.ts'
import type { Principal } from '../auth/principals.ts'
import type { SignedInMember } from '../auth/session.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { Cards } from '../order/cardProvider.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import type { GivenPicture } from '../storage/givenPictures.ts'
import type { CountedTarget } from '../throttle/throttle.ts'

interface BaseContext<N extends ActionName> {
  readonly tenant: TenantIdentity
  readonly principal: Principal
  /** The same as in the principal, for short. */
  readonly member: MemberOf<Actions[N]['access']>
  /** The key of the write, made by the caller before the first attempt; null without one. */
  readonly key: string | null
  /** Epoch milliseconds, one instant for the whole call. */
  readonly now: number
  readonly language: 'en' | 'es' | null
  /** The caller's network address as limits count it: IPv4, or IPv6 by /64. */
  readonly peer: string
  /** What the browser's cookie says of an event that is not published yet: see event/preview. */
  readonly preview: string | undefined
  readonly services: Services
  /** For alarms. Nothing private may be logged. */
  readonly log: Log
  /** Ends the call with a code from the action's list. The transaction rolls back. */
  fail(code: FailureOf<Actions[N]>, message: string, details?: FailureDetails): never
}

/** Dispatch lets nobody else call what only members may call. At the command line an officer is no member. */
type MemberOf<A extends Access> = [A] extends ['member'] ? SignedInMember : SignedInMember | null

type Trailing<N extends ActionName> = Actions[N] extends { trail: true }
  ? {
      /** What the call has changed. Dispatch adds it to the trail, in the same transaction. */
      changed(change: Changed): void
    }
  : unknown

/** Reads and writes get the call's transaction. External actions open short transactions of their own. */
export type Context<N extends ActionName = ActionName> = BaseContext<N> &
  (Actions[N]['effect'] extends 'external'
    ? {
        inTenant<T>(body: (tx: Tx) => Promise<T>): Promise<T>
        /** Only for actions that sign in: sends the token in the answer's header. */
        sendToken(token: string): void
        /** The proof that this browser placed an order, from its cookie. */
        readonly joined: string | undefined
        /** Stores such a proof in the cookie; '' deletes it. */
        sendJoined(proof: string): void
        /** The mark that somebody has signed in with this browser, from its other cookie. */
        readonly device: string | undefined
        /** Only for actions that sign in: stores such a mark. */
        sendDevice(mark: string): void
        readonly cards: Cards
      }
    : { readonly tx: Tx } & Trailing<N> &
        (Actions[N] extends { body: 'pictures' }
          ? {
              /** Those of the input's `images`, in order; none without the field. Read before the transaction. */
              readonly pictures: readonly GivenPicture[]
            }
          : unknown))

export type Handler<N extends ActionName> = (
  context: Context<N>,
  input: ParsedInputOf<Actions[N]>,
) => Promise<OutputOf<Actions[N]>>

/** A call as its limits see it, before the handler does. */
export interface LimitedCall<N extends ActionName> {
  /** The network address as limits count it. */
  readonly peer: string
  readonly tenantId: number
  /** As the browser's cookie has it. */
  readonly device?: string | undefined
  readonly input: ParsedInputOf<Actions[N]>
}

export interface CallLimit extends CountedTarget {
  /** Only failed attempts count: after a success its own is taken back. See `triesAtOncePerTarget`. */
  readonly isForFailures?: true
  /** The same call again is not counted, because it changes nothing. */
  readonly isRepeatFree?: true
}

/** A handler whose calls are counted for what they aim at: an address, an account, a device. */
export interface LimitedHandler<N extends ActionName> {
  /**
   * What such a call is counted for. It says who calls before anything else is looked up, so it opens its own
   * transactions. When one of them has reached its limit, the call ends with `too-many-requests`.
   */
  limits(call: LimitedCall<N>, services: Services): readonly CallLimit[] | Promise<readonly CallLimit[]>
  readonly handle: Handler<N>
}

/** One of the inputs that are answered together. */
export interface SetInput<N extends ActionName> {
  readonly principal: Principal
  /** A new key when the caller sent none. */
  readonly key: string
  readonly input: ParsedInputOf<Actions[N]>
}

/** What inputs that are answered together have in common. */
export interface SetContext<N extends ActionName> {
  readonly tx: Tx
  readonly tenant: TenantIdentity
  /** Epoch milliseconds, one instant for all. */
  readonly now: number
  readonly services: Services
  /** A refusal of one input, returned in place of its output. The input must have had no effect. */
  refusal(code: FailureOf<Actions[N]>, message: string, details?: FailureDetails): Failure
  /** Effects that the handler begins and does not wait for: they are stored along with the idempotency records. */
  storeAlong(work: Promise<void>): void
}

/**
 * A handler that takes many inputs at once, so that an outbox needs few statements. A single call is a set of
 * one. Keys are distinct. Effects use ON CONFLICT DO NOTHING under their own key: the idempotency records
 * come last, and when one of them exists already, everything is rolled back and run again
 * (decisions/receipt-last).
 */
export interface SetHandler<N extends ActionName> {
  /** One outcome for each entry, in the same order. */
  answerSet(
    context: SetContext<N>,
    entries: readonly SetInput<N>[],
  ): Promise<readonly (OutputOf<Actions[N]> | Failure)[]>
}

/** A batch has no handler: dispatch answers its entries. */
export type HandledActionName = Exclude<ActionName, 'submit_batch'>

export type Handlers = {
  [N in HandledActionName]: N extends QueuedActionName
    ? Handler<N> | SetHandler<N>
    : Handler<N> | LimitedHandler<N>
}
