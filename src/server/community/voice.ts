// Who may write what other members read: a member who is not muted, and is there until it is written.
import { Failure } from '../../contract/failures.ts'
import type { Context } from '../dispatch/handler.ts'
import { lockActiveMember } from '../member/db/activeMember.ts'
import { isMuted } from './db/moderation.ts'

/** Fails with `member-muted`: who is muted still reads, and removes what is theirs. */
export async function requireVoice({
  tx,
  member,
}: Pick<Context<'create_post'>, 'tx' | 'tenant' | 'member'>): Promise<void> {
  const memberId = member?.id ?? 0
  if (!(await lockActiveMember(tx, memberId))) {
    throw new Failure('needs-signin', 'Please sign in again.')
  }
  if (await isMuted(tx, memberId)) {
    throw new Failure('member-muted', 'You are muted and cannot write here at the moment.')
  }
}
