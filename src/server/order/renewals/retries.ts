// When a declined renewal is tried again: 1, 3, 5 and 7 days after the first try.
import { dayMs } from '../../../domain/time.ts'
import { leastRenewalPauseMs, renewalRetryDays } from '../../limits/times.ts'

/**
 * The next try after so many were declined; null after the last. If the server was down meanwhile, at least
 * a day passes between two tries.
 */
export function findNextTry(firstTryAt: Date, tries: number, now: number): Date | null {
  const days = renewalRetryDays[tries - 1]
  if (days === undefined) return null
  return new Date(Math.max(firstTryAt.getTime() + days * dayMs, now + leastRenewalPauseMs))
}
