// Against trying stolen cards: how many may be declined for one e-mail address in all (rules/security 5.6).
import { Failure } from '../../contract/failures.ts'
import { foldEmail } from '../../domain/member.ts'
import type { Tx } from '../db/open.ts'
import { declinesPerEmail } from '../limits/often.ts'
import { listDeclines } from './db/payment.ts'

/** Milliseconds until another card may be tried for this address; undefined when one may be tried now. */
export async function findDeclineWait(tx: Tx, email: string, now: number): Promise<number | undefined> {
  const declines = await listDeclines(tx, foldEmail(email), new Date(now - declinesPerEmail.windowMs))
  const last = declines[declinesPerEmail.most - 1]
  return last === undefined ? undefined : last.getTime() + declinesPerEmail.windowMs - now
}

/** Ends a call that has to wait. */
export function refuseDeclined(waitMs: number): never {
  throw new Failure('too-many-requests', 'Too many declined cards. Please wait a little and try again.', {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
