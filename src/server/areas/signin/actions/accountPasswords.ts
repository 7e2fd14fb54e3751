// Setting, changing and undoing a password (rules/security 3).

import type { Output } from '../../../../contract/index.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { findAsker, toAskTargets } from '../../../auth/asking/asker.ts'
import { hashPassword, isPassword } from '../../../auth/passwords.ts'
import { isRecentSignIn, type SignedInMember } from '../../../auth/session.ts'
import type { Tx } from '../../../db/open.ts'
import type { Context } from '../../../dispatch/handler.ts'
import {
  passwordChangesPerAccount,
  setupCodesPerAddress,
  temporaryPasswordsPerAccount,
  temporaryPasswordsPerAddress,
} from '../../../limits/often.ts'
import { type Account, findAccount, setPassword } from '../../../member/db/member.ts'
import { endCodes, spendCode } from '../../../member/db/memberCode.ts'
import { proveEmail } from '../../../member/db/memberEmail.ts'
import { keepSession } from '../../../member/db/memberSession.ts'
import { isOpen, openingCodes, openMemberCodes } from '../../../member/memberCodes.ts'
import { renewOwnAddresses } from '../../../member/ownAddresses.ts'
import { findJoined, openPlaced } from '../../../order/joinedProof.ts'
import { addJob, addMail } from '../../../queue/queue.ts'
import { countTogether } from '../../../throttle/throttle.ts'
import { signinLetters } from '../letters.ts'
import { requireGoodPassword } from './passwordStrength.ts'

type SetContext = Context<'member_set_password'>

export interface NewPassword {
  readonly username?: string | undefined
  readonly password: string
  readonly code?: string | undefined
  /** Their calendar and their membership card get new addresses. */
  readonly renewsAddresses?: boolean | undefined
}

/** The member's own, with their token. All other sign-ins end, and the member is told. */
export async function changePassword(
  context: SetContext,
  member: SignedInMember,
  { username, password, renewsAddresses = false }: NewPassword,
): Promise<Output<'member_set_password'>> {
  const { tenant, inTenant, now, fail, services } = context
  const account = await inTenant((tx) => findAccount(tx, { memberId: member.id }))
  if (account === undefined) return fail('needs-signin', 'Please sign in again.')
  if (username !== undefined && foldEmail(username) !== account.emailFolded) {
    return fail('invalid-input', 'That is not the signed-in member.', {
      faults: [{ path: 'username', message: 'is not the signed-in member' }],
    })
  }
  if (!member.onlyNewPassword && !isRecentSignIn(member, now)) {
    return fail('signin-too-old', 'Please log in again to change your password.')
  }
  await requireGoodPassword(password, false)
  await countTogether(context, [{ limit: passwordChangesPerAccount, target: `${tenant.id} ${member.id}` }])
  // it is so already, perhaps by a call whose answer was lost: nobody is signed out or told twice
  if (!member.onlyNewPassword && (await isPassword(account.passwordHash, password))) {
    if (renewsAddresses) await inTenant((tx) => renewOwnAddresses(tx, account.memberId))
    return {}
  }
  const hash = await hashPassword(password)
  const codes = await openMemberCodes(services)
  await inTenant(async (tx) => {
    const tokenVersion = await setPassword(tx, account, hash)
    // another change was faster: this sign-in may have ended with it
    if (tokenVersion === undefined) return fail('needs-signin', 'Please sign in again.')
    await keepSession(tx, { sessionId: member.sessionId, tokenVersion })
    if (renewsAddresses) await renewOwnAddresses(tx, account.memberId)
    await endSecrets(tx, context, account)
    const { memberId } = account
    const { id } = await codes.issue(tx, { tenantId: tenant.id, memberId, kind: 'password-undo', now })
    await tell(tx, context, account, { isFirst: false, undoId: id })
  })
  return {}
}

/**
 * The first password of an account, by who has its mailbox or has just paid for it. Refused alike, and with equal
 * work, for an unknown account, one that has a password, and a wrong code (rules/security 3.3). Nothing is hashed
 * before the code is known to be right: hashing is what strangers could keep from people who sign in.
 */
export async function setFirstPassword(
  context: SetContext,
  { username = '', password, code = '' }: NewPassword,
): Promise<Output<'member_set_password'>> {
  const { tenant, inTenant, now, peer, fail, services, joined, sendJoined } = context
  await requireGoodPassword(password, true)
  // without a code nothing is tried
  if (code !== '') {
    const target = `${tenant.id} ${foldEmail(username)} ${peer}`
    await countTogether(context, [{ limit: setupCodesPerAddress, target }])
  }
  const codes = await openMemberCodes(services)
  const placed = await openPlaced(services, joined ?? '', now)
  const opening = await inTenant(async (tx) => {
    const account = await findAccount(tx, { emailFolded: foldEmail(username) })
    const open = account?.passwordHash === null ? account : undefined
    const found = await codes.check(tx, {
      tenantId: tenant.id,
      memberId: open?.memberId ?? 0,
      kinds: ['setup', 'invitation'],
      typed: code,
      now,
    })
    const joinedId = await findJoined(tx, placed, { tenantId: tenant.id, now })
    const hasJoined = open !== undefined && open.memberId === joinedId
    return open !== undefined && (found !== undefined || hasJoined) ? { open, codeId: found?.id } : undefined
  })
  const hash = opening && (await hashPassword(password))
  const isSet =
    opening !== undefined &&
    hash !== undefined &&
    (await inTenant(async (tx) => {
      const { open, codeId } = opening
      if (codeId !== undefined && !(await spendCode(tx, codeId, new Date(now)))) return false
      if ((await setPassword(tx, open, hash)) === undefined) return false
      if (codeId !== undefined) await proveEmail(tx, open.memberId, new Date(now))
      await endSecrets(tx, context, open)
      await tell(tx, context, open, { isFirst: true, undoId: null })
      return true
    }))
  if (!isSet) return fail('bad-code', 'This code is not right, or has run out. Please ask for a new one.')
  if (joined !== undefined) sendJoined('')
  return {}
}

/** Not the way back of an address: who changed the password may have the account's mailbox, and not the one before. */
const endedByUndo = [...openingCodes, 'password-undo'] as const

/**
 * Whoever changed the password is out: the account has none any more, and the next one needs the mailbox. The old one is not set again:
 * somebody else may know it.
 */
export async function undoPasswordChange(
  { tenant, inTenant, now, fail, services }: Context<'undo_password_change'>,
  code: string,
): Promise<Output<'undo_password_change'>> {
  const codes = await openMemberCodes(services)
  const isUndone = await inTenant(async (tx) => {
    const found = await codes.find(tx, tenant.id, 'password-undo', code)
    if (found === undefined || !isOpen(found, now)) return false
    const account = await findAccount(tx, { memberId: found.memberId })
    if (account === undefined) return false
    if ((await setPassword(tx, account, null)) === undefined) return false
    await renewOwnAddresses(tx, account.memberId)
    await proveEmail(tx, account.memberId, new Date(now))
    await endCodes(tx, account.memberId, { now: new Date(now), kinds: endedByUndo })
    return true
  })
  return isUndone ? {} : fail('bad-link', 'This link has been used, or has run out.')
}

/** The work is the same for an unknown address: a job looks whose it is. */
export async function mailTemporaryPassword(
  { tenant, inTenant, now, peer, language, services, device }: Context<'member_forgot_password'>,
  username: string,
): Promise<Output<'member_forgot_password'>> {
  const emailFolded = foldEmail(username)
  const asker = await findAsker(services, { tenantId: tenant.id, peer, device, email: username })
  const limits = [
    ...toAskTargets(temporaryPasswordsPerAccount, `${tenant.id} ${emailFolded}`, asker),
    { limit: temporaryPasswordsPerAddress, target: asker.place },
  ]
  await countTogether({ services, now }, limits)
  await inTenant((tx) => addJob(tx, { kind: 'temporary-password', payload: { emailFolded, language } }))
  return {}
}

/** What could sign in, set a password or take the account's address until now cannot any more. */
function endSecrets(tx: Tx, { now }: SetContext, { memberId }: Account): Promise<void> {
  return endCodes(tx, memberId, { now: new Date(now), kinds: openingCodes })
}

function tell(
  tx: Tx,
  { language }: SetContext,
  account: Account,
  { isFirst, undoId }: { isFirst: boolean; undoId: string | null },
): Promise<void> {
  return addMail(tx, signinLetters, {
    to: account.email,
    language: account.language ?? language,
    message: { kind: 'password-set', isFirst, undoId },
  })
}
