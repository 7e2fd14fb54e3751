// Handlers for members' own data: reading a member, changing the profile, and the change of the e-mail address.

import type { profile as contract } from '../../../../contract/profile.ts'
import { findDay } from '../../../../domain/day.ts'
import { isExpired } from '../../../../domain/member.ts'
import { getClub } from '../../../club/db/club.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { emailChangesPerMember } from '../../../limits/often.ts'
import { isLostAddress } from '../../../member/db/memberEmail.ts'
import { findVisibleMember } from '../../../member/db/profile.ts'
import { openMemberCodes } from '../../../member/memberCodes.ts'
import { countTogether } from '../../../throttle/throttle.ts'
import {
  type Changed,
  cancelEmailChange,
  confirmEmailChange,
  sendConfirmationAgain,
  undoEmailChange,
} from './emailChanges.ts'
import { proveOwnEmail, sendEmailProof } from './emailProofs.ts'
import { updateProfile } from './updateProfile.ts'

const nobody = 'There is no such member.'
const deadLink = 'This link has been used already, was replaced, or has run out.'

export const profile = {
  async get_member({ tx, member, now, fail }, { id }) {
    const found = await findVisibleMember(tx, id)
    if (member === null || found === undefined) return fail('member-not-found', nobody)
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
    if (member === null || input.id !== member.id) return fail('member-not-found', nobody)
    return updateProfile(context, member, input)
  },

  async send_email_proof(context) {
    return sendEmailProof(context)
  },

  async prove_email(context, { code }) {
    return proveOwnEmail(context, code)
  },

  async resend_email_change({ tenant, member, now, services, inTenant, fail }) {
    const memberId = member?.id ?? 0
    await countTogether(services, [{ limit: emailChangesPerMember, target: `${tenant.id} ${memberId}` }], now)
    const codes = await openMemberCodes(services)
    const isSent = await inTenant((tx) =>
      sendConfirmationAgain(tx, codes, { tenantId: tenant.id, memberId, now }),
    )
    return isSent ? {} : fail('bad-mail-code', 'No e-mail address waits for a confirmation.')
  },

  async cancel_email_change({ tx, tenant, member, now }) {
    await cancelEmailChange(tx, { tenantId: tenant.id, memberId: member?.id ?? 0, now })
    return {}
  },

  async confirm_email_change({ tenant, now, services, inTenant, fail }, { code }) {
    const codes = await openMemberCodes(services)
    const typed = { tenantId: tenant.id, code, now }
    return tell(await inTenant((tx) => confirmEmailChange(tx, codes, typed)).catch(toTaken), fail)
  },

  async undo_email_change({ tenant, now, services, inTenant, fail }, { code }) {
    const codes = await openMemberCodes(services)
    const typed = { tenantId: tenant.id, code, now }
    return tell(await inTenant((tx) => undoEmailChange(tx, codes, typed)).catch(toTaken), fail)
  },
} satisfies Pick<Handlers, keyof typeof contract>

function toTaken(error: unknown): Changed {
  if (isLostAddress(error)) return 'email-taken'
  throw error
}

function tell(
  changed: Changed,
  fail: (code: 'bad-mail-code' | 'email-taken', message: string) => never,
): { email: string } {
  if (changed === 'bad-mail-code') return fail(changed, deadLink)
  if (changed === 'email-taken')
    return fail(changed, 'Another login of the club has this e-mail address now.')
  return changed
}
