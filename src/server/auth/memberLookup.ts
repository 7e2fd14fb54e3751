// Looking a member up by e-mail, and what is shown of them (rules/security 2.4).

import type { Output } from '../../contract/index.ts'
import { findDay } from '../../domain/day.ts'
import { foldEmail } from '../../domain/member.ts'
import { canRenew, findDaysUntilRenewal, maskAddress } from '../../domain/membership.ts'
import { toDollars } from '../../domain/money.ts'
import { hourMs, minuteMs } from '../../domain/time.ts'
import { getClub, type StoredClub } from '../db/club/club.ts'
import { findAccount } from '../db/members/member.ts'
import { findMembership, isAutoRenewUntouched, type StoredMembership } from '../db/members/membership.ts'
import type { Context } from '../dispatch/handler.ts'
import type { CountedLimit } from '../dispatch/limits.ts'
import { addJob } from '../jobs/queue.ts'
import { countFor, countLookup, countLookupMail, noteLookup } from './emailLookups.ts'
import { openLookup, sealLookup } from './lookupProof.ts'

// rules/security 2.4: with `purpose: 'signin'`
export const signinsPerAddress: CountedLimit = {
  name: 'look-ups from an address',
  most: 300,
  windowMs: 10 * minuteMs,
}
export const signinsPerEmail: CountedLimit = { name: 'look-ups of an account', most: 10, windowMs: hourMs }

const nobody = 'There is no member with this e-mail address.'

type LookupContext = Context<'lookup_member'>
type Answer = Output<'lookup_member'>

/** Answers only whether the account has a password. */
export async function findPasswordState(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, peer, inTenant, fail } = context
  const emailFolded = foldEmail(username)
  await countFor(context, 'signin', emailFolded, [
    { limit: signinsPerAddress, target: peer },
    { limit: signinsPerEmail, target: `${tenant.id} ${emailFolded}` },
  ])
  const account = await inTenant((tx) => findAccount(tx, tenant.id, emailFolded))
  await noteLookup(context, 'signin', emailFolded, account === undefined ? 'unknown' : 'found')
  if (account === undefined) return fail('account-not-found', nobody)
  return { hasPassword: account.passwordHash !== null }
}

/** Name, masked address and dates, with the proof for renewing. When nobody is found, the work is equal. */
export async function lookUpByEmail(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, now, services, fail } = context
  const emailFolded = foldEmail(username)
  await countLookup(context, 'renewal', emailFolded)
  const found = await findRenewal(context, { emailFolded })
  const { membership } = found
  const lookup = await sealLookup(services, { tenantId: tenant.id, memberId: membership?.memberId ?? 0 }, now)
  await noteLookup(context, 'renewal', emailFolded, membership === undefined ? 'unknown' : 'found')
  if (membership === undefined) return fail('account-not-found', nobody)
  return toAnswer(context, { ...found, membership }, lookup)
}

/** For callers past the limits of look-ups. Answer and work are equal for all; the mail is made by a job. */
export async function mailRenewalLink(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, inTenant, language } = context
  const emailFolded = foldEmail(username)
  await countLookupMail(context, emailFolded)
  await inTenant((tx) =>
    addJob(tx, { tenantId: tenant.id, kind: 'renewal-link', payload: { emailFolded, language } }),
  )
  await noteLookup(context, 'mail', emailFolded, 'queued')
  return {}
}

/** The same answer for callers that have the proof already. It is not counted and extends no proof. */
export async function lookUpByProof(context: LookupContext, proof: string): Promise<Answer> {
  const { tenant, now, services, fail } = context
  const lookup = await openLookup(services, proof, now)
  const found = await findRenewal(context, {
    memberId: lookup?.tenantId === tenant.id ? lookup.memberId : 0,
  })
  const { membership } = found
  if (membership === undefined) return fail('lookup-expired', 'Please look your membership up again.')
  return toAnswer(context, { ...found, membership }, proof)
}

async function findRenewal(
  { tenant, inTenant }: LookupContext,
  by: Parameters<typeof findMembership>[2],
): Promise<FoundRenewal<StoredMembership | undefined>> {
  return inTenant(async (tx) => {
    const club = await getClub(tx, tenant.id)
    const membership = await findMembership(tx, tenant.id, by)
    const canAutoRenew = await isAutoRenewUntouched(tx, tenant.id, membership?.memberId ?? 0)
    return { club, membership, canAutoRenew }
  })
}

interface FoundRenewal<M> {
  readonly club: StoredClub
  readonly membership: M
  readonly canAutoRenew: boolean
}

function toAnswer(
  { now, fail }: LookupContext,
  { club: { settings, timeZone }, membership, canAutoRenew }: FoundRenewal<StoredMembership>,
  lookup: string,
): Answer {
  if (membership.parentId > 0) {
    return fail(
      'child-membership',
      'This is a child membership and cannot be used to renew a membership.', // kept-wording
    )
  }
  const { fname, lname, type, typeLabel, expiration, renewPriceCents } = membership
  const today = findDay(now, timeZone)
  return {
    member: { fname, lname, ...maskAddress(membership), type, typeLabel, expiration },
    lookup,
    daysUntilRenew: findDaysUntilRenewal(expiration, settings, today),
    canRenew: canRenew(membership, settings, today),
    canAutoRenew,
    renewPrice: toDollars(renewPriceCents),
    maxRenewYears: settings.maxRenewYears,
  }
}
