// Hashing and comparing passwords: argon2id, two at a time, so that many sign-ins leave time for other calls.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../../contract/failures.ts'
import { createTurns } from '../db/scope/turns.ts'
import { busyRetrySeconds, longestPasswordQueue, passwordsAtOnce } from '../limits/machine.ts'

/**
 * Two at a time, and always one processor less than there are: it is left to readers and scores
 * (rules/security 3.8). On two processors, two at a time made reads take three times as long.
 */
export const passwordTurns = Math.min(passwordsAtOnce, Math.max(1, availableParallelism() - 1))

/** The hash of a password that nobody knows, with the same costs as in `hash`. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$sym2UUYVUkoNrLyX1p+pUw$poDVNM4Yre+vSEE2uwhGBLGNz+Ze3AGkzDfgSJU+C40'

/** Who waits until their password is hashed. */
export const passwordLine = createTurns({
  most: passwordTurns,
  longestQueue: longestPasswordQueue,
  refuse: () =>
    new Failure('unavailable', 'Too many people are signing in, please try again.', {
      retryAfter: busyRetrySeconds,
    }),
})

export function hashPassword(password: string): Promise<string> {
  return passwordLine.take(() => hash(password))
}

/** Without a hash it compares with one that nothing matches, so that unknown accounts take as long. */
export function isPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  return passwordLine.take(async () => {
    if (storedHash) return verify(storedHash, password)
    await verify(dummyHash, password)
    return false
  })
}
