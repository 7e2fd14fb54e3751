// How often somebody may call (rules/security 8): coarse counts in memory, those against one target in the database.

import { createHash } from 'node:crypto'
import type { Definition } from '../../contract/define.ts'
import { Failure, type FailureCode } from '../../contract/failures.ts'
import type { ActionName, ParsedInput } from '../../contract/index.ts'
import { foldEmail } from '../../domain/member.ts'
import { hourMs, minuteMs } from '../../domain/time.ts'
import type { VerifiedToken } from '../auth/session.ts'
import { type AttemptBucket, countAttempts, forgetAttempts, refundAttempts } from '../db/instance/attempt.ts'
import type { Services } from '../services.ts'

// rules/security 8.1: start values
export const callsPerAddress = { most: 3000, windowMs: 5 * minuteMs }
export const callsPerAccount = { most: 1500, windowMs: 5 * minuteMs }
export const callsPerToken = { most: 300, windowMs: 5 * minuteMs }

/** So many within one window, counted for all processes together. */
export interface CountedLimit {
  readonly name: string
  readonly most: number
  readonly windowMs: number
}

// rules/security 2: looking for what one does not know; whoever knows it is not counted, however many share an address
export const missLimits: { readonly [C in FailureCode]?: CountedLimit } = {
  'voter-not-found': { name: 'unknown voters from an address', most: 20, windowMs: 10 * minuteMs },
  'order-not-found': { name: 'unknown orders from an address', most: 20, windowMs: 10 * minuteMs },
}

/** Unpaid orders that hold something scarce, at once and in one club: enough for a club's shared Wi-Fi. */
export const mostHeldPerAddress = 30

/** What a limit that has a target can look at. */
interface Attempt<Input> {
  readonly peer: string
  readonly tenantId: number
  readonly input: Input
}

interface TargetLimit<Input> extends CountedLimit {
  target(attempt: Attempt<Input>): string
  /** As how many a call counts; one by default. */
  amount?(attempt: Attempt<Input>): number
  /** Only failed attempts count: a success gives its own back. */
  readonly isForFailures?: true
  /** The same call again is free, because it changes nothing. */
  readonly isRepeatFree?: true
}

type TargetLimits = { readonly [N in ActionName]?: readonly TargetLimit<ParsedInput<N>>[] }

export const targetLimits: TargetLimits = {
  // rules/security 3.8
  member_login: [
    {
      name: 'login failures of an address',
      most: 25,
      windowMs: 5 * minuteMs,
      target: toPeer,
      isForFailures: true,
    },
    { name: 'logins of an account', most: 25, windowMs: hourMs, target: toAccount },
  ],
  // rules/security 5.6: who tries stolen cards; the other half is `mostDeclines`
  create_payment_intent: [
    { name: 'payments from an address', most: 600, windowMs: 10 * minuteMs, target: toPeer },
  ],
  // each order is a question to the provider, who answers only so many; it is finished without hints too
  stripe_complete_payment: [
    {
      name: 'orders hinted at from an address',
      most: 600,
      windowMs: 10 * minuteMs,
      target: toPeer,
      amount: ({ input }) => input.ids.length,
    },
  ],
  // rules/security 6.2
  webpush_subscribe: [
    {
      name: 'subscriptions from an address',
      most: 600,
      windowMs: hourMs,
      target: toPeer,
      isRepeatFree: true,
    },
    {
      name: 'subscriptions of an endpoint',
      most: 5,
      windowMs: hourMs,
      target: ({ tenantId, input }) => `${tenantId} ${input.endpoint}`,
      isRepeatFree: true,
    },
    {
      name: 'subscriptions of a club',
      most: 20_000,
      windowMs: hourMs,
      target: ({ tenantId }) => String(tenantId),
      isRepeatFree: true,
    },
  ],
}

function toPeer({ peer }: Attempt<unknown>): string {
  return peer
}

function toAccount({ tenantId, input }: Attempt<{ username: string }>): string {
  return `${tenantId} ${foldEmail(input.username)}`
}

/** Attempts of windows that ended this long ago are forgotten. */
export const attemptsKeptMs = 24 * hourMs
const mostCounters = 50_000

export interface CountedAttempt {
  /** To be called when the action succeeded. */
  succeed(): Promise<void>
}

export interface Limits {
  /** The coarse counts; throws `too-many-requests`. */
  countCall(definition: Definition, peer: string, token: VerifiedToken | null): void
  /** The counts against a target; throws `too-many-requests`. Not within a transaction. */
  countAttempt(name: ActionName, attempt: Attempt<unknown>, inputHash: string): Promise<CountedAttempt>
  /** After a refusal; throws `too-many-requests` instead of it when it came too often. Not within a transaction. */
  countMiss(code: FailureCode, peer: string): Promise<void>
  /** Deletes what no limit asks for any more. */
  forget(): Promise<void>
}

export function createLimits(services: Services): Limits {
  const counters = new Map<string, { count: number; until: number }>()
  const repeats = new Map<string, number>()

  function count(key: string, limit: { most: number; windowMs: number }): void {
    const now = services.now()
    const held = counters.get(key)
    if (held === undefined || held.until <= now) {
      makeRoom(counters, ({ until }) => until <= now)
      counters.set(key, { count: 1, until: now + limit.windowMs })
      return
    }
    held.count += 1
    if (held.count > limit.most) refuse(held.until - now)
  }

  return {
    countCall(definition, peer, token) {
      if (definition.uncounted) return
      count(`address ${peer}`, callsPerAddress)
      if (token === null) return
      count(`token ${token.sessionId}`, callsPerToken)
      count(`account ${token.tenantUuid} ${token.memberId}`, callsPerAccount)
    },

    async countAttempt(name, attempt, inputHash) {
      const limits = (targetLimits[name] ?? []) as readonly TargetLimit<unknown>[]
      const now = services.now()
      const counted: (AttemptBucket & { limit: TargetLimit<unknown> })[] = []
      const noted: string[] = []
      for (const limit of limits) {
        const { bucket, windowStart } = toBucket(limit, limit.target(attempt), now)
        if (limit.isRepeatFree) {
          const repeat = `${bucket} ${windowStart.getTime()} ${attempt.tenantId} ${inputHash}`
          if (repeats.has(repeat)) continue
          makeRoom(repeats, (until) => until <= now)
          repeats.set(repeat, windowStart.getTime() + limit.windowMs)
          noted.push(repeat)
        }
        counted.push({ bucket, windowStart, limit, amount: limit.amount?.(attempt) ?? 1 })
      }
      if (counted.length === 0) return { succeed: async () => {} }
      const counts = await services.database.asOwner((tx) => countAttempts(tx, counted))
      for (const { bucket, limit } of counted) {
        if ((counts.get(bucket) ?? 0) <= limit.most) continue
        // what was refused is no repetition when it comes again
        for (const repeat of noted) repeats.delete(repeat)
        refuse(findRestMs(limit, now))
      }
      const refundable = counted.filter(({ limit }) => limit.isForFailures)
      return {
        async succeed() {
          if (refundable.length > 0) await services.database.asOwner((tx) => refundAttempts(tx, refundable))
        },
      }
    },

    async countMiss(code, peer) {
      const limit = missLimits[code]
      if (limit === undefined) return
      const now = services.now()
      const bucket = toBucket(limit, peer, now)
      const stopped = `${bucket.bucket} ${bucket.windowStart.getTime()}`
      // who was stopped costs the database nothing more
      if (!repeats.has(stopped)) {
        const counts = await services.database.asOwner((tx) => countAttempts(tx, [bucket]))
        if ((counts.get(bucket.bucket) ?? 0) <= limit.most) return
        makeRoom(repeats, (until) => until <= now)
        repeats.set(stopped, now + findRestMs(limit, now))
      }
      refuse(findRestMs(limit, now))
    },

    async forget() {
      const before = new Date(services.now() - attemptsKeptMs)
      await services.database.asOwner((tx) => forgetAttempts(tx, before))
    },
  }
}

/** One of the limits that an action counts by itself. */
export interface CountedTarget {
  readonly limit: CountedLimit
  readonly target: string
  /** 0 only asks whether there is room for one more. */
  readonly amount?: 0 | 1
}

/**
 * Counts against all of them, or, when one of them is reached, against none and throws `too-many-requests`.
 * Not within a transaction.
 */
export async function countTogether(
  { database }: Pick<Services, 'database'>,
  targets: readonly CountedTarget[],
  now: number,
): Promise<void> {
  const counted = targets.map(({ limit, target, amount = 1 }) => ({
    ...toBucket(limit, target, now),
    limit,
    amount,
  }))
  await database.asOwner(async (tx) => {
    const counts = await countAttempts(tx, counted)
    const reached = counted.filter(
      ({ bucket, limit, amount }) => (counts.get(bucket) ?? 0) > limit.most - (1 - amount),
    )
    if (reached.length > 0) refuse(Math.max(...reached.map(({ limit }) => findRestMs(limit, now))))
  })
}

/** Windows follow each other without gaps, from the epoch on. */
export function toBucket({ name, windowMs }: CountedLimit, target: string, now: number): AttemptBucket {
  return {
    bucket: createHash('sha256').update(`${name}\n${target}`).digest('base64url'),
    windowStart: new Date(now - (now % windowMs)),
  }
}

/** Until the window ends in which this is counted. */
export function findRestMs({ windowMs }: CountedLimit, now: number): number {
  return windowMs - (now % windowMs)
}

/** Ends the call; `waitMs` is when trying again makes sense. */
export function refuse(waitMs: number): never {
  throw new Failure('too-many-requests', 'Too many requests. Please wait a little and try again.', {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

/** Bounds a map that strangers fill: first what has run out goes, then the oldest half. */
function makeRoom<V>(map: Map<string, V>, hasEnded: (value: V) => boolean): void {
  if (map.size < mostCounters) return
  for (const [key, value] of map) if (hasEnded(value)) map.delete(key)
  let surplus = map.size - mostCounters / 2
  for (const key of map.keys()) {
    if (surplus <= 0) break
    map.delete(key)
    surplus -= 1
  }
}
