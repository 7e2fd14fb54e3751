// Counts how often something was done for a target, for all processes together, and refuses what is too much
// (rules/security 8).
import { createHash } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import { type AttemptBucket, countAttempts } from '../db/instance/attempt.ts'
import type { CountedLimit } from '../limits/often.ts'
import type { Services } from '../process/services.ts'

class Reached extends Error {
  readonly limit: CountedLimit
  constructor(limit: CountedLimit) {
    super()
    this.limit = limit
  }
}

/** Counts for all, or for none when one of them has reached its limit, so that refused calls store nothing. */
export async function countOrFindReached(
  { database }: Pick<Services, 'database'>,
  counted: readonly (AttemptBucket & { limit: CountedLimit })[],
): Promise<CountedLimit | undefined> {
  try {
    await database.withoutClub(async (tx) => {
      const counts = await countAttempts(tx, counted)
      for (const { bucket, limit } of counted) {
        if ((counts.get(bucket) ?? 0) > limit.most) throw new Reached(limit)
      }
    })
    return undefined
  } catch (error) {
    if (error instanceof Reached) return error.limit
    throw error
  }
}

/** A limit that an action counts by itself. */
export interface CountedTarget {
  readonly limit: CountedLimit
  readonly target: string
  /** How much is counted, 1 if left out. 0 only checks whether there is room for one more. */
  readonly amount?: number
}

/**
 * Counts for all targets. When one of them has reached its limit, it counts nothing and throws
 * `too-many-requests`. Not within a transaction.
 */
export async function countTogether(
  { services, now }: { readonly services: Pick<Services, 'database'>; readonly now: number },
  targets: readonly CountedTarget[],
): Promise<void> {
  const counted = targets.map(({ limit, target, amount = 1 }) => ({
    ...toBucket(limit, target, now),
    limit,
    amount,
  }))
  await services.database.withoutClub(async (tx) => {
    const counts = await countAttempts(tx, counted)
    const reached = counted.filter(
      ({ bucket, limit, amount }) => (counts.get(bucket) ?? 0) > (amount === 0 ? limit.most - 1 : limit.most),
    )
    if (reached.length > 0) refuse(Math.max(...reached.map(({ limit }) => findRestMs(limit, now))))
  })
}

/** False when it threw that it was too much. */
export async function isLetThrough(counting: () => Promise<void>): Promise<boolean> {
  try {
    await counting()
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Windows follow each other without gaps, beginning at the epoch. */
export function toBucket({ name, windowMs }: CountedLimit, target: string, now: number): AttemptBucket {
  return {
    bucket: createHash('sha256').update(`${name}\n${target}`).digest('base64url'),
    windowStart: new Date(now - (now % windowMs)),
  }
}

/** The time until the present window ends. */
export function findRestMs({ windowMs }: CountedLimit, now: number): number {
  return windowMs - (now % windowMs)
}

/** After `waitMs` it makes sense to try again. */
export function toTooMany(waitMs: number): Failure {
  return new Failure('too-many-requests', 'Too many requests. Please wait a little and try again.', {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

/** Ends the call. */
export function refuse(waitMs: number): never {
  throw toTooMany(waitMs)
}
