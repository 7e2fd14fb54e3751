// How often somebody may learn something about an e-mail address, in any action, and what is logged about it
// (rules/security 2.4).

import { createHmac } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import { foldEmail } from '../../domain/member.ts'
import { countAttempts } from '../db/instance/attempt.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import {
  emailsLookedUpPerAddress,
  lookupMailsPerAddress,
  lookupMailsPerEmail,
  lookupsPerAddress,
  lookupsPerAddressPerDay,
  lookupsPerEmail,
  repeatsPerLookedUpEmail,
} from '../limits/often.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import { type CountedTarget, countTogether, isLetThrough, toBucket } from '../throttle/throttle.ts'
import { findAsker, toAskTargets } from './asking/asker.ts'

/** The caller who wants to know something about an e-mail address, in any action. */
export interface LookupSource {
  readonly services: Services
  readonly tenant: { readonly id: number }
  readonly peer: string
  readonly now: number
  readonly log: Log
}

/** What for, in the log. */
export type LookupKind = 'signin' | 'renewal' | 'mail' | 'order' | 'purchases'

/**
 * Before an answer that carries a person's data. Throws `too-many-requests`. Whatever the action, one
 * person's look-ups are counted together.
 */
export async function countLookup(
  source: LookupSource,
  kind: LookupKind,
  emailFolded: string,
): Promise<void> {
  await watchLookups(source, emailFolded)
  await countFor(source, kind, emailFolded, toTargets(source, emailFolded))
}

/** Before a mail that shows to its own reader what a look-up would. Throws `too-many-requests`. */
export async function countLookupMail(
  source: LookupSource & {
    readonly device: string | undefined
    readonly member: { readonly id: number } | null
  },
  emailFolded: string,
): Promise<void> {
  const { tenant, peer, device, member, services } = source
  await watchLookups(source, emailFolded)
  const caller = { tenantId: tenant.id, peer, device, memberId: member?.id }
  const asker = await findAsker(services, { ...caller, email: emailFolded })
  await countFor(source, 'mail', emailFolded, [
    { limit: lookupMailsPerAddress, target: `${tenant.id} ${asker.place}` },
    ...toAskTargets(lookupMailsPerEmail, `${tenant.id} ${emailFolded}`, asker),
  ])
}

/** By limits of the action's own. Throws `too-many-requests`, and refused ones are logged. */
export async function countFor(
  source: LookupSource,
  kind: LookupKind,
  emailFolded: string,
  targets: readonly CountedTarget[],
): Promise<void> {
  try {
    await countTogether(source, targets)
  } catch (error) {
    if (error instanceof Failure) await noteLookup(source, kind, emailFolded, 'refused')
    throw error
  }
}

/** Whether a look-up of this address would be answered now. This check is not counted. */
export function hasLookupsLeft(source: LookupSource, email: string): Promise<boolean> {
  return isLetThrough(() => requireLookups(source, email))
}

/** Whether an order may tell something about an address. It tells as much as a look-up and counts as one. */
export function countDisclosure(source: LookupSource, email: string): Promise<boolean> {
  return isLetThrough(() => countOrderLookup(source, email))
}

/** How a claim asks whether it may tell somebody who knows no more than an address that it has paid. */
export interface ClaimLookups {
  /** Throws `too-many-requests` if a look-up would be refused now. Not counted: whoever asks learns the same. */
  require(email: string): Promise<void>
  /** Before what was found by the address is told. Throws `too-many-requests`. */
  count(email: string): Promise<void>
}

export function toClaimLookups(source: LookupSource): ClaimLookups {
  return {
    require: (email) => requireLookups(source, email),
    count: (email) => countOrderLookup(source, email),
  }
}

async function requireLookups(source: LookupSource, email: string): Promise<void> {
  const targets = toTargets(source, foldEmail(email))
  await countTogether(
    source,
    targets.map((target) => ({ ...target, amount: 0 })),
  )
}

async function countOrderLookup(source: LookupSource, email: string): Promise<void> {
  const emailFolded = foldEmail(email)
  await countLookup(source, 'order', emailFolded)
  await noteLookup(source, 'order', emailFolded, 'found')
}

function toTargets({ tenant, peer }: LookupSource, emailFolded: string): CountedTarget[] {
  return [
    { limit: lookupsPerAddress, target: `${tenant.id} ${peer}` },
    { limit: lookupsPerAddressPerDay, target: `${tenant.id} ${peer}` },
    { limit: lookupsPerEmail, target: `${tenant.id} ${emailFolded}` },
  ]
}

/** Counts different addresses, also refused ones, and raises the alarm once an hour. */
export async function watchLookups(
  { log, tenant, peer, now, services }: LookupSource,
  emailFolded: string,
): Promise<void> {
  const seen = { ...toBucket(emailsLookedUpPerAddress, peer, now), amount: 0 }
  const sameEmail = toBucket(repeatsPerLookedUpEmail, `${peer} ${tenant.id} ${emailFolded}`, now)
  const isAlarm = await services.database.withoutClub(async (tx) => {
    const before = (await countAttempts(tx, [seen])).get(seen.bucket) ?? 0
    if (before > emailsLookedUpPerAddress.most) return false
    const times = (await countAttempts(tx, [sameEmail])).get(sameEmail.bucket)
    if (times !== 1) return false
    const after = (await countAttempts(tx, [{ ...seen, amount: 1 }])).get(seen.bucket) ?? 0
    return after > emailsLookedUpPerAddress.most
  })
  if (isAlarm) {
    log.error(
      { alarm: emailsLookedUpPerAddress.name, tenantId: tenant.id, peer },
      'somebody is trying many e-mail addresses',
    )
  }
}

/** rules/security 2.4: every look-up is logged, under a pseudonym that only this instance can make. */
export async function noteLookup(
  { log, services, tenant }: LookupSource,
  kind: LookupKind,
  emailFolded: string,
  outcome: 'found' | 'unknown' | 'queued' | 'refused',
): Promise<void> {
  const key = await getInstanceKey(services.database, 'looked-up addresses')
  const address = createHmac('sha256', key).update(`${tenant.id} ${emailFolded}`).digest('base64url')
  log.info({ tenantId: tenant.id, kind, address, outcome }, 'look-up of a member')
}
