// What would change if members were brought in: compared with the stored ones by e-mail address.
import { foldEmail } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import { phonesPerMember, tagsPerMember } from '../../../../limits/sizes.ts'
import type { BookedMember } from '../../../../member/db/memberBook.ts'
import type { MemberColumns } from '../../../../member/db/memberRows.ts'
import type { NamedType } from '../../../../member/officers/memberChoice.ts'
import type { LineFault } from '../../../../officers/inputFile.ts'
import { toEnd, toEndCell } from '../endText.ts'
import { type IncomingMember, textNames } from './memberValues.ts'

export interface Difference {
  readonly name: keyof MemberColumns
  readonly from: string
  readonly to: string
}

interface PlannedMember {
  readonly line: number
  readonly email: string
  readonly name: string
}

export interface NewMember extends PlannedMember {
  readonly kind: 'new'
  readonly values: MemberColumns & {
    readonly fname: string
    readonly lname: string
    readonly expiration: string
  }
}

export interface KnownMember extends PlannedMember {
  readonly kind: 'changed' | 'unchanged'
  readonly id: number
  readonly values: MemberColumns
  readonly changes: readonly Difference[]
  /** What the file says otherwise and the member keeps. */
  readonly left: readonly Difference[]
}

export type Planned = NewMember | KnownMember

export interface MemberPlan {
  readonly members: readonly Planned[]
  readonly faults: readonly LineFault[]
}

interface PlanOptions {
  /** The file wins over what is stored. */
  readonly update: boolean
  /** For new members of which the file does not say it. */
  readonly defaultType: number | undefined
  readonly defaultExpiration: string | undefined
  readonly types: readonly NamedType[]
}

export function planMembers(
  incoming: readonly IncomingMember[],
  stored: readonly BookedMember[],
  options: PlanOptions,
): MemberPlan {
  const byEmail = new Map(stored.map((member) => [member.emailFolded, member]))
  const members: Planned[] = []
  const faults: LineFault[] = []
  for (const each of incoming) {
    const known = byEmail.get(foldEmail(each.email))
    if (known !== undefined) members.push(planKnown(each, known, options))
    else {
      const { member, missing } = planNew(each, options)
      if (member !== undefined) members.push(member)
      for (const message of missing) faults.push({ line: each.line, column: '', message })
    }
  }
  return { members, faults }
}

function planNew(
  { line, email, values }: IncomingMember,
  { defaultType, defaultExpiration }: PlanOptions,
): { member?: NewMember; missing: string[] } {
  const { fname, lname, expiration = defaultExpiration, type = defaultType } = values
  if (fname !== undefined && lname !== undefined && expiration !== undefined && type !== undefined) {
    const whole = { ...values, fname, lname, expiration, type }
    return { member: { kind: 'new', line, email, name: `${fname} ${lname}`, values: whole }, missing: [] }
  }
  const needed = [
    [fname, 'a first name.'],
    [lname, 'a last name.'],
    [expiration, 'the last day on which the membership is valid. Write it, or say --until DAY.'],
    [type, 'a membership type. Write it, or say --default-type TYPE.'],
  ] as const
  const missing = needed.filter(([value]) => value === undefined)
  return { missing: missing.map(([, what]) => `a new member needs ${what}`) }
}

function planKnown(
  { line, values }: IncomingMember,
  stored: BookedMember,
  { update, types }: PlanOptions,
): KnownMember {
  const changes: Difference[] = []
  const left: Difference[] = []
  const taken: Record<string, unknown> = {}
  const compare = ({ name, from, to }: Difference, value: unknown, isFixed = false): void => {
    if (from === to) return
    if (isFixed || (from !== '' && !update)) left.push({ name, from, to })
    else {
      changes.push({ name, from, to })
      taken[name] = value
    }
  }
  for (const name of textNames) {
    const value = values[name]
    if (value !== undefined) compare({ name, from: stored[name], to: value }, value)
  }
  const { phones, tags, type, expiration, memberSince } = values
  if (phones !== undefined) {
    // none that is stored is lost: an own number is worth more than a clean list
    const news = phones.filter(({ longCode }) => !stored.phones.includes(longCode))
    const from = stored.phones.join(' ')
    const to = [...news.map(({ longCode }) => longCode), ...stored.phones].join(' ')
    const all = [...news, ...stored.phoneNumbers].slice(0, phonesPerMember)
    if (news.length > 0) compare({ name: 'phones', from, to }, all)
  }
  if (tags !== undefined) {
    const known = new Set(stored.tags.map(foldText))
    const all = [...stored.tags, ...tags.filter((tag) => !known.has(foldText(tag)))].slice(0, tagsPerMember)
    compare({ name: 'tags', from: stored.tags.join(', '), to: all.join(', ') }, all)
  }
  // an additional login has the membership of another member
  const isFixed = stored.parent !== null
  if (type !== undefined) {
    const to = types.find(({ id }) => id === type)?.label ?? ''
    if (type !== stored.type) compare({ name: 'type', from: stored.typeLabel, to }, type, isFixed)
  }
  if (expiration !== undefined) {
    // no table says in so many words that somebody is no life member any more
    const difference = { from: toEndCell(stored), to: toEndCell(toEnd(expiration)) }
    compare({ name: 'expiration', ...difference }, expiration, isFixed || stored.life)
  }
  if (memberSince !== undefined) {
    compare({ name: 'memberSince', from: stored.memberSince, to: memberSince }, memberSince)
  }
  return {
    kind: changes.length > 0 ? 'changed' : 'unchanged',
    line,
    id: stored.id,
    email: stored.email,
    name: `${stored.fname} ${stored.lname}`,
    values: taken as MemberColumns,
    changes,
    left,
  }
}
