// Looking a member up by e-mail: how often, what is shown, and what is logged about it (rules/security 2.4).

import { createHmac } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import type { Output } from '../../contract/index.ts'
import { findDay } from '../../domain/day.ts'
import { foldEmail } from '../../domain/member.ts'
import { canRenew, findDaysUntilRenewal, maskAddress } from '../../domain/membership.ts'
import { toDollars } from '../../domain/money.ts'
import { dayMs, hourMs, minuteMs } from '../../domain/time.ts'
import { getClub, type StoredClub } from '../db/club/club.ts'
import { countAttempts } from '../db/instance/attempt.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import { findAccount } from '../db/members/member.ts'
import { findMembership, isAutoRenewUntouched, type StoredMembership } from '../db/members/membership.ts'
import type { Context } from '../dispatch/handler.ts'
import { type CountedLimit, type CountedTarget, countTogether, toBucket } from '../dispatch/limits.ts'
import { addJob } from '../jobs/queue.ts'
import { openLookup, sealLookup } from './lookupProof.ts'

// rules/security 2.4: answers that carry a person's data
export const lookupsPerAddress: CountedLimit = {
  name: "look-ups of a club's members from an address",
  most: 10,
  windowMs: 10 * minuteMs,
}
export const lookupsPerAddressAndDay: CountedLimit = {
  name: "look-ups of a club's members from an address in a day",
  most: 50,
  windowMs: dayMs,
}
export const lookupsPerEmail: CountedLimit = { name: 'look-ups of a member', most: 5, windowMs: hourMs }
export const linksPerEmail: CountedLimit = { name: 'links mailed to a member', most: 3, windowMs: hourMs }
export const linksPerAddress: CountedLimit = {
  name: 'links mailed from an address',
  most: 60,
  windowMs: hourMs,
}
// rules/security 2.4: with `purpose: 'signin'`
export const signinsPerAddress: CountedLimit = {
  name: 'look-ups from an address',
  most: 300,
  windowMs: 10 * minuteMs,
}
export const signinsPerEmail: CountedLimit = { name: 'look-ups of an account', most: 10, windowMs: hourMs }
/**
 * More e-mail addresses than this, looked up from one place in an hour, raise an alarm (rules/security 2.4).
 */
export const emailsPerAddress: CountedLimit = {
  name: 'e-mail addresses looked up from an address',
  most: 20,
  windowMs: hourMs,
}
const repeatedEmails: CountedLimit = { name: 'e-mail address looked up', most: 1, windowMs: hourMs }

const nobody = 'There is no member with this e-mail address.'

type LookupContext = Context<'lookup_member'>
/** The caller who wants to know something about an e-mail address, in any action. */
type LookupSource = Pick<LookupContext, 'services' | 'tenant' | 'peer' | 'now' | 'log'>
type Answer = Output<'lookup_member'>

/** Answers only whether the account has a password. */
export async function findPasswordState(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, peer, inTenant, fail } = context
  const emailFolded = foldEmail(username)
  await count(context, 'signin', emailFolded, [
    { limit: signinsPerAddress, target: peer },
    { limit: signinsPerEmail, target: `${tenant.id} ${emailFolded}` },
  ])
  const account = await inTenant((tx) => findAccount(tx, tenant.id, emailFolded))
  await note(context, 'signin', emailFolded, account === undefined ? 'unknown' : 'found')
  if (account === undefined) return fail('account-not-found', nobody)
  return { hasPassword: account.passwordHash !== null }
}

/** Name, masked address and dates, with the proof for renewing. When nobody is found, the work is equal. */
export async function lookUpByEmail(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, now, services, fail } = context
  const emailFolded = foldEmail(username)
  await watch(context, emailFolded)
  await count(context, 'renewal', emailFolded, toTargets(context, emailFolded))
  const found = await findRenewal(context, { emailFolded })
  const { membership } = found
  const lookup = await sealLookup(services, { tenantId: tenant.id, memberId: membership?.memberId ?? 0 }, now)
  await note(context, 'renewal', emailFolded, membership === undefined ? 'unknown' : 'found')
  if (membership === undefined) return fail('account-not-found', nobody)
  return toAnswer(context, { ...found, membership }, lookup)
}

/** Whether a look-up of this address would be answered now. This check is not counted. */
export async function hasLookupsLeft(source: LookupSource, username: string): Promise<boolean> {
  const targets = toTargets(source, foldEmail(username))
  try {
    await countTogether(
      source.services,
      targets.map((target) => ({ ...target, amount: 0 as const })),
      source.now,
    )
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Whether an order may tell something about an address. It tells as much as a look-up and counts as one. */
export async function countDisclosure(source: LookupSource, username: string): Promise<boolean> {
  const emailFolded = foldEmail(username)
  await watch(source, emailFolded)
  try {
    await count(source, 'order', emailFolded, toTargets(source, emailFolded))
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
  await note(source, 'order', emailFolded, 'found')
  return true
}

function toTargets({ tenant, peer }: LookupSource, emailFolded: string): CountedTarget[] {
  return [
    { limit: lookupsPerAddress, target: `${tenant.id} ${peer}` },
    { limit: lookupsPerAddressAndDay, target: `${tenant.id} ${peer}` },
    { limit: lookupsPerEmail, target: `${tenant.id} ${emailFolded}` },
  ]
}

/** For callers past the limits of look-ups. Answer and work are equal for all; the mail is made by a job. */
export async function mailRenewalLink(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, peer, inTenant, language } = context
  const emailFolded = foldEmail(username)
  await watch(context, emailFolded)
  await count(context, 'mail', emailFolded, [
    { limit: linksPerAddress, target: `${tenant.id} ${peer}` },
    { limit: linksPerEmail, target: `${tenant.id} ${emailFolded}` },
  ])
  await inTenant((tx) =>
    addJob(tx, { tenantId: tenant.id, kind: 'renewal-link', payload: { emailFolded, language } }),
  )
  await note(context, 'mail', emailFolded, 'queued')
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

/** Counts different addresses, also refused ones, and raises the alarm once an hour. */
async function watch({ log, tenant, peer, now, services }: LookupSource, emailFolded: string): Promise<void> {
  const seen = { ...toBucket(emailsPerAddress, peer, now), amount: 0 }
  const sameEmail = toBucket(repeatedEmails, `${peer} ${tenant.id} ${emailFolded}`, now)
  const isAlarm = await services.database.asOwner(async (tx) => {
    const before = (await countAttempts(tx, [seen])).get(seen.bucket) ?? 0
    if (before > emailsPerAddress.most) return false
    const times = (await countAttempts(tx, [sameEmail])).get(sameEmail.bucket)
    if (times !== 1) return false
    const after = (await countAttempts(tx, [{ ...seen, amount: 1 }])).get(seen.bucket) ?? 0
    return after > emailsPerAddress.most
  })
  if (isAlarm) {
    log.error(
      { alarm: emailsPerAddress.name, tenantId: tenant.id, peer },
      'somebody is trying many e-mail addresses',
    )
  }
}

async function count(
  context: LookupSource,
  kind: LookupKind,
  emailFolded: string,
  targets: readonly CountedTarget[],
): Promise<void> {
  try {
    await countTogether(context.services, targets, context.now)
  } catch (error) {
    if (error instanceof Failure) await note(context, kind, emailFolded, 'refused')
    throw error
  }
}

type LookupKind = 'signin' | 'renewal' | 'mail' | 'order'

/** rules/security 2.4: every look-up is logged, under a pseudonym that only this instance can make. */
async function note(
  { log, services, tenant }: LookupSource,
  kind: LookupKind,
  emailFolded: string,
  outcome: 'found' | 'unknown' | 'queued' | 'refused',
): Promise<void> {
  const key = await getInstanceKey(services.database, 'looked-up addresses')
  const address = createHmac('sha256', key).update(`${tenant.id} ${emailFolded}`).digest('base64url')
  log.info({ tenantId: tenant.id, kind, address, outcome }, 'look-up of a member')
}
