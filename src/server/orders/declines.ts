// Against trying stolen cards: how many may be declined for one e-mail address in all (rules/security 5.6).

import { Failure } from '../../contract/failures.ts'
import { foldEmail } from '../../domain/member.ts'
import { minuteMs } from '../../domain/time.ts'
import type { Tx } from '../db/open.ts'
import { listDeclines } from '../db/orders/payment.ts'

export const mostDeclines = 5
export const declinesMs = 10 * minuteMs

/** Milliseconds until another card may be tried for this address; undefined when one may be tried now. */
export async function findDeclineWait(tx: Tx, email: string, now: number): Promise<number | undefined> {
  const declines = await listDeclines(tx, foldEmail(email), new Date(now - declinesMs))
  const last = declines[mostDeclines - 1]
  return last === undefined ? undefined : last.getTime() + declinesMs - now
}

/** Ends a call that has to wait. */
export function refuseDeclined(waitMs: number): never {
  throw new Failure('too-many-requests', 'Too many declined cards. Please wait a little and try again.', {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
