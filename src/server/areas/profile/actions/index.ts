// Handlers for members' own data: reading a member, changing the profile, and proving and changing the e-mail address.

import type { profile as contract } from '../../../../contract/profile.ts'
import { findDay } from '../../../../domain/day.ts'
import { isExpired } from '../../../../domain/member.ts'
import { minuteMs } from '../../../../domain/time.ts'
import { toAskTargets } from '../../../auth/asking/asker.ts'
import { getClub } from '../../../club/db/club.ts'
import type { Context, Handlers } from '../../../dispatch/handler.ts'
import { codeMailsPerAccount, emailChangesPerMember } from '../../../limits/often.ts'
import { findAccount } from '../../../member/db/member.ts'
import { endCodes, spendCode } from '../../../member/db/memberCode.ts'
import { findProvedEmail, isLostAddress, proveEmail } from '../../../member/db/memberEmail.ts'
import { findVisibleMember } from '../../../member/db/profile.ts'
import { confirmEmailChange, sendConfirmationAgain, undoEmailChange } from '../../../member/emailChanges.ts'
import { emailLetters } from '../../../member/emailLetters.ts'
import { openMemberCodes } from '../../../member/memberCodes.ts'
import { addMail } from '../../../queue/queue.ts'
import { countTogether } from '../../../throttle/throttle.ts'
import { updateProfile } from './updateProfile.ts'

const nobody = 'There is no such member.'

export const profile = {
  async get_member({ tx, member, now, fail }, { id }) {
    const found = await findVisibleMember(tx, id)
    if (found === undefined) return fail('member-not-found', nobody)
    const { fname, lname, email, phoneNumbers } = found
    const whole = { fname, lname, email_address: email, phoneNumbers }
    if (id === member.id) return whole
    const firstPhone = phoneNumbers.slice(0, 1)
    const { settings, timeZone } = await getClub(tx)
    const hasEnded = isExpired(found, findDay(now, timeZone))
    if (found.sells && !hasEnded) return { ...whole, phoneNumbers: firstPhone }
    // the roster lists neither additional logins nor members whose membership is over
    const isListed = settings.roster && found.isListed && found.parentId === 0 && !hasEnded
    if (!isListed) return fail('member-not-found', nobody)
    return {
      fname,
      lname,
      email_address: found.showsEmail ? email : '',
      phoneNumbers: found.showsPhone ? firstPhone : [],
    }
  },

  async update_member(context, input) {
    const { member, fail } = context
    if (input.id !== member.id) return fail('member-not-found', nobody)
    return updateProfile(context, member, input)
  },

  /**
   * A member's own address is proved by a code that was mailed to it (rules/security 3.11). Nothing is mailed to one
   * that is proved already: it is as it should be.
   */
  async send_email_proof(context) {
    const { tenant, member, peer, now, language, services, inTenant, fail } = context
    const memberId = member.id
    const account = await inTenant((tx) => findAccount(tx, { memberId }))
    if (account === undefined) return fail('needs-signin', 'Please log in.')
    if ((await inTenant((tx) => findProvedEmail(tx, memberId))) !== undefined) return {}
    // strangers may ask for codes of the same account, and are counted apart
    const asker = { own: 'signed in', place: peer }
    await countTogether(context, toAskTargets(codeMailsPerAccount, `${tenant.id} ${memberId}`, asker))
    const codes = await openMemberCodes(services)
    await inTenant(async (tx) => {
      const detail = { emailFolded: account.emailFolded }
      const wanted = { tenantId: tenant.id, memberId, kind: 'email-proof', now, detail, again: true } as const
      const { id } = await codes.issue(tx, wanted)
      await addMail(tx, emailLetters, {
        to: account.email,
        language: language ?? account.language,
        message: { kind: 'email-proof', codeId: id },
        // while one is on its way, nobody needs a second one
        uniqueKey: `email-proof ${id} ${Math.floor(now / minuteMs)}`,
      })
    })
    return {}
  },

  async prove_email({ tenant, member, now, services, inTenant, fail }, { code: typed }) {
    const memberId = member.id
    const codes = await openMemberCodes(services)
    const isProved = await inTenant(async (tx) => {
      // the answer to the first call was lost
      if ((await findProvedEmail(tx, memberId)) !== undefined) return true
      const request = { tenantId: tenant.id, memberId, kinds: ['email-proof'] as const, typed, now }
      const found = await codes.check(tx, request)
      const account = await findAccount(tx, { memberId })
      // it may have been mailed to the address before
      if (found === undefined || account?.emailFolded !== found.detail.emailFolded) return false
      if (!(await spendCode(tx, found.id, new Date(now)))) return false
      await proveEmail(tx, memberId, new Date(now))
      return true
    })
    return isProved
      ? {}
      : fail('bad-code', 'This code is not right, or has run out. Please ask for a new one.')
  },

  async resend_email_change(context) {
    const { tenant, member, now, services, inTenant, fail } = context
    const changing = { tenantId: tenant.id, memberId: member.id, now }
    await countTogether(context, [{ limit: emailChangesPerMember, target: `${tenant.id} ${member.id}` }])
    const codes = await openMemberCodes(services)
    const isSent = await inTenant((tx) => sendConfirmationAgain(tx, codes, changing))
    return isSent ? {} : fail('bad-mail-code', 'No e-mail address waits for a confirmation.')
  },

  async cancel_email_change({ tx, member, now }) {
    await endCodes(tx, member.id, { now: new Date(now), kinds: ['email-change'] })
    return {}
  },

  confirm_email_change: (context, { code }) => changeByCode(context, code, confirmEmailChange),

  undo_email_change: (context, { code }) => changeByCode(context, code, undoEmailChange),
} satisfies Pick<Handlers, keyof typeof contract>

async function changeByCode(
  context: Context<'confirm_email_change' | 'undo_email_change'>,
  code: string,
  change: typeof confirmEmailChange | typeof undoEmailChange,
): Promise<{ email: string }> {
  const { tenant, now, services, inTenant, fail } = context
  const codes = await openMemberCodes(services)
  const changed = await inTenant((tx) => change(tx, codes, { tenantId: tenant.id, code, now })).catch(toTaken)
  if (changed === 'bad-mail-code') {
    return fail(changed, 'This link has been used already, was replaced, or has run out.')
  }
  if (changed === 'email-taken') {
    return fail(changed, 'Another login of the club has this e-mail address now.')
  }
  return changed
}

function toTaken(error: unknown): 'email-taken' {
  if (isLostAddress(error)) return 'email-taken'
  throw error
}
