// The member for whom the server itself prices a renewal, without a sign-in of theirs, and what is priced then.
import type { SignedInMember } from '../../auth/session.ts'
import type { OrderRequest } from '../quote.ts'

export function asMember(memberId: number, parentId: number): SignedInMember {
  return { id: memberId, sessionId: '', signedInAt: 0, isExpired: false, parentId, onlyNewPassword: false }
}

export const oneYear: OrderRequest = { kind: 'renewal', payload: { years: 1, autoRenew: false } }
