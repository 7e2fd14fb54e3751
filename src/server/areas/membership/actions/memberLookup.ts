// Looking a member up by e-mail, and what is shown of them (rules/security 2.4).

import type { Output } from '../../../../contract/index.ts'
import { findDay } from '../../../../domain/day.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { canRenew, findDaysUntilRenewal, maskAddress } from '../../../../domain/membership.ts'
import { toDollars } from '../../../../domain/money.ts'
import { minuteMs } from '../../../../domain/time.ts'
import { type Asker, findAsker, toAskTargets } from '../../../auth/asking/asker.ts'
import { countFor, countLookup, countLookupMail, noteLookup } from '../../../auth/emailLookups.ts'
import { openLookup, sealLookup } from '../../../auth/lookupProof.ts'
import { getClub, type StoredClub } from '../../../club/db/club.ts'
import type { Context } from '../../../dispatch/handler.ts'
import { codeMailsPerAccount, signInLookupsPerAddress, signInLookupsPerEmail } from '../../../limits/often.ts'
import { type Account, findAccount } from '../../../member/db/member.ts'
import { findMembership, type StoredMembership } from '../../../member/db/membership.ts'
import { memberLetters } from '../../../member/letters.ts'
import { openMemberCodes } from '../../../member/memberCodes.ts'
import { findJoined, openPlaced } from '../../../order/joinedProof.ts'
import { addJob, addMail } from '../../../queue/queue.ts'
import { countTogether, isLetThrough } from '../../../throttle/throttle.ts'

const nobody = 'There is no member with this e-mail address.'

type LookupContext = Context<'lookup_member'>
type Answer = Output<'lookup_member'>

/** Answers only whether the account has a password. If it has none, a code for the first one is mailed to it. */
export async function findPasswordState(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, peer, device, now, services, inTenant, fail } = context
  const emailFolded = foldEmail(username)
  const asker = await findAsker(services, { tenantId: tenant.id, peer, device, email: username })
  await countFor(context, 'signin', emailFolded, [
    { limit: signInLookupsPerAddress, target: asker.place },
    ...toAskTargets(signInLookupsPerEmail, `${tenant.id} ${emailFolded}`, asker),
  ])
  const account = await inTenant((tx) => findAccount(tx, { emailFolded }))
  await noteLookup(context, 'signin', emailFolded, account === undefined ? 'unknown' : 'found')
  if (account === undefined) return fail('account-not-found', nobody)
  if (account.passwordHash !== null) return { hasPassword: true }
  const placed = await openPlaced(services, context.joined ?? '', now)
  const joined = await inTenant((tx) => findJoined(tx, placed, { tenantId: tenant.id, now }))
  if (joined === account.memberId) return { hasPassword: false, isNewHere: true }
  return { hasPassword: false, codeSent: await sendSetupCode(context, account, asker) }
}

/** The code that proves the mailbox. False when too many were mailed already. */
async function sendSetupCode(context: LookupContext, account: Account, asker: Asker): Promise<boolean> {
  const { tenant, now, services, inTenant, language } = context
  const { memberId } = account
  const targets = toAskTargets(codeMailsPerAccount, `${tenant.id} ${memberId}`, asker)
  if (!(await isLetThrough(() => countTogether(context, targets)))) return false
  const codes = await openMemberCodes(services)
  await inTenant(async (tx) => {
    const { id } = await codes.issue(tx, { tenantId: tenant.id, memberId, kind: 'setup', now, again: true })
    await addMail(tx, memberLetters, {
      to: account.email,
      language: language ?? account.language,
      message: { kind: 'setup-code', codeId: id },
      // while one is on its way, nobody needs a second one
      uniqueKey: `setup-code ${id} ${Math.floor(now / minuteMs)}`,
    })
  })
  return true
}

/** Name, masked address and dates, with the proof for renewing. When nobody is found, the work is equal. */
export async function lookUpByEmail(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, now, services, fail } = context
  const emailFolded = foldEmail(username)
  await countLookup(context, 'renewal', emailFolded)
  const { club, membership } = await findRenewal(context, { emailFolded })
  const lookup = await sealLookup(services, { tenantId: tenant.id, memberId: membership?.memberId ?? 0 }, now)
  await noteLookup(context, 'renewal', emailFolded, membership === undefined ? 'unknown' : 'found')
  if (membership === undefined) return fail('account-not-found', nobody)
  return toAnswer(context, club, membership, lookup)
}

/** For callers past the limits of look-ups. Answer and work are equal for all; the mail is made by a job. */
export async function mailRenewalLink(context: LookupContext, username: string): Promise<Answer> {
  const { inTenant, language } = context
  const emailFolded = foldEmail(username)
  await countLookupMail(context, emailFolded)
  await inTenant((tx) => addJob(tx, { kind: 'renewal-link', payload: { emailFolded, language } }))
  await noteLookup(context, 'mail', emailFolded, 'queued')
  return {}
}

/** The same answer for callers that have the proof already. It is not counted and extends no proof. */
export async function lookUpByProof(context: LookupContext, proof: string): Promise<Answer> {
  const { tenant, now, services, fail } = context
  const lookup = await openLookup(services, proof, now)
  const { club, membership } = await findRenewal(context, {
    memberId: lookup?.tenantId === tenant.id ? lookup.memberId : 0,
  })
  if (membership === undefined) return fail('lookup-expired', 'Please look your membership up again.')
  return toAnswer(context, club, membership, proof)
}

function findRenewal({ inTenant }: LookupContext, by: Parameters<typeof findMembership>[1]) {
  return inTenant(async (tx) => ({ club: await getClub(tx), membership: await findMembership(tx, by) }))
}

function toAnswer(
  { now, fail }: LookupContext,
  { settings, timeZone }: StoredClub,
  membership: StoredMembership,
  lookup: string,
): Answer {
  if (membership.parentId > 0) {
    return fail(
      'child-membership',
      'This is a child membership and cannot be used to renew a membership.', // kept-wording
    )
  }
  const { fname, lname, type, typeLabel, expiration, life, renewPriceCents } = membership
  const today = findDay(now, timeZone)
  return {
    member: { fname, lname, ...maskAddress(membership), type, typeLabel, expiration, life },
    lookup,
    daysUntilRenew: life ? 0 : findDaysUntilRenewal(expiration, settings, today),
    canRenew: canRenew(membership, settings, today),
    renewPrice: toDollars(renewPriceCents),
    maxRenewYears: settings.maxRenewYears,
  }
}
