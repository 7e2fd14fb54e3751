// Saves a member's profile: the picture first, outside the transaction, then everything at once.

import type { InputFault } from '../../../../contract/failures.ts'
import type { Output, ParsedInput } from '../../../../contract/index.ts'
import type { PhoneNumber } from '../../../../domain/member.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { findProfileFaults, type ProfileFault, type ProfileTexts } from '../../../../domain/shapes/profile.ts'
import { isRecentSignIn, type SignedInMember } from '../../../auth/session.ts'
import { getClub } from '../../../club/db/club.ts'
import type { Context } from '../../../dispatch/handler.ts'
import { emailChangesPerEmail, emailChangesPerMember } from '../../../limits/often.ts'
import { toPhoneOrigin } from '../../../member/callingCode.ts'
import { findPendingEmail } from '../../../member/db/memberEmail.ts'
import {
  changeProfile,
  findProfile,
  type ProfileChange,
  type StoredProfile,
} from '../../../member/db/profile.ts'
import { beginEmailChange } from '../../../member/emailChanges.ts'
import { openMemberCodes } from '../../../member/memberCodes.ts'
import { takeGivenPictures, withGivenPictures } from '../../../storage/givenPictures.ts'
import { countTogether } from '../../../throttle/throttle.ts'

type ProfileContext = Context<'update_member'>
type ProfileInput = ParsedInput<'update_member'>

export async function updateProfile(
  context: ProfileContext,
  signedIn: SignedInMember,
  input: ProfileInput,
): Promise<Output<'update_member'>> {
  const { tenant, now, services, inTenant, fail } = context
  const memberId = signedIn.id
  const { stored, pending } = await inTenant(async (tx) => ({
    stored: await findProfile(tx, memberId),
    pending: await findPendingEmail(tx, memberId, new Date(now)),
  }))
  if (stored === undefined) return fail('member-not-found', 'There is no such member.')
  requireRightTexts(context, input, stored)
  const email = findNewEmail(input, stored, pending)
  // the address that they have is wanted again
  const isBack = input.email_address !== undefined && foldEmail(input.email_address) === stored.email_folded
  if (email !== undefined) {
    // whoever has the mailbox has the account: an old sign-in may be somebody else's by now
    if (!isRecentSignIn(signedIn, now)) {
      return fail('signin-too-old-for-email', 'Please log in again to change your e-mail address.')
    }
    await countTogether(context, [
      { limit: emailChangesPerMember, target: `${tenant.id} ${memberId}` },
      { limit: emailChangesPerEmail, target: `${tenant.id} ${foldEmail(email)}` },
    ])
  }
  const sender = { tenantId: tenant.id, memberId, now }
  const codes = await openMemberCodes(services)
  const avatars = input.avatar ? [input.avatar] : []
  const pendingEmail = await withGivenPictures(services, sender, avatars, 'portrait', (pictures) =>
    inTenant(async (tx) => {
      const member = await findProfile(tx, memberId, 'lock')
      if (member === undefined) return undefined
      const { settings, country } = await getClub(tx)
      // the address that the server itself gave is what they have already
      const known = member.avatar_hash === null ? [] : [member.avatar_hash]
      const [picture] = await takeGivenPictures(tx, pictures, known)
      const avatar = picture ?? (input.avatar === '' ? null : undefined)
      await changeProfile(tx, memberId, {
        ...toChange(input, member, { country, hasAlternateId: settings.alternateId }),
        ...(avatar === undefined ? {} : { avatar_hash: avatar }),
        // only how it is written
        ...(isBack && input.email_address !== undefined ? { email: input.email_address } : {}),
      })
      if (email === undefined) return findPendingEmail(tx, memberId, new Date(now))
      const fname = input.fname ?? member.fname
      await beginEmailChange(tx, codes, sender, { ...member, fname }, email)
      return email
    }),
  )
  return pendingEmail === undefined ? fail('member-not-found', 'There is no such member.') : { pendingEmail }
}

function findNewEmail(
  { email_address }: ProfileInput,
  stored: StoredProfile,
  pending: string,
): string | undefined {
  if (email_address === undefined || foldEmail(email_address) === stored.email_folded) return undefined
  // the same request again sends no second mail
  return foldEmail(email_address) === foldEmail(pending) ? undefined : email_address
}

const faultTexts: Readonly<Record<ProfileFault, string>> = {
  missing: 'must not be empty',
  'too-long': 'is too long',
  'not-two-letters': 'must be two letters',
  'not-digits': 'must be digits only',
  'not-an-address': 'is no e-mail address',
}

function requireRightTexts({ fail }: ProfileContext, input: ProfileInput, stored: StoredProfile): void {
  const { alt_member_id: altMemberId, phone_numbers: phones, email: email_address, ...names } = stored
  const own: ProfileTexts = { ...names, altMemberId, email_address }
  const texts: ProfileTexts = { ...toTexts(input) }
  const faults = findProfileFaults(texts, own)
    .map(({ field, fault }): InputFault => ({ path: field, message: faultTexts[fault] }))
    .concat(
      (input.phoneNumbers ?? []).flatMap(({ longCode }, index) => {
        const known = phones.find((phone) => phone.longCode === longCode)
        const [found] =
          known === undefined
            ? findProfileFaults({ phone: longCode }, { country: input.country ?? stored.country })
            : []
        if (found === undefined) return []
        return [{ path: `phoneNumbers.${index}.longCode`, message: faultTexts[found.fault] }]
      }),
    )
  if (faults.length === 0) return
  const places = faults.map(({ path }) => path).join(', ')
  fail('invalid-input', `Something in the request is not right: ${places}.`, { faults })
}

function toTexts({ id: _, title: _title, phoneNumbers: _phones, avatar: _avatar, ...texts }: ProfileInput) {
  return texts
}

function toChange(
  input: ProfileInput,
  member: StoredProfile,
  { country, hasAlternateId }: { country: string; hasAlternateId: boolean },
): ProfileChange {
  const { email_address: _, altMemberId, ...texts } = toTexts(input)
  return {
    ...leaveOut(texts),
    ...(input.title === undefined ? {} : { title: input.title }),
    ...(altMemberId === undefined || !hasAlternateId ? {} : { alt_member_id: altMemberId }),
    ...(input.phoneNumbers === undefined
      ? {}
      : { phone_numbers: toPhoneNumbers(input.phoneNumbers, member.phone_numbers, country) }),
  }
}

/** Only what was sent. */
function leaveOut<T extends Record<string, string | undefined>>(texts: T): { [F in keyof T]?: string } {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as {
    [F in keyof T]?: string
  }
}

/** What else is stored of a number stays with it. */
function toPhoneNumbers(
  sent: readonly { readonly longCode: string }[],
  stored: readonly PhoneNumber[],
  country: string,
): PhoneNumber[] {
  const typed = { typeId: 1, ...toPhoneOrigin(country) }
  return sent
    .filter(({ longCode }) => longCode !== '')
    .map(({ longCode }) => stored.find((phone) => phone.longCode === longCode) ?? { ...typed, longCode })
}
