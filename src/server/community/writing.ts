// Who may write what other members read: a member who is not muted, is there until it is written, and has not written
// too much lately.
import { Failure } from '../../contract/failures.ts'
import type { Context } from '../dispatch/handler.ts'
import type { MemberPace } from '../limits/often.ts'
import { lockActiveMember } from '../member/db/activeMember.ts'
import { refuse } from '../throttle/throttle.ts'
import { isMuted } from './db/moderation.ts'
import { findEarliestOf, lockAuthor } from './db/pace.ts'

type Call = Pick<Context<'create_post'>, 'tx' | 'member' | 'now'>

/** Fails with `member-muted`: who is muted still reads, and removes what is theirs. */
export async function requireWriter({ tx, member }: Call): Promise<void> {
  if (!(await lockActiveMember(tx, member.id))) {
    throw new Failure('needs-signin', 'Please sign in again.')
  }
  if (await isMuted(tx, member.id)) {
    throw new Failure('member-muted', 'You are muted and cannot write here at the moment.')
  }
}

/**
 * rules/security 8.7: throws `too-many-requests` when there is no room for one more. Counts what is stored, removed things too, so
 * that only what took effect counts. Other calls of the member wait until the transaction ends.
 */
export async function requireRoom({ tx, member, now }: Call, pace: MemberPace): Promise<void> {
  const { table, most, windowMs } = pace
  await lockAuthor(tx, member.id)
  const since = new Date(now - windowMs)
  const earliest = await findEarliestOf(tx, member.id, { table, most, since })
  if (earliest !== undefined) refuse(Math.min(earliest.getTime() + windowMs - now, windowMs))
}
