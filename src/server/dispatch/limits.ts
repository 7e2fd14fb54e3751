// How often somebody may call (rules/security 8). All calls count in memory, those for a target in a table.

import type { Definition } from '../../contract/define.ts'
import { Failure, type FailureCode } from '../../contract/failures.ts'
import type { ActionName, ParsedInput } from '../../contract/index.ts'
import { foldEmail } from '../../domain/member.ts'
import { type Asker, findAsker, toAskTargets, toTogether } from '../auth/asking/asker.ts'
import type { VerifiedToken } from '../auth/session.ts'
import { type AttemptBucket, countAttempts, forgetAttempts, refundAttempts } from '../db/instance/attempt.ts'
import { busyRetrySeconds } from '../limits/machine.ts'
import {
  type CountedLimit,
  callsPerAccount,
  callsPerAddress,
  callsPerToken,
  missesPerAddress,
  mostTriesWaitingPerTarget,
  orderHintsPerAddress,
  paymentsPerAddress,
  signUpsPerAddress,
  signUpsPerEmail,
  triesAtOncePerTarget,
  uncountedCallsPerAddress,
  type WindowLimit,
  wrongLinkCodesPerAddress,
} from '../limits/often.ts'
import { attemptRetentionMs } from '../limits/times.ts'
import type { Services } from '../process/services.ts'
import { createCounters, createPaceKeeper, makeRoom } from '../throttle/counters.ts'
import { createTargetTurns } from '../throttle/targetTurns.ts'
import { countOrFindReached, findRestMs, refuse, toBucket } from '../throttle/throttle.ts'
import { findStanding, signInLimits } from './signInLimits.ts'
import { lookUpDevice, subscribeLimits } from './subscribeLimits.ts'

export function isMiss(code: FailureCode): boolean {
  return missesPerAddress[code] !== undefined
}

/** What a limit with a target knows of a call. */
interface LimitedCall<Input> {
  readonly peer: string
  readonly tenantId: number
  /** As the browser's cookie has it. */
  readonly device?: string | undefined
  /** Looked up for calls that send a mail to an address. */
  readonly asker?: Asker
  readonly input: Input
}

interface TargetLimit<Input> extends CountedLimit {
  /** Undefined: it does not count such a call. */
  target(attempt: LimitedCall<Input>): string | undefined
  /** How much a call counts. Default 1. */
  amount?(attempt: LimitedCall<Input>): number
  /** Only failed attempts count: after a success its own is taken back. See `triesAtOncePerTarget`. */
  readonly isForFailures?: true
  /** The same call again is not counted, because it changes nothing. */
  readonly isRepeatFree?: true
}

const linkCodeTries: TargetLimit<unknown> = {
  ...wrongLinkCodesPerAddress,
  target: toPeer,
  isForFailures: true,
}

type TargetLimits = { readonly [N in ActionName]?: readonly TargetLimit<ParsedInput<N>>[] }

export const targetLimits: TargetLimits = {
  member_login: signInLimits,
  find_link_code: [linkCodeTries],
  redeem_link_code: [linkCodeTries],
  create_payment_intent: [{ ...paymentsPerAddress, target: toPeer }],
  stripe_complete_payment: [
    { ...orderHintsPerAddress, target: toPeer, amount: ({ input }) => input.ids.length },
  ],
  webpush_subscribe: subscribeLimits,
  worker_signup: [
    { ...signUpsPerEmail, target: (call) => toSignUpTarget(call, 0), isRepeatFree: true },
    { ...toTogether(signUpsPerEmail), target: (call) => toSignUpTarget(call, 1), isRepeatFree: true },
    { ...signUpsPerAddress, target: ({ peer, asker }) => asker?.place ?? peer, isRepeatFree: true },
  ],
}

/** Of the asker, and of all askers of its kind together. */
function toSignUpTarget(
  { tenantId, peer, asker = { place: peer }, input }: LimitedCall<ParsedInput<'worker_signup'>>,
  which: 0 | 1,
): string | undefined {
  const address = `${tenantId} ${foldEmail(input.contactInfo.email)}`
  return toAskTargets(signUpsPerEmail, address, asker)[which]?.target
}

function toPeer({ peer }: LimitedCall<unknown>): string {
  return peer
}

export interface CountedAttempt {
  /** Call it once, when the action has ended. After a success, what counts failures only is taken back. */
  end(hasSucceeded: boolean): Promise<void>
}

export interface Limits {
  /** The limits of an address, before the check looks at the call. Throws `too-many-requests`. */
  countCall(definition: Definition, peer: string): void
  /** The limits of a sign-in. Throws `too-many-requests`. */
  countSignedIn(definition: Definition, token: VerifiedToken | null): void
  /** A call that the check refused, if `countCall` has not counted it. Throws `too-many-requests`. */
  countRefused(definition: Definition | null, peer: string): void
  /** A delivery in which something proved no judge and no voter. */
  countUnproven(peer: string): void
  /** The limits for one target. Throws `too-many-requests`. Not within a transaction. */
  countAttempt(name: ActionName, attempt: LimitedCall<unknown>, inputHash: string): Promise<CountedAttempt>
  /** After a refusal. When there were too many, throws `too-many-requests`. Not within a transaction. */
  countMiss(code: FailureCode, peer: string): Promise<void>
  /** Deletes counts that no limit needs any more. */
  forget(): Promise<void>
}

export function createLimits(services: Services): Limits {
  const counters = createCounters(services.now)
  const uncounted = createPaceKeeper(services.now, uncountedCallsPerAddress)
  const repeats = new Map<string, number>()
  const takeTurn = createTargetTurns({
    most: triesAtOncePerTarget,
    longestQueue: mostTriesWaitingPerTarget,
    refuse: () =>
      new Failure('unavailable', 'Too many people are trying this, please try again.', {
        retryAfter: busyRetrySeconds,
      }),
  })

  function count(key: string, limit: WindowLimit): void {
    const waitMs = counters.count(key, limit)
    if (waitMs > 0) refuse(waitMs)
  }

  return {
    countCall(definition, peer) {
      if (!definition.uncounted) {
        count(`address ${peer}`, callsPerAddress)
        return
      }
      // a delivery counts by its judge or voter, and by its address only when it turns out to have neither
      const isRead = definition.effect === 'read'
      const waitMs = isRead ? uncounted.take(peer) : uncounted.findWaitMs(peer)
      if (waitMs > 0) refuse(waitMs)
    },

    countRefused(definition, peer) {
      if (definition === null || definition.uncounted) count(`address ${peer}`, callsPerAddress)
    },

    countUnproven(peer) {
      uncounted.take(peer)
    },

    countSignedIn(definition, token) {
      if (definition.uncounted || token === null) return
      count(`token ${token.sessionId}`, callsPerToken)
      count(`account ${token.tenantUuid} ${token.memberId}`, callsPerAccount)
    },

    async countAttempt(name, call, inputHash) {
      const attempt = await lookUp(services, name, call)
      const limits = (targetLimits[name] ?? []) as readonly TargetLimit<unknown>[]
      const now = services.now()
      const counted: (AttemptBucket & { limit: TargetLimit<unknown> })[] = []
      const noted: string[] = []
      for (const limit of limits) {
        const target = limit.target(attempt)
        if (target === undefined) continue
        const { bucket, windowStart } = toBucket(limit, target, now)
        if (limit.isRepeatFree) {
          const repeat = `${bucket} ${windowStart.getTime()} ${attempt.tenantId} ${inputHash}`
          if (repeats.has(repeat)) continue
          makeRoom(repeats, (until) => until <= now)
          repeats.set(repeat, windowStart.getTime() + limit.windowMs)
          noted.push(repeat)
        }
        counted.push({ bucket, windowStart, limit, amount: limit.amount?.(attempt) ?? 1 })
      }
      if (counted.length === 0) return { end: async () => {} }
      const refundable = counted.filter(({ limit }) => limit.isForFailures)
      const turns: (() => void)[] = []
      const leave = (): void => {
        for (const endTurn of turns) endTurn()
      }
      try {
        for (const { bucket } of refundable) turns.push(await takeTurn(bucket))
        const reached = await countOrFindReached(services, counted)
        if (reached !== undefined) {
          // a call that was refused is not a repetition when it comes again
          for (const repeat of noted) repeats.delete(repeat)
          refuse(findRestMs(reached, now))
        }
      } catch (error) {
        leave()
        throw error
      }
      return {
        async end(hasSucceeded) {
          try {
            if (hasSucceeded && refundable.length > 0)
              await services.database.withoutClub((tx) => refundAttempts(tx, refundable))
          } finally {
            leave()
          }
        },
      }
    },

    async countMiss(code, peer) {
      const limit = missesPerAddress[code]
      if (limit === undefined) return
      const now = services.now()
      const bucket = toBucket(limit, peer, now)
      const stopped = `${bucket.bucket} ${bucket.windowStart.getTime()}`
      // after the limit is reached, calls cost the database nothing more
      if (!repeats.has(stopped)) {
        const counts = await services.database.withoutClub((tx) => countAttempts(tx, [bucket]))
        if ((counts.get(bucket.bucket) ?? 0) <= limit.most) return
        makeRoom(repeats, (until) => until <= now)
        repeats.set(stopped, now + findRestMs(limit, now))
      }
      refuse(findRestMs(limit, now))
    },

    async forget() {
      const before = new Date(services.now() - attemptRetentionMs)
      await services.database.withoutClub((tx) => forgetAttempts(tx, before))
    },
  }
}

/** What some limits must know of a call before they count it. */
async function lookUp(
  services: Services,
  name: ActionName,
  call: LimitedCall<unknown>,
): Promise<LimitedCall<unknown>> {
  if (name === 'webpush_subscribe')
    return lookUpDevice(services, call as LimitedCall<ParsedInput<typeof name>>)
  if (name === 'worker_signup') {
    const { email } = (call as LimitedCall<ParsedInput<typeof name>>).input.contactInfo
    return { ...call, asker: await findAsker(services, { ...call, email }) }
  }
  if (name === 'member_login') return findStanding(services, call as LimitedCall<ParsedInput<typeof name>>)
  return call
}
