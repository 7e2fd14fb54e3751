// Whom a call about somebody's post or offer may name. Who it is from, the token alone decides.
import { Failure } from '../../contract/failures.ts'
import type { SignedInMember } from '../auth/session.ts'

/** rules/security 1.4: the member of the token, or the author of what a moderator changes. */
export function requireAuthor(
  { member }: { readonly member: SignedInMember | null },
  claimed: number | undefined,
  { memberId }: { readonly memberId: number },
): void {
  if (claimed === undefined || claimed === member?.id || claimed === memberId) return
  throw new Failure('invalid-input', 'That is neither the signed-in member nor the author.', {
    faults: [{ path: 'memberId', message: 'is neither the signed-in member nor the author' }],
  })
}
