// The member for whom the server itself prices a renewal, without a sign-in of theirs.
import type { SignedInMember } from '../../auth/session.ts'

export function asMember(memberId: number, parentId: number): SignedInMember {
  return { id: memberId, sessionId: '', signedInAt: 0, isExpired: false, parentId, onlyNewPassword: false }
}
