// What officers do with members: find them, add one, and change one.

import { addDays, findDay } from '../../../../domain/day.ts'
import type { PhoneNumber } from '../../../../domain/member.ts'
import { foldEmail, isExpired, lifeExpiration, toExpiration } from '../../../../domain/member.ts'
import { createPersonSearch, toPlainName } from '../../../../domain/members/personSearch.ts'
import { findRenewedExpiration } from '../../../../domain/membership.ts'
import { foldText, mendWords, toWords } from '../../../../domain/search.ts'
import { getCountry, getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { longestTag, tagsPerMember } from '../../../limits/sizes.ts'
import { duesDays } from '../../../limits/times.ts'
import {
  type BookedMember,
  countLiveSessions,
  listBookedMembers,
  restoreMember,
  setTags,
  suspendMember,
} from '../../../member/db/memberBook.ts'
import { endCodes } from '../../../member/db/memberCode.ts'
import { updateMembers } from '../../../member/db/memberRows.ts'
import { endSessions } from '../../../member/db/memberSession.ts'
import { extendMembership, setMemberType } from '../../../member/db/membership.ts'
import { findMemberType } from '../../../member/db/memberType.ts'
import { giveRole, takeRole } from '../../../member/db/officer.ts'
import { openingCodes } from '../../../member/memberCodes.ts'
import { chooseMember, chooseType, nameMember } from '../../../member/officers/memberChoice.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { findCardMode } from '../../../providers/stripe.ts'
import { addTrail } from '../../../trail/db.ts'
import { listDueMembers } from '../db.ts'
import { writeMembers } from './incoming/importActs.ts'
import type { NewMember } from './incoming/memberPlan.ts'
import { readPhones } from './incoming/memberValues.ts'

interface MemberFilter {
  readonly find?: string | undefined
  readonly type?: string | undefined
  readonly tag?: string | undefined
  readonly expired: boolean
  readonly moderators: boolean
  readonly children: boolean
  readonly suspended: boolean
}

export type FoundMembers = Awaited<ReturnType<typeof findMembers>>

export async function findMembers(tx: Tx, context: ActContext, filter: MemberFilter) {
  const { timeZone, today } = await readToday(tx, context)
  const type = filter.type === undefined ? undefined : await chooseType(tx, filter.type)
  const isFound = createPersonSearch(filter.find ?? '')
  const members = (await listBookedMembers(tx)).filter(
    (member) =>
      (!filter.expired || isExpired(member, today)) &&
      (!filter.moderators || member.isModerator) &&
      (!filter.children || member.parent !== null) &&
      (!filter.suspended || member.suspendedAt !== null) &&
      (type === undefined || member.type === type.id) &&
      (filter.tag === undefined || isTagged([...member.tags, ...member.officerTags], filter.tag)) &&
      isFound({ folded: toSearched(member), phones: member.phones }),
  )
  const near = members.length === 0 ? findNear(await listBookedMembers(tx), filter.find ?? '') : []
  return { members, near, timeZone, today }
}

/** "Vanderberg" for "van der Berg". */
function toOneWord(name: string): string {
  return toPlainName(name).replaceAll(' ', '')
}

/** Whom a name means that is one letter from theirs. */
function findNear(members: readonly BookedMember[], find: string): readonly BookedMember[] {
  const toNames = ({ fname, lname, partner }: BookedMember) =>
    foldText(`${fname} ${lname} ${toOneWord(lname)} ${partner}`)
  const words = mendWords(toWords(find), members.map(toNames))
  if (words === undefined) return []
  const isFound = createPersonSearch(words.join(' '))
  return members.filter((member) => isFound({ folded: toNames(member), phones: [] }))
}

/** The club's day, and the zone in which it is. */
async function readToday(tx: Tx, { now }: ActContext) {
  const timeZone = await getTimeZone(tx)
  return { timeZone, today: findDay(now, timeZone) }
}

function isTagged(tags: readonly string[], wanted: string): boolean {
  return tags.some((tag) => foldText(tag) === foldText(wanted))
}

function toSearched(member: BookedMember): string {
  const { id, fname, lname, partner, email, phones, city, altMemberId } = member
  return foldText(
    [
      id,
      fname,
      lname,
      toOneWord(lname),
      partner,
      toPlainName(partner),
      email,
      ...phones,
      city,
      altMemberId,
    ].join(' '),
  )
}

interface DuesDays {
  readonly since: string | undefined
  readonly until: string | undefined
}

/** Those whose membership's last valid day lies within the days, and which days were meant. */
export async function listDues(tx: Tx, context: ActContext, { since, until }: DuesDays) {
  const { timeZone, today } = await readToday(tx, context)
  const from = since ?? addDays(today, -duesDays)
  const to = until ?? addDays(today, duesDays)
  if (to < from) fail('not-possible', { why: 'until-before-since' })
  const mode = findCardMode(context.services.config)
  const members = await listDueMembers(tx, { mode, from: toExpiration(from), until: toExpiration(to) })
  return { members, timeZone, today, from, to }
}

interface MemberToAdd extends Pick<NewMember, 'email' | 'values'> {
  readonly type: string
  readonly phone: string | undefined
  readonly isInRoster: boolean
}

/** Mails nothing: they make a password on the sign-in page. Without an address they cannot sign in. */
export async function addMember(tx: Tx, context: ActContext, wish: MemberToAdd) {
  const { email, type: wanted, values } = wish
  const type = await chooseType(tx, wanted)
  const memberSince = values.memberSince ?? (await readToday(tx, context)).today
  const known = (await listBookedMembers(tx)).find(({ emailFolded }) => emailFolded === foldEmail(email))
  if (known !== undefined) fail('taken', { what: 'email', member: nameMember(known) })
  const name = `${values.fname} ${values.lname}`
  const phones = await readOwnPhones(tx, wish.phone)
  const whole = { ...values, type: type.id, memberSince, phones }
  const member = { kind: 'new', line: 1, email, name, values: whole } as const
  const [id = 0] = await writeMembers(tx, { members: [member], faults: [] }, wish.isInRoster)
  return { id, type }
}

/** A number that says no country is one of the club's. */
export async function readOwnPhones(tx: Tx, typed = ''): Promise<PhoneNumber[]> {
  const reading = readPhones([typed], await getCountry(tx))
  return 'value' in reading ? reading.value : fail('not-possible', { why: 'no-phone', typed })
}

/** The officer means one member: by id, e-mail address, or a name that only one has. */
interface OfMember {
  readonly member: string
}

interface NewType extends OfMember {
  readonly type: string
}

export async function changeMemberType(tx: Tx, _context: ActContext, wanted: NewType) {
  const member = await chooseMember(tx, wanted.member)
  const type = await chooseType(tx, wanted.type)
  if (type.id === member.type) {
    fail('already-so', { is: 'of-type', member: nameMember(member), type: type.label })
  }
  await setMemberType(tx, member.id, member.type, type.id)
  return { member, type }
}

interface NewEnd extends OfMember {
  /** An expiration. */
  readonly until: string | undefined
  /** Also if it is earlier than before. */
  readonly yes: boolean
}

/** By years, as a renewal would, or to an expiration. Answers the member as before, and the end as it is now. */
export async function extendMember(
  tx: Tx,
  context: ActContext,
  { member: typed, years, until, yes }: NewEnd & { years: number | undefined },
) {
  const member = await chooseMember(tx, typed)
  const name = nameMember(member)
  if (member.parent !== null) {
    fail('not-possible', { why: 'additional-login', member: name, parent: member.parent, wanted: 'extend' })
  }
  if (member.life) fail('not-possible', { why: 'life-member', member: name })
  const { today } = await readToday(tx, context)
  const type = member.type === 0 ? undefined : await findMemberType(tx, member.type)
  const rule = type ?? { anniversaryRenewal: false, anniversaryDate: '' }
  const from = member.expiration
  const to = until ?? findRenewedExpiration(rule, from, years ?? 0, today)
  if (to === from) fail('already-so', { is: 'valid-until', member: name, expiration: from })
  if (to < from && !yes) {
    const isOver = isExpired({ expiration: to }, today)
    fail('needs-yes', { why: 'shorter', member: name, from, to, isOver })
  }
  await extendMembership(tx, member.id, from, to)
  return { member, to }
}

/** `until` is for who is no life member any more. Nothing else ends a membership for life. */
export async function changeLife(
  tx: Tx,
  context: ActContext,
  { member: typed, life, until, yes }: NewEnd & { life: boolean },
) {
  const member = await chooseMember(tx, typed)
  const name = nameMember(member)
  const to = until ?? lifeExpiration
  if (member.parent !== null) {
    fail('not-possible', { why: 'additional-login', member: name, parent: member.parent, wanted: 'nothing' })
  }
  if (member.life === life) fail('already-so', { is: life ? 'for-life' : 'not-for-life', member: name })
  const { today } = await readToday(tx, context)
  if (isExpired({ expiration: to }, today) && !yes) {
    fail('needs-yes', { why: 'over-at-once', member: name, to })
  }
  await updateMembers(tx, [{ id: member.id, values: { expiration: to, life } }])
  return { member, to }
}

interface OfTag extends OfMember {
  readonly tag: string
  /** Of the tags that only officers see. */
  readonly officers: boolean
}

const toTagsName = ({ officers }: OfTag) => (officers ? 'officerTags' : 'tags')

/** A member has so many of each. */
export function requireFewTags(tags: readonly string[]): void {
  if (tags.length <= tagsPerMember && tags.every((tag) => tag.length <= longestTag)) return
  fail('not-possible', { why: 'too-many-tags', most: tagsPerMember, longest: longestTag })
}

export async function addTag(tx: Tx, _context: ActContext, wish: OfTag) {
  const { member: typed, tag } = wish
  const name = toTagsName(wish)
  const member = await chooseMember(tx, typed)
  if (isTagged(member[name], tag)) fail('already-so', { is: 'tagged', member: nameMember(member), tag })
  const tags = [...member[name], tag]
  requireFewTags(tags)
  await setTags(tx, member.id, name, tags)
  return { member, tags }
}

export async function removeTag(tx: Tx, _context: ActContext, wish: OfTag) {
  const { member: typed, tag } = wish
  const name = toTagsName(wish)
  const member = await chooseMember(tx, typed)
  if (!isTagged(member[name], tag)) {
    const other = name === 'tags' ? 'officerTags' : 'tags'
    const isAmong = isTagged(member[other], tag) ? other : undefined
    fail('already-so', { is: 'not-tagged', member: nameMember(member), tag, isAmong })
  }
  const tags = member[name].filter((known) => foldText(known) !== foldText(tag))
  await setTags(tx, member.id, name, tags)
  return { member, tags }
}

interface NewModerator extends OfMember {
  readonly moderator: boolean
}

export async function changeModerator(
  tx: Tx,
  context: ActContext,
  { member: typed, moderator }: NewModerator,
) {
  const member = await chooseMember(tx, typed)
  const at = new Date(context.now)
  const change = { memberId: member.id, role: 'moderator', eventId: null, at, by: null, reason: '' } as const
  if (!(await (moderator ? giveRole(tx, { ...change, until: null }) : takeRole(tx, change)))) {
    const is = moderator ? 'moderator' : 'not-moderator'
    fail('already-so', { is, member: nameMember(member) })
  }
  const call = { action: moderator ? 'give_role' : 'take_role', memberId: null, key: null, at }
  const thing = { kind: 'officer', id: member.id, label: `${member.fname} ${member.lname}` } as const
  await addTrail(tx, call, [{ ...thing, [moderator ? 'after' : 'before']: { role: 'moderator' } }])
  return member
}

/** Ends their sign-ins too, and answers on how many devices they were signed in. */
export async function suspend(tx: Tx, context: ActContext, { member: typed }: OfMember) {
  const member = await chooseMember(tx, typed)
  const devices = await endOpenCodes(tx, context, member)
  if (!(await suspendMember(tx, member.id, new Date(context.now)))) {
    fail('already-so', { is: 'suspended', member: nameMember(member) })
  }
  return { member, devices }
}

/** Answers on how many devices they are signed in. */
async function endOpenCodes(tx: Tx, context: ActContext, { id }: BookedMember): Promise<number> {
  const now = new Date(context.now)
  const devices = await countLiveSessions(tx, id, now)
  await endCodes(tx, id, { now, kinds: openingCodes })
  return devices
}

export async function restore(tx: Tx, _context: ActContext, { member: typed }: OfMember) {
  const member = await chooseMember(tx, typed)
  if (!(await restoreMember(tx, member.id))) {
    fail('already-so', { is: 'not-suspended', member: nameMember(member) })
  }
  return member
}

export async function endSignIns(tx: Tx, context: ActContext, { member: typed }: OfMember) {
  const member = await chooseMember(tx, typed)
  const devices = await endOpenCodes(tx, context, member)
  await endSessions(tx, [member.id])
  return { member, devices }
}
