// How often somebody may call (rules/security 8). All calls count in memory, those for a target in a table.

import type { Definition } from '../../contract/define.ts'
import { Failure, type FailureCode } from '../../contract/failures.ts'
import type { ActionName } from '../../contract/index.ts'
import type { VerifiedToken } from '../auth/session.ts'
import { type AttemptBucket, countAttempts, forgetAttempts, refundAttempts } from '../db/instance/attempt.ts'
import { busyRetrySeconds } from '../limits/machine.ts'
import {
  callsPerAccount,
  callsPerAddress,
  callsPerToken,
  missesPerAddress,
  mostTriesWaitingPerTarget,
  triesAtOncePerTarget,
  uncountedCallsPerAddress,
  type WindowLimit,
} from '../limits/often.ts'
import { attemptRetentionMs } from '../limits/times.ts'
import type { Services } from '../process/services.ts'
import { createCounters, createPaceKeeper, makeRoom } from '../throttle/counters.ts'
import { createTargetTurns } from '../throttle/targetTurns.ts'
import { countOrFindReached, findRestMs, refuse, toBucket } from '../throttle/throttle.ts'
import type { CallLimit, Handlers, LimitedCall } from './handler.ts'

export function isMiss(code: FailureCode): boolean {
  return missesPerAddress[code] !== undefined
}

// the map of handlers is typed by action, but only the call knows which action it is
type AnyCall = Omit<LimitedCall<ActionName>, 'input'> & { readonly input: unknown }
interface AnyLimited {
  limits(call: unknown, services: Services): readonly CallLimit[] | Promise<readonly CallLimit[]>
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
  /** What the action's handler says is counted. Throws `too-many-requests`. Not within a transaction. */
  countAttempt(name: ActionName, call: AnyCall, inputHash: string): Promise<CountedAttempt>
  /** After a refusal. When there were too many, throws `too-many-requests`. Not within a transaction. */
  countMiss(code: FailureCode, peer: string): Promise<void>
  /** Deletes counts that no limit needs any more. */
  forget(): Promise<void>
}

export function createLimits(services: Services, handlers: Handlers): Limits {
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

  async function listLimits(name: ActionName, call: AnyCall): Promise<readonly CallLimit[]> {
    if (name === 'submit_batch') return []
    const handler = handlers[name]
    return 'limits' in handler ? (handler as AnyLimited).limits(call, services) : []
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
      const now = services.now()
      const counted: (AttemptBucket & CallLimit)[] = []
      const noted: string[] = []
      for (const each of await listLimits(name, call)) {
        const { bucket, windowStart } = toBucket(each.limit, each.target, now)
        if (each.isRepeatFree) {
          const repeat = `${bucket} ${windowStart.getTime()} ${call.tenantId} ${inputHash}`
          if (repeats.has(repeat)) continue
          makeRoom(repeats, (until) => until <= now)
          repeats.set(repeat, windowStart.getTime() + each.limit.windowMs)
          noted.push(repeat)
        }
        counted.push({ ...each, bucket, windowStart, amount: each.amount ?? 1 })
      }
      if (counted.length === 0) return { end: async () => {} }
      const refundable = counted.filter(({ isForFailures }) => isForFailures)
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
