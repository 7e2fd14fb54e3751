// Looking a member up by an e-mail address: how often, what is shown, and what is noted about it (rules/security 2.4).

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
import { findMembership, type StoredMembership } from '../db/members/membership.ts'
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
/** More addresses than this, looked up from one place within an hour, raise an alarm (rules/security 2.4). */
export const emailsPerAddress: CountedLimit = {
  name: 'e-mail addresses looked up from an address',
  most: 20,
  windowMs: hourMs,
}
const askedEmails: CountedLimit = { name: 'e-mail address looked up', most: 1, windowMs: hourMs }

const nobody = 'There is no member with this e-mail address.'

type LookupContext = Context<'lookup_member'>
/** Whoever asks something about an address, with whatever action. */
type Asker = Pick<LookupContext, 'services' | 'tenant' | 'peer' | 'now' | 'log'>
type Answer = Output<'lookup_member'>

/** Only whether the account has a password. */
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

/** Name, masked address and dates, with the proof that allows to renew. The work is equal where nobody is found. */
export async function lookUpByEmail(context: LookupContext, username: string): Promise<Answer> {
  const { tenant, now, services, fail } = context
  const emailFolded = foldEmail(username)
  await watch(context, emailFolded)
  await count(context, 'renewal', emailFolded, toTargets(context, emailFolded))
  const { club, membership } = await findRenewal(context, { emailFolded })
  const lookup = await sealLookup(services, { tenantId: tenant.id, memberId: membership?.memberId ?? 0 }, now)
  await note(context, 'renewal', emailFolded, membership === undefined ? 'unknown' : 'found')
  if (membership === undefined) return fail('account-not-found', nobody)
  return toAnswer(context, club, membership, lookup)
}

/** Whether a look-up of this address would be answered now; it is not counted. */
export async function hasLookupsLeft(asker: Asker, username: string): Promise<boolean> {
  const targets = toTargets(asker, foldEmail(username))
  try {
    await countTogether(
      asker.services,
      targets.map((target) => ({ ...target, amount: 0 as const })),
      asker.now,
    )
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Whether an order may tell something about an address: an answer like that of a look-up, and counted as one. */
export async function countTold(asker: Asker, username: string): Promise<boolean> {
  const emailFolded = foldEmail(username)
  await watch(asker, emailFolded)
  try {
    await count(asker, 'order', emailFolded, toTargets(asker, emailFolded))
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
  await note(asker, 'order', emailFolded, 'found')
  return true
}

function toTargets({ tenant, peer }: Asker, emailFolded: string): CountedTarget[] {
  return [
    { limit: lookupsPerAddress, target: `${tenant.id} ${peer}` },
    { limit: lookupsPerAddressAndDay, target: `${tenant.id} ${peer}` },
    { limit: lookupsPerEmail, target: `${tenant.id} ${emailFolded}` },
  ]
}

/** What is left past the limits: the answer and the work are equal for all, and the rest is done after it. */
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

/** The same, for whoever holds the proof already; it is not counted and lives no longer. */
export async function lookUpByProof(context: LookupContext, proof: string): Promise<Answer> {
  const { tenant, now, services, fail } = context
  const lookup = await openLookup(services, proof, now)
  const { club, membership } = await findRenewal(context, {
    memberId: lookup?.tenantId === tenant.id ? lookup.memberId : 0,
  })
  if (membership === undefined) return fail('lookup-expired', 'Please look your membership up again.')
  return toAnswer(context, club, membership, proof)
}

async function findRenewal(
  { tenant, inTenant }: LookupContext,
  by: Parameters<typeof findMembership>[2],
): Promise<{ club: StoredClub; membership: StoredMembership | undefined }> {
  return inTenant(async (tx) => ({
    club: await getClub(tx, tenant.id),
    membership: await findMembership(tx, tenant.id, by),
  }))
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
  const { fname, lname, type, typeLabel, expiration, renewPriceCents } = membership
  const today = findDay(now, timeZone)
  return {
    member: { fname, lname, ...maskAddress(membership), type, typeLabel, expiration },
    lookup,
    daysUntilRenew: findDaysUntilRenewal(expiration, settings, today),
    canRenew: canRenew(membership, settings, today),
    renewPrice: toDollars(renewPriceCents),
    maxRenewYears: settings.maxRenewYears,
  }
}

/** Counts different addresses, those that are refused included, and raises the alarm once an hour. */
async function watch({ log, tenant, peer, now, services }: Asker, emailFolded: string): Promise<void> {
  const seen = { ...toBucket(emailsPerAddress, peer, now), amount: 0 }
  const asked = toBucket(askedEmails, `${peer} ${tenant.id} ${emailFolded}`, now)
  const isAlarm = await services.database.asOwner(async (tx) => {
    const before = (await countAttempts(tx, [seen])).get(seen.bucket) ?? 0
    if (before > emailsPerAddress.most) return false
    const times = (await countAttempts(tx, [asked])).get(asked.bucket)
    if (times !== 1) return false
    const after = (await countAttempts(tx, [{ ...seen, amount: 1 }])).get(seen.bucket) ?? 0
    return after > emailsPerAddress.most
  })
  if (isAlarm) {
    log.error(
      { alarm: emailsPerAddress.name, tenantId: tenant.id, peer },
      'somebody tries out e-mail addresses',
    )
  }
}

async function count(
  context: Asker,
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

/** rules/security 2.4: every look-up stands in the log, under a name of the address that only this instance can make. */
async function note(
  { log, services, tenant }: Asker,
  kind: LookupKind,
  emailFolded: string,
  outcome: 'found' | 'unknown' | 'queued' | 'refused',
): Promise<void> {
  const key = await getInstanceKey(services.database, 'looked-up addresses')
  const address = createHmac('sha256', key).update(`${tenant.id} ${emailFolded}`).digest('base64url')
  log.info({ tenantId: tenant.id, kind, address, outcome }, 'look-up of a member')
}
