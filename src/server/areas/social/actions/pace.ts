// How often a member may post, make topics and report (rules/security 8.7).

import type { Tx } from '../../../db/open.ts'
import type { MemberPace } from '../../../limits/often.ts'
import { refuse } from '../../../throttle/throttle.ts'
import { findEarliestOf, lockAuthor } from '../db/pace.ts'

/**
 * Throws `too-many-requests` when there is no room for one more. Counts what is stored, removed posts too, so
 * that only what took effect counts. Other calls of the member wait until the transaction ends.
 */
export async function requireRoom(
  tx: Tx,
  { memberId, now }: { readonly tenantId: number; readonly memberId: number; readonly now: number },
  { table, most, windowMs }: MemberPace,
): Promise<void> {
  await lockAuthor(tx, memberId)
  const since = new Date(now - windowMs)
  const earliest = await findEarliestOf(tx, memberId, { table, most, since })
  if (earliest !== undefined) refuse(Math.min(earliest.getTime() + windowMs - now, windowMs))
}
