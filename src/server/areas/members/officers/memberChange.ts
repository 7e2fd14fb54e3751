// What officers correct of a member. A new sign-in address goes the way that a member's own change takes.
import { foldEmail } from '../../../../domain/member.ts'
import { toLanguage } from '../../../../domain/shapes/language.ts'
import { getCountry } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { type BookedMember, listBookedMembers } from '../../../member/db/memberBook.ts'
import { endCodes } from '../../../member/db/memberCode.ts'
import {
  clearMemberEmail,
  isAddressReserved,
  isLostAddress,
  setMemberEmail,
} from '../../../member/db/memberEmail.ts'
import { type MemberColumns, updateMembers } from '../../../member/db/memberRows.ts'
import { setListed } from '../../../member/db/memberSettings.ts'
import { setAutoRenew } from '../../../member/db/membership.ts'
import { changeProfile } from '../../../member/db/profile.ts'
import { beginEmailChange } from '../../../member/emailChanges.ts'
import { type MemberCodes, openMemberCodes } from '../../../member/memberCodes.ts'
import { chooseMember, chooseType, nameMember } from '../../../member/officers/memberChoice.ts'
import { type ActContext, fail, type RunAct } from '../../../officers/act.ts'
import { toYes } from '../../../officers/csv.ts'
import type { textNames } from './incoming/memberValues.ts'
import { readOwnPhones, requireFewTags } from './memberActs.ts'

type TextName = (typeof textNames)[number]

interface MemberWish {
  readonly member: string
  /** '' takes the address away. */
  readonly email: string | undefined
  readonly texts: { readonly [N in TextName]?: string | undefined }
  readonly phone: string | undefined
  /** '' for unknown. */
  readonly since: string | undefined
  readonly type: string | undefined
  readonly tags: readonly string[] | undefined
  readonly officerTags: readonly string[] | undefined
  readonly isListed: boolean | undefined
  readonly newsletter: boolean | undefined
  readonly enewsletter: boolean | undefined
  /** Only says what it would do. */
  readonly isDry: boolean
}

interface MemberDifference {
  readonly name: Exclude<keyof MemberColumns, 'expiration' | 'life'> | 'email' | 'isListed'
  readonly from: string
  readonly to: string
}

/**
 * How the address changes: only in its spelling, at once because there was none, when a mail to the new one was
 * answered, or to none.
 */
type AddressChange = 'none' | 'spelling' | 'at-once' | 'when-confirmed' | 'to-none'

export interface CorrectedMember {
  /** As it was. */
  readonly member: BookedMember
  readonly changes: readonly MemberDifference[]
  readonly address: AddressChange
}

export async function changeMember(
  step: RunAct<ActContext>,
  { services }: ActContext,
  wish: MemberWish,
): Promise<CorrectedMember> {
  const codes = await openMemberCodes(services)
  return step(change, { ...wish, codes })
}

async function change(
  tx: Tx,
  context: ActContext,
  { codes, ...wish }: MemberWish & { codes: MemberCodes },
): Promise<CorrectedMember> {
  const member = await chooseMember(tx, wish.member)
  const { values, changes } = await compare(tx, member, wish)
  const address = await findAddressChange(tx, context, member, wish.email)
  if (wish.isListed !== undefined && wish.isListed !== member.isInRoster) {
    changes.push({ name: 'isListed', from: toShown(member.isInRoster), to: toShown(wish.isListed) })
  }
  if (address !== 'none') changes.push({ name: 'email', from: member.email, to: wish.email ?? '' })
  if (changes.length === 0) fail('already-so', { is: 'as-wanted', member: nameMember(member) })
  if (wish.isDry) return { member, changes, address }
  await updateMembers(tx, [{ id: member.id, values }])
  if (wish.isListed !== undefined) await setListed(tx, member.id, wish.isListed)
  await changeAddress(tx, context, { member, address, email: wish.email ?? '', fname: values.fname, codes })
  return { member, changes, address }
}

const toShown = (isListed: boolean) => (isListed ? 'shown' : 'hidden')

type Mutable<T> = { -readonly [N in keyof T]: T[N] }

async function compare(tx: Tx, member: BookedMember, wish: MemberWish) {
  const values: Mutable<MemberColumns> = {}
  const changes: MemberDifference[] = []
  const note = (name: MemberDifference['name'], from: string, to: string): boolean => {
    if (from !== to) changes.push({ name, from, to })
    return from !== to
  }
  for (const [name, typed] of Object.entries(wish.texts) as [TextName, string | undefined][]) {
    if (typed === undefined) continue
    const text = name === 'country' && typed === '' ? await getCountry(tx) : typed
    if (note(name, member[name], text)) values[name] = text
  }
  if (wish.phone !== undefined) {
    const phones = await readOwnPhones(tx, wish.phone)
    const to = phones.map(({ longCode }) => longCode).join(', ')
    if (note('phones', member.phoneNumbers.map(({ longCode }) => longCode).join(', '), to))
      values.phones = phones
  }
  if (wish.since !== undefined && note('memberSince', member.memberSince, wish.since)) {
    values.memberSince = wish.since
  }
  if (wish.type !== undefined) {
    const type = await chooseType(tx, wish.type)
    if (member.parent !== null && type.id !== member.type) {
      const details = { member: nameMember(member), parent: member.parent, wanted: 'nothing' } as const
      fail('not-possible', { why: 'additional-login', ...details })
    }
    if (type.id !== member.type && note('type', member.typeLabel, type.label)) values.type = type.id
  }
  for (const name of ['tags', 'officerTags'] as const) {
    const tags = wish[name]
    if (tags === undefined) continue
    requireFewTags(tags)
    if (note(name, member[name].join(', '), tags.join(', '))) values[name] = tags
  }
  for (const name of ['newsletter', 'enewsletter'] as const) {
    const wanted = wish[name]
    if (wanted !== undefined && note(name, toYes(member[name]), toYes(wanted))) values[name] = wanted
  }
  return { values, changes }
}

async function findAddressChange(
  tx: Tx,
  { now }: ActContext,
  member: BookedMember,
  email: string | undefined,
): Promise<AddressChange> {
  if (email === undefined || email === member.email) return 'none'
  if (email === '') return 'to-none'
  const folded = foldEmail(email)
  if (folded === member.emailFolded) return 'spelling'
  const other = (await listBookedMembers(tx)).find(({ emailFolded }) => emailFolded === folded)
  if (other !== undefined) fail('taken', { what: 'email', member: nameMember(other) })
  if (await isAddressReserved(tx, folded, new Date(now), member.id)) {
    fail('taken', { what: 'email-for-now', email })
  }
  return member.email === '' ? 'at-once' : 'when-confirmed'
}

interface NewAddress {
  readonly member: BookedMember
  readonly address: AddressChange
  readonly email: string
  readonly fname: string | undefined
  readonly codes: MemberCodes
}

async function changeAddress(tx: Tx, context: ActContext, wanted: NewAddress): Promise<void> {
  const { member, address, email, fname = member.fname, codes } = wanted
  const { id } = member
  const at = new Date(context.now)
  switch (address) {
    case 'none':
      return
    case 'spelling':
      return changeProfile(tx, id, { email })
    case 'at-once':
      // as of a member whom officers add, the club answers for it
      await setAtOnce(tx, id, { email, at })
      return
    case 'when-confirmed': {
      const changing = { tenantId: context.tenant.id, memberId: id, now: context.now }
      const language = toLanguage(member.language)
      return beginEmailChange(tx, codes, changing, { fname, email: member.email, language }, email)
    }
    case 'to-none':
      await endCodes(tx, id, { now: at })
      await clearMemberEmail(tx, id)
      // they could be told of no charge
      if (member.autoRenew) await setAutoRenew(tx, id, false)
  }
}

async function setAtOnce(tx: Tx, id: number, { email, at }: { email: string; at: Date }): Promise<void> {
  const to = { email, emailFolded: foldEmail(email), now: at, endsSignIns: false }
  await setMemberEmail(tx, id, to).catch((error: unknown) => {
    if (!isLostAddress(error)) throw error
    fail('taken', { what: 'email-just-now' })
  })
}
