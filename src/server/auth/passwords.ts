// Hashing and comparing passwords: argon2id, two at a time, so that many sign-ins leave time for other calls.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../../contract/failures.ts'
import { minuteMs } from '../../domain/time.ts'
import { createCounters } from '../dispatch/counters.ts'
import { createRankedTurns } from '../dispatch/rankedTurns.ts'
import { toNetwork } from './peer.ts'

/**
 * Two at a time, and always one processor less than there are: it is left to readers and scores
 * (rules/security 3.8). On two processors, two at a time made reads take three times as long.
 */
export const passwordTurns = Math.min(2, Math.max(1, availableParallelism() - 1))
/** When more than this many wait, strangers are told to come back. It is a few seconds' work. */
export const longestPasswordQueue = 200

/** The hash of a password that nobody knows, with the same costs as in `hash`. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$sym2UUYVUkoNrLyX1p+pUw$poDVNM4Yre+vSEE2uwhGBLGNz+Ze3AGkzDfgSJU+C40'

/**
 * For whom it is done. `known`: they have proved something before: a sign-in, a mailed secret, a device that has signed
 * in, or they are an officer. The others are known by their network alone, and wait behind them.
 */
export type HashedFor = 'known' | { readonly peer: string }

/** Who waits until their password is hashed. */
export const passwordLine = createRankedTurns({
  most: passwordTurns,
  longestQueue: longestPasswordQueue,
  refuse: () =>
    new Failure('unavailable', 'Too many people are signing in, please try again.', { retryAfter: 2 }),
})
const failures = createCounters(() => performance.now())
const failuresWindow = { most: Number.POSITIVE_INFINITY, windowMs: 5 * minuteMs }

export function hashPassword(password: string): Promise<string> {
  return passwordLine.take('known', () => hash(password))
}

/** Without a hash it compares with one that nothing matches, so that unknown accounts take as long. */
export async function isPassword(
  storedHash: string | null | undefined,
  password: string,
  who: HashedFor,
): Promise<boolean> {
  const network = who === 'known' ? '' : toNetwork(who.peer)
  const asking = who === 'known' ? who : { countFailures: () => failures.read(network) }
  const isRight = await passwordLine.take(asking, async () => {
    if (storedHash) return verify(storedHash, password)
    await verify(dummyHash, password)
    return false
  })
  if (!isRight && who !== 'known') failures.count(network, failuresWindow)
  return isRight
}
