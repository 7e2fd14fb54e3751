// Additional addresses of members: kept by them, and asked whether they want the newsletter before anything is sent.

import type { Output } from '../../../../contract/index.ts'
import { foldEmail } from '../../../../domain/member.ts'
import {
  findAdditionalEmailFault,
  mostAdditionalEmails,
} from '../../../../domain/members/additionalEmails.ts'
import type { Tx } from '../../../db/open.ts'
import type { Context } from '../../../dispatch/handler.ts'
import {
  additionalEmailsPerMember,
  confirmationMailPauseMs,
  confirmationMailsPerEmail,
  membersPerAdditionalEmail,
} from '../../../limits/often.ts'
import { findProfile } from '../../../member/db/profile.ts'
import { addMail } from '../../../queue/queue.ts'
import { countTogether } from '../../../throttle/throttle.ts'
import {
  type AdditionalEmail,
  listOwnAdditionalEmails,
  noteAsk,
  setAdditionalEmails,
} from '../db/additionalEmail.ts'
import { newsletterLetters } from '../letters.ts'

/** Why no mail asks now. */
export type Unasked = 'confirmed' | 'stopped' | 'asked'

export function findUnasked(
  { confirmedAt, stoppedAt, asks, askedAt }: AdditionalEmail,
  { now, pauseMs }: { now: number; pauseMs: number },
): Unasked | undefined {
  if (stoppedAt !== null) return 'stopped'
  if (confirmedAt !== null) return 'confirmed'
  const isRecent = askedAt !== null && askedAt.getTime() >= now - pauseMs
  return asks >= confirmationMailsPerEmail || isRecent ? 'asked' : undefined
}

/** False when it was asked at the same moment, or must not be. */
export async function askToConfirm(
  tx: Tx,
  member: { readonly memberId: number; readonly fname: string; readonly language: 'en' | 'es' | null },
  { email, emailFolded }: Pick<AdditionalEmail, 'email' | 'emailFolded'>,
  { now, pauseMs }: { readonly now: number; readonly pauseMs: number },
): Promise<boolean> {
  const { memberId, fname, language } = member
  const addressId = await noteAsk(tx, {
    memberId,
    emailFolded,
    at: new Date(now),
    before: new Date(now - pauseMs),
    most: confirmationMailsPerEmail,
  })
  if (addressId === undefined) return false
  await addMail(tx, newsletterLetters, {
    to: email,
    language,
    message: { kind: 'newsletter-confirm', fname, memberId, addressId },
  })
  return true
}

type Emails = Output<'get_additional_emails'>

export async function showAdditionalEmails(tx: Tx, memberId: number, now: number): Promise<Emails> {
  const own = await listOwnAdditionalEmails(tx, memberId)
  return {
    emails: own.map((address) => {
      const why = findUnasked(address, { now, pauseMs: confirmationMailPauseMs })
      return {
        email: address.email,
        state: why === 'confirmed' || why === 'stopped' ? why : 'waiting',
        canAsk: why === undefined,
      }
    }),
  }
}

export async function addAdditionalEmail(
  context: Context<'add_additional_email'>,
  email: string,
): Promise<Emails> {
  const { tenant, member, now, inTenant, fail } = context
  const memberId = member.id
  const emailFolded = foldEmail(email)
  const pace = { now, pauseMs: confirmationMailPauseMs }
  const before = await inTenant((tx) => listOwnAdditionalEmails(tx, memberId))
  const same = before.find((address) => address.emailFolded === emailFolded)
  // the same call again mails nobody, and is not counted
  if (same !== undefined && findUnasked(same, pace) !== undefined) {
    return inTenant((tx) => showAdditionalEmails(tx, memberId, now))
  }
  await countTogether(context, [
    { limit: additionalEmailsPerMember, target: `${tenant.id} ${memberId}` },
    { limit: membersPerAdditionalEmail, target: `${tenant.id} ${emailFolded}` },
  ])
  return inTenant(async (tx) => {
    const profile = await findProfile(tx, memberId, 'lock')
    if (profile === undefined) return fail('needs-signin', 'Please log in.')
    if (findAdditionalEmailFault(email, profile.email) !== undefined) {
      return fail('invalid-input', 'This is no address that can be added.', {
        faults: [{ path: 'email', message: 'is no address that can be added' }],
      })
    }
    const known = await listOwnAdditionalEmails(tx, memberId)
    if (!known.some((address) => address.emailFolded === emailFolded)) {
      if (known.length >= mostAdditionalEmails) {
        return fail('too-many-additional-emails', 'Remove an additional address first.')
      }
      const all = [...known.map((address) => address.email), email]
      await setAdditionalEmails(tx, memberId, all)
    }
    const { fname, language } = profile
    await askToConfirm(tx, { memberId, fname, language }, { email, emailFolded }, pace)
    return showAdditionalEmails(tx, memberId, now)
  })
}

export async function removeAdditionalEmail(
  { tx, member, now, fail }: Context<'remove_additional_email'>,
  email: string,
): Promise<Emails> {
  const memberId = member.id
  if ((await findProfile(tx, memberId, 'lock')) === undefined) return fail('needs-signin', 'Please log in.')
  const known = await listOwnAdditionalEmails(tx, memberId)
  const left = known.filter((address) => address.emailFolded !== foldEmail(email))
  if (left.length < known.length) {
    await setAdditionalEmails(
      tx,
      memberId,
      left.map((address) => address.email),
    )
  }
  return showAdditionalEmails(tx, memberId, now)
}
