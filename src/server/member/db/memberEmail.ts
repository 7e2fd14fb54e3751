// All SQL about the address with which a member signs in, and the one that waits to take its place.
import { sql } from 'kysely'
import { foldEmail } from '../../../domain/member.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { untieDevices } from './pushSubscription.ts'

/** The address that waits for its confirmation; '' for none. */
export async function findPendingEmail(tx: Tx, memberId: number, now: Date): Promise<string> {
  const row = await tx
    .selectFrom('member_code')
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

/** These and later ways back end, also those of passwords: whoever began the later changes is not the one who objects. */
export async function endUndosSince(
  tx: Tx,
  memberId: number,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await tx
    .updateTable('member_code')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('kind', 'in', ['email-undo', 'password-undo'])
    .where('created_at', '>=', since)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * The address is back at one that it could be taken back to: no later way back leads away from there again. Whoever had
 * moved the account away and back could otherwise have it once more.
 */
export async function endUndosAwayFrom(
  tx: Tx,
  memberId: number,
  { emailFolded, now }: { emailFolded: string; now: Date },
): Promise<void> {
  const open = await tx
    .selectFrom('member_code')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'email-undo')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .select(['id', 'detail', 'created_at'])
    .execute()
  const leadsHere = ({ detail }: { detail: unknown }) =>
    foldEmail((detail as { email?: string }).email ?? '') === emailFolded
  const first = open.find(leadsHere)
  if (first === undefined) return
  const away = open.filter((each) => each.created_at >= first.created_at && !leadsHere(each))
  if (away.length === 0) return
  await tx
    .updateTable('member_code')
    .set({ ended_at: now })
    .where(
      'id',
      'in',
      away.map(({ id }) => id),
    )
    .execute()
}

/** A change of a password leaves the code that takes it back, and a first one the code that allowed it. */
export async function wasPasswordSetSince(tx: Tx, memberId: number, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('member_code')
    .where('member_id', '=', memberId)
    .where(({ and, eb, or }) =>
      or([
        and([eb('kind', '=', 'password-undo'), eb('created_at', '>=', since)]),
        and([eb('kind', 'in', ['setup', 'invitation']), eb('used_at', '>=', since)]),
      ]),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function removePassword(tx: Tx, memberId: number): Promise<void> {
  await tx.updateTable('member').set({ password_hash: null }).where('id', '=', memberId).execute()
}

/**
 * Whether its owner may still take it back. Until then no other login gets it: whoever has used an account could keep
 * its owner out with it. `forMember` may have back what was their own.
 */
export async function isAddressReserved(
  tx: Tx,
  emailFolded: string,
  now: Date,
  forMember = 0,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('member_code')
    .where('kind', '=', 'email-undo')
    .where('member_id', '<>', forMember)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .select('detail')
    .execute()
  return rows.some(({ detail }) => foldEmail((detail as { email?: string }).email ?? '') === emailFolded)
}

/** Whether a member of the club signs in with it. */
export async function isAddressTaken(tx: Tx, emailFolded: string): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .where('email_folded', '=', emailFolded)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Another login took the address in the same moment: the transaction has failed, and nothing was changed. */
export function isLostAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** A mail to the member's address was answered. */
export async function proveEmail(tx: Tx, memberId: number, now: Date): Promise<void> {
  await tx
    .updateTable('member')
    .set({ email_proved_at: now })
    .where('id', '=', memberId)
    .where('email_proved_at', 'is', null)
    .execute()
}

/** Of new members whom officers bring, by a file or by hand: the club answers for their addresses. */
export async function proveBrought(tx: Tx, memberIds: readonly number[]): Promise<void> {
  if (memberIds.length === 0) return
  await tx
    .updateTable('member')
    .set({ email_proved_at: sql<Date>`now()` })
    .where('id', '=', anyOf(memberIds))
    .execute()
}

/** The member's folded address, undefined unless a mail to it was answered. Nothing else may be looked up for them by it. */
export async function findProvedEmail(tx: Tx, memberId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .where('email_proved_at', 'is not', null)
    .select('email_folded')
    .executeTakeFirst()
  return row?.email_folded ?? undefined
}

/** They cannot sign in from now on: no password, no sign-in, and no address to make another one. */
export async function clearMemberEmail(tx: Tx, memberId: number): Promise<void> {
  await tx
    .updateTable('member')
    .set((eb) => ({
      email: '',
      email_folded: null,
      email_proved_at: null,
      password_hash: null,
      token_version: eb('token_version', '+', 1),
    }))
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute()
  await untieDevices(tx, [memberId])
}

/** False when the member is gone. A mail to the address was answered. `endsSignIns` signs them out everywhere. */
export async function setMemberEmail(
  tx: Tx,
  memberId: number,
  {
    email,
    emailFolded,
    now,
    endsSignIns,
  }: { email: string; emailFolded: string; now: Date; endsSignIns: boolean },
): Promise<boolean> {
  const row = await tx
    .updateTable('member')
    .set((eb) => ({
      email,
      email_folded: emailFolded,
      email_proved_at: now,
      token_version: eb('token_version', '+', endsSignIns ? 1 : 0),
    }))
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (endsSignIns) await untieDevices(tx, [memberId])
  return row !== undefined
}
