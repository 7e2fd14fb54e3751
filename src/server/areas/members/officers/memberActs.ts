// What officers do with members: find them, add one, and change one.

import type { PersonName } from '../../../../contract/officerFailures.ts'
import { addDays, findDay } from '../../../../domain/day.ts'
import { foldEmail, isExpired, lifeExpiration, toExpiration } from '../../../../domain/member.ts'
import { findRenewedExpiration } from '../../../../domain/membership.ts'
import { foldText, toWords } from '../../../../domain/search.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { longestTag, tagsPerMember } from '../../../limits/sizes.ts'
import { duesDays } from '../../../limits/times.ts'
import {
  type BookedMember,
  countLiveSessions,
  listBookedMembers,
  restoreMember,
  setModerator,
  setTags,
  suspendMember,
} from '../../../member/db/memberBook.ts'
import { endCodes } from '../../../member/db/memberCode.ts'
import { updateMembers } from '../../../member/db/memberRows.ts'
import { endSessions } from '../../../member/db/memberSession.ts'
import { extendMembership, setMemberType } from '../../../member/db/membership.ts'
import { findMemberType } from '../../../member/db/memberType.ts'
import { openingCodes } from '../../../member/memberCodes.ts'
import {
  chooseMember,
  chooseType,
  type NamedType,
  nameMember,
} from '../../../member/officers/memberChoice.ts'
import type { ActContext } from '../../../officers/act.ts'
import { findCardMode } from '../../../providers/stripe.ts'
import { type DueMember, listDueMembers } from '../db.ts'
import type { MemberValues } from './incoming/memberValues.ts'
import { writeMembers } from './incoming/memberWrite.ts'

export interface MemberFilter {
  readonly find?: string | undefined
  readonly type?: string | undefined
  readonly tag?: string | undefined
  readonly expired: boolean
  readonly moderators: boolean
  readonly children: boolean
  readonly suspended: boolean
}

export interface FoundMembers {
  readonly members: readonly BookedMember[]
  readonly timeZone: string
  /** A day in the club's zone. */
  readonly today: string
}

export async function findMembers(tx: Tx, context: ActContext, filter: MemberFilter): Promise<FoundMembers> {
  const timeZone = await getTimeZone(tx)
  const today = findDay(context.now, timeZone)
  const type = filter.type === undefined ? undefined : await chooseType(tx, context, filter.type)
  const words = toWords(filter.find ?? '')
  const members = (await listBookedMembers(tx)).filter(
    (member) =>
      (!filter.expired || isExpired(member, today)) &&
      (!filter.moderators || member.isModerator) &&
      (!filter.children || member.parent !== null) &&
      (!filter.suspended || member.suspendedAt !== null) &&
      (type === undefined || member.type === type.id) &&
      (filter.tag === undefined || hasTag(member, filter.tag)) &&
      words.every((word) => toSearched(member).includes(word)),
  )
  return { members, timeZone, today }
}

function hasTag({ tags }: Pick<BookedMember, 'tags'>, wanted: string): boolean {
  return tags.some((tag) => foldText(tag) === foldText(wanted))
}

function toSearched(member: BookedMember): string {
  const { id, fname, lname, partner, email, phones, city, altMemberId } = member
  return foldText([id, fname, lname, partner, email, ...phones, city, altMemberId].join(' '))
}

export interface Dues {
  readonly members: readonly DueMember[]
  readonly timeZone: string
  readonly today: string
  /** The days that were meant. */
  readonly from: string
  readonly to: string
}

/** Those whose membership's last valid day lies within the days. */
export async function listDues(
  tx: Tx,
  context: ActContext,
  { since, until }: { since: string | undefined; until: string | undefined },
): Promise<Dues> {
  const timeZone = await getTimeZone(tx)
  const today = findDay(context.now, timeZone)
  const from = since ?? addDays(today, -duesDays)
  const to = until ?? addDays(today, duesDays)
  if (to < from) context.fail('not-possible', { why: 'until-before-since' })
  const mode = findCardMode(context.services.config)
  const members = await listDueMembers(tx, { mode, from: toExpiration(from), until: toExpiration(to) })
  return { members, timeZone, today, from, to }
}

export interface NewMember {
  readonly email: string
  readonly type: string
  readonly values: MemberValues & {
    readonly fname: string
    readonly lname: string
    readonly expiration: string
  }
}

/** Mails nothing: they make a password on the sign-in page. */
export async function addMember(
  tx: Tx,
  context: ActContext,
  { email, type: wanted, values }: NewMember,
): Promise<{ readonly id: number; readonly type: NamedType }> {
  const type = await chooseType(tx, context, wanted)
  const memberSince = values.memberSince ?? findDay(context.now, await getTimeZone(tx))
  const known = (await listBookedMembers(tx)).find(({ emailFolded }) => emailFolded === foldEmail(email))
  if (known !== undefined) context.fail('taken', { what: 'email', member: nameMember(known) })
  const name = `${values.fname} ${values.lname}`
  const whole = { ...values, type: type.id, memberSince }
  const member = { kind: 'new', line: 1, email, name, values: whole } as const
  const [id = 0] = await writeMembers(tx, context, { members: [member], faults: [] })
  return { id, type }
}

/** The officer means one member: by id, e-mail address, or a name that only one has. */
interface OfMember {
  readonly member: string
}

export interface ChangedEnd {
  readonly member: BookedMember
  /** The expiration as it is now; the member has the one before. */
  readonly to: string
}

export async function changeMemberType(
  tx: Tx,
  context: ActContext,
  { member: typed, type: wanted }: OfMember & { type: string },
): Promise<{ readonly member: BookedMember; readonly type: NamedType }> {
  const member = await chooseMember(tx, context, typed)
  const type = await chooseType(tx, context, wanted)
  if (type.id === member.type) {
    context.fail('already-so', { is: 'of-type', member: nameMember(member), type: type.label })
  }
  await setMemberType(tx, member.id, member.type, type.id)
  return { member, type }
}

/** By years, as a renewal would, or to an expiration. `yes`: also if that is earlier than before. */
export async function extendMember(
  tx: Tx,
  context: ActContext,
  {
    member: typed,
    years,
    until,
    yes,
  }: OfMember & {
    years: number | undefined
    until: string | undefined
    yes: boolean
  },
): Promise<ChangedEnd> {
  const member = await chooseMember(tx, context, typed)
  const name = nameMember(member)
  if (member.parent !== null) refuseLogin(context, name, { parent: member.parent, isExtended: true })
  if (member.life) context.fail('not-possible', { why: 'life-member', member: name })
  const today = findDay(context.now, await getTimeZone(tx))
  const type = member.type === 0 ? undefined : await findMemberType(tx, member.type)
  const rule = type ?? { anniversaryRenewal: false, anniversaryDate: '' }
  const from = member.expiration
  const to = until ?? findRenewedExpiration(rule, from, years ?? 0, today)
  if (to === from) context.fail('already-so', { is: 'valid-until', member: name, expiration: from })
  if (to < from && !yes) {
    const isOver = isExpired({ expiration: to }, today)
    context.fail('needs-yes', { why: 'shorter', member: name, from, to, isOver })
  }
  await extendMembership(tx, member.id, from, to)
  return { member, to }
}

function refuseLogin(
  context: ActContext,
  member: PersonName,
  details: { readonly parent: string; readonly isExtended: boolean },
): never {
  return context.fail('not-possible', { why: 'additional-login', member, ...details })
}

/** `until` is for who is no life member any more. Nothing else ends a membership for life. */
export async function changeLife(
  tx: Tx,
  context: ActContext,
  { member: typed, life, until, yes }: OfMember & { life: boolean; until: string | undefined; yes: boolean },
): Promise<ChangedEnd> {
  const member = await chooseMember(tx, context, typed)
  const name = nameMember(member)
  const to = until ?? lifeExpiration
  if (member.parent !== null) refuseLogin(context, name, { parent: member.parent, isExtended: false })
  if (member.life === life) {
    context.fail('already-so', { is: life ? 'for-life' : 'not-for-life', member: name })
  }
  const today = findDay(context.now, await getTimeZone(tx))
  if (isExpired({ expiration: to }, today) && !yes) {
    context.fail('needs-yes', { why: 'over-at-once', member: name, to })
  }
  await updateMembers(tx, [{ id: member.id, values: { expiration: to, life } }])
  return { member, to }
}

interface OfTag extends OfMember {
  readonly tag: string
}

export interface Tagged {
  readonly member: BookedMember
  /** As they are now. */
  readonly tags: readonly string[]
}

export async function addTag(tx: Tx, context: ActContext, { member: typed, tag }: OfTag): Promise<Tagged> {
  const member = await chooseMember(tx, context, typed)
  if (hasTag(member, tag)) context.fail('already-so', { is: 'tagged', member: nameMember(member), tag })
  if (tag.length > longestTag || member.tags.length >= tagsPerMember) {
    context.fail('not-possible', { why: 'too-many-tags', most: tagsPerMember, longest: longestTag })
  }
  const tags = [...member.tags, tag]
  await setTags(tx, member.id, tags)
  return { member, tags }
}

export async function removeTag(tx: Tx, context: ActContext, { member: typed, tag }: OfTag): Promise<Tagged> {
  const member = await chooseMember(tx, context, typed)
  if (!hasTag(member, tag)) context.fail('already-so', { is: 'not-tagged', member: nameMember(member), tag })
  const tags = member.tags.filter((known) => foldText(known) !== foldText(tag))
  await setTags(tx, member.id, tags)
  return { member, tags }
}

export async function changeModerator(
  tx: Tx,
  context: ActContext,
  { member: typed, moderator }: OfMember & { moderator: boolean },
): Promise<BookedMember> {
  const member = await chooseMember(tx, context, typed)
  if (member.isModerator === moderator) {
    context.fail('already-so', {
      is: moderator ? 'moderator' : 'not-moderator',
      member: nameMember(member),
    })
  }
  await setModerator(tx, member.id, moderator)
  return member
}

/** With on how many devices they were signed in. */
interface SignedOut {
  readonly member: BookedMember
  readonly devices: number
}

/** Ends their sign-ins too. */
export async function suspend(tx: Tx, context: ActContext, { member: typed }: OfMember): Promise<SignedOut> {
  const member = await chooseMember(tx, context, typed)
  const devices = await endOpenCodes(tx, context, member)
  if (!(await suspendMember(tx, member.id, new Date(context.now)))) {
    context.fail('already-so', { is: 'suspended', member: nameMember(member) })
  }
  return { member, devices }
}

async function endOpenCodes(tx: Tx, context: ActContext, { id }: BookedMember): Promise<number> {
  const now = new Date(context.now)
  const devices = await countLiveSessions(tx, id, now)
  await endCodes(tx, id, { now, kinds: openingCodes })
  return devices
}

export async function restore(
  tx: Tx,
  context: ActContext,
  { member: typed }: OfMember,
): Promise<BookedMember> {
  const member = await chooseMember(tx, context, typed)
  if (!(await restoreMember(tx, member.id))) {
    context.fail('already-so', { is: 'not-suspended', member: nameMember(member) })
  }
  return member
}

export async function endSignIns(
  tx: Tx,
  context: ActContext,
  { member: typed }: OfMember,
): Promise<SignedOut> {
  const member = await chooseMember(tx, context, typed)
  const devices = await endOpenCodes(tx, context, member)
  await endSessions(tx, [member.id])
  return { member, devices }
}
