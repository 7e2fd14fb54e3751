// Who may change somebody's post or offer, and whom such a call may name. Who it is from, the token alone decides.
import { Failure } from '../../contract/failures.ts'
import type { SignedInMember } from '../auth/session.ts'
import type { Tx } from '../db/open.ts'
import { isModerator } from './db/moderation.ts'

/**
 * rules/security 1.4: its author may, or a moderator, of whom the caller tells the trail. `claimed` is the member whom the
 * call names: of the token, or the author of what a moderator changes. Answers whether it is the caller's own.
 */
export async function requireAuthor(
  { tx, member, now }: { readonly tx: Tx; readonly member: SignedInMember; readonly now: number },
  { memberId }: { readonly memberId: number },
  claimed?: number,
): Promise<boolean> {
  const callerId = member.id
  if (claimed !== undefined && claimed !== callerId && claimed !== memberId) {
    throw new Failure('invalid-input', 'That is neither the signed-in member nor the author.', {
      faults: [{ path: 'memberId', message: 'is neither the signed-in member nor the author' }],
    })
  }
  if (memberId === callerId) return true
  if (await isModerator(tx, callerId, now)) return false
  throw new Failure('not-allowed', 'Only the author or a moderator may do this.')
}
