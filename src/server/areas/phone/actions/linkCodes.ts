// The code that signs in a member's phone: made by a signed-in member, shown, and used once.

import type { OpenSession, SignedInMember } from '../../../auth/session.ts'
import type { TenantIdentity } from '../../../club/db/tenant.ts'
import type { Tx } from '../../../db/open.ts'
import { findCodeById, type StoredCode, spendCode } from '../../../member/db/memberCode.ts'
import { isOpen, type MemberCodes } from '../../../member/memberCodes.ts'
import type { Services } from '../../../process/services.ts'
import { openPhoneSession } from '../db.ts'

/** Why a code signs nobody in: it never was, it was used, or it was replaced or is too old. */
export type LinkCodeFault = 'wrong' | 'used' | 'ended'

export type FoundLinkCode = { readonly code: StoredCode<'link'> } | { readonly fault: LinkCodeFault }

/** The code dies with the sign-in that made it. */
export function issueLinkCode(
  codes: MemberCodes,
  tx: Tx,
  tenantId: number,
  member: SignedInMember,
  now: number,
) {
  const { id: memberId, sessionId } = member
  return codes.issue(tx, { tenantId, memberId, kind: 'link', now, detail: { sessionId } })
}

/** Nobody names the member, so a wrong code is a try of nobody's: limits count it for the address. */
export async function findLinkCode(
  codes: MemberCodes,
  tx: Tx,
  tenantId: number,
  typed: string,
  now: number,
): Promise<FoundLinkCode> {
  const code = await codes.find(tx, tenantId, 'link', typed)
  if (code === undefined) return { fault: 'wrong' }
  if (isOpen(code, now)) return { code }
  return { fault: code.usedAt === null ? 'ended' : 'used' }
}

/** What the member who made it is told. */
export async function findLinkCodeState(
  tx: Tx,
  memberId: number,
  id: string,
  now: number,
): Promise<'open' | 'used' | 'ended'> {
  const code = await findCodeById(tx, 'link', id)
  if (code === undefined || code.memberId !== memberId) return 'ended'
  if (code.usedAt !== null) return 'used'
  return isOpen(code, now) ? 'open' : 'ended'
}

/** In the transaction in which the code was found. */
export async function redeemLinkCode(
  tx: Tx,
  services: Pick<Services, 'newId'>,
  tenant: TenantIdentity,
  code: StoredCode<'link'>,
  lifetime: { now: number; hours: number },
): Promise<OpenSession | LinkCodeFault> {
  const { memberId, detail } = code
  const now = new Date(lifetime.now)
  const expiresAt = Math.floor(lifetime.now / 1000) + lifetime.hours * 3600
  const sessionId = services.newId()
  const from = { sessionId: detail.sessionId, memberId, now }
  const opened = await openPhoneSession(tx, from, {
    id: sessionId,
    expiresAt: new Date(expiresAt * 1000),
  })
  if (opened === undefined) return 'ended'
  if (!(await spendCode(tx, code.id, now))) return 'used'
  return {
    tenantUuid: tenant.uuid,
    memberId,
    sessionId,
    tokenVersion: opened.tokenVersion,
    createdAt: Math.floor(opened.createdAt.getTime() / 1000),
    expiresAt,
  }
}
