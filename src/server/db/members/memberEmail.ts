// All SQL about the address with which a member signs in, and the one that waits to take its place.
import type { Tx } from '../open.ts'

/** The address that waits for its confirmation; '' for none. */
export async function findPendingEmail(
  tx: Tx,
  tenantId: number,
  memberId: number,
  now: Date,
): Promise<string> {
  const row = await tx
    .selectFrom('member_code')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'email-change')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .select('detail')
    .executeTakeFirst()
  const detail = row?.detail as { email?: string } | undefined
  return detail?.email ?? ''
}

/** These and later ways back end: whoever began the later changes is not the one who objects. */
export async function endUndosSince(
  tx: Tx,
  tenantId: number,
  memberId: number,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await tx
    .updateTable('member_code')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'email-undo')
    .where('created_at', '>=', since)
    .where('ended_at', 'is', null)
    .execute()
}

/** Whether a member of the club signs in with it. */
export async function isAddressTaken(tx: Tx, tenantId: number, emailFolded: string): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .where('tenant_id', '=', tenantId)
    .where('email_folded', '=', emailFolded)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when the member is gone. `endsSignIns` signs them out everywhere. */
export async function setMemberEmail(
  tx: Tx,
  tenantId: number,
  memberId: number,
  { email, emailFolded, endsSignIns }: { email: string; emailFolded: string; endsSignIns: boolean },
): Promise<boolean> {
  const row = await tx
    .updateTable('member')
    .set((eb) => ({
      email,
      email_folded: emailFolded,
      token_version: eb('token_version', '+', endsSignIns ? 1 : 0),
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
