// The change of a member's e-mail address: proven by the new mailbox, and undone from the old one.

import { foldEmail } from '../../domain/member.ts'
import type { Tx } from '../db/open.ts'
import { addMail } from '../queue/queue.ts'
import { endCodes, spendCode } from './db/memberCode.ts'
import {
  endUndosAwayFrom,
  endUndosSince,
  findPendingEmail,
  isAddressReserved,
  isAddressTaken,
  removePassword,
  setMemberEmail,
  wasPasswordSetSince,
} from './db/memberEmail.ts'
import { findProfile } from './db/profile.ts'
import { emailLetters } from './emailLetters.ts'
import { isOpen, type MemberCodes, mailedSecrets, openingCodes } from './memberCodes.ts'
import { renewOwnAddresses } from './ownAddresses.ts'

/** Whose change, and when in epoch milliseconds. */
export interface Changing {
  readonly tenantId: number
  readonly memberId: number
  readonly now: number
}

export interface ChangedMember {
  readonly fname: string
  readonly email: string
  readonly language: 'en' | 'es' | null
}

/**
 * The member keeps their address until the new one is confirmed. For an address that another login has, everything
 * looks the same: only its owner is told.
 */
export async function beginEmailChange(
  tx: Tx,
  codes: MemberCodes,
  changing: Changing,
  member: ChangedMember,
  newEmail: string,
): Promise<void> {
  await sendConfirmation(tx, codes, changing, member, newEmail)
  const undo = await codes.issue(tx, { ...changing, kind: 'email-undo', detail: { email: member.email } })
  await addMail(tx, emailLetters, {
    to: member.email,
    language: member.language,
    message: { kind: 'email-undo', fname: member.fname, newEmail, codeId: undo.id },
  })
}

/** False when nothing waits for a confirmation. */
export async function sendConfirmationAgain(
  tx: Tx,
  codes: MemberCodes,
  changing: Changing,
): Promise<boolean> {
  const { memberId, now } = changing
  const member = await findProfile(tx, memberId, 'lock')
  const pending = await findPendingEmail(tx, memberId, new Date(now))
  if (member === undefined || pending === '') return false
  await sendConfirmation(tx, codes, changing, member, pending)
  return true
}

async function sendConfirmation(
  tx: Tx,
  codes: MemberCodes,
  changing: Changing,
  { fname, language }: ChangedMember,
  newEmail: string,
): Promise<void> {
  const isTaken = await isAnothers(tx, changing, foldEmail(newEmail))
  // also for an address that is taken, where nobody is sent the code: to the member both look the same
  const { id } = await codes.issue(tx, { ...changing, kind: 'email-change', detail: { email: newEmail } })
  await addMail(tx, emailLetters, {
    to: newEmail,
    language,
    message: isTaken ? { kind: 'email-in-use' } : { kind: 'email-confirm', fname, codeId: id },
  })
}

async function isAnothers(tx: Tx, { memberId, now }: Changing, emailFolded: string): Promise<boolean> {
  const isTaken = await isAddressTaken(tx, emailFolded)
  return isTaken || isAddressReserved(tx, emailFolded, new Date(now), memberId)
}

type Changed = { readonly email: string } | 'bad-mail-code' | 'email-taken'

interface Typed {
  readonly tenantId: number
  readonly code: string
  readonly now: number
}

/** The sign-ins of the member stay. */
export async function confirmEmailChange(
  tx: Tx,
  codes: MemberCodes,
  { tenantId, code, now }: Typed,
): Promise<Changed> {
  const found = await codes.find(tx, tenantId, 'email-change', code)
  if (found === undefined || !isOpen(found, now)) return 'bad-mail-code'
  const { email } = found.detail
  const emailFolded = foldEmail(email)
  if (await isAnothers(tx, { tenantId, memberId: found.memberId, now }, emailFolded)) return 'email-taken'
  await spendCode(tx, found.id, new Date(now))
  // they were mailed to the address that is left
  await endCodes(tx, found.memberId, { now: new Date(now), kinds: mailedSecrets })
  await endUndosAwayFrom(tx, found.memberId, { emailFolded, now: new Date(now) })
  const to = { email, emailFolded, now: new Date(now), endsSignIns: false }
  return (await setMemberEmail(tx, found.memberId, to)) ? { email } : 'bad-mail-code'
}

/**
 * Whoever began the change was signed in, so all sign-ins end, and with them what waits and came later. A password
 * that was set since may be theirs: the next one needs the old mailbox.
 */
export async function undoEmailChange(
  tx: Tx,
  codes: MemberCodes,
  { tenantId, code, now }: Typed,
): Promise<Changed> {
  const found = await codes.find(tx, tenantId, 'email-undo', code)
  if (found === undefined || !isOpen(found, now)) return 'bad-mail-code'
  const { memberId, createdAt } = found
  const member = await findProfile(tx, memberId, 'lock')
  if (member === undefined) return 'bad-mail-code'
  const { email } = found.detail
  const at = new Date(now)
  const to = { email, emailFolded: foldEmail(email), now: at, endsSignIns: true }
  if (member.email_folded !== to.emailFolded && (await isAddressTaken(tx, to.emailFolded))) {
    return 'email-taken'
  }
  await spendCode(tx, found.id, at)
  await endCodes(tx, memberId, { now: at, kinds: openingCodes })
  if (await wasPasswordSetSince(tx, memberId, createdAt)) await removePassword(tx, memberId)
  await endUndosSince(tx, memberId, { since: createdAt, now: at })
  await renewOwnAddresses(tx, memberId)
  await setMemberEmail(tx, memberId, to)
  return { email }
}
