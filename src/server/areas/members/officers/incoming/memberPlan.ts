// What would change if members were brought in: compared with the stored ones.
import type { InTable, PersonName, TableValue } from '../../../../../contract/officerFailures.ts'
import { foldEmail, toPhoneText } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import { phonesPerMember, tagsPerMember } from '../../../../limits/sizes.ts'
import type { BookedMember } from '../../../../member/db/memberBook.ts'
import type { MemberColumns } from '../../../../member/db/memberRows.ts'
import { type NamedType, nameMember } from '../../../../member/officers/memberChoice.ts'
import { toPhoneKey } from '../../../../member/officers/phones.ts'
import { toYes } from '../../../../officers/csv.ts'
import type { TableFinding } from '../../../../officers/table.ts'
import { toEnd, toEndCell } from '../endText.ts'
import { createMatcher, type Doubt, toNameKey } from './memberMatch.ts'
import { type IncomingMember, textNames, valueWords } from './memberValues.ts'

export interface Difference {
  readonly name: keyof MemberColumns | 'email'
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
  /** The address with which they sign in from now on; undefined if it stays. */
  readonly newEmail: string | undefined
  readonly values: MemberColumns
  readonly changes: readonly Difference[]
  /** What the file says otherwise and the member keeps. */
  readonly left: readonly Difference[]
}

export type Planned = NewMember | KnownMember

/** A row that may be about a stored member, or about none. */
export interface UnsureRow extends PlannedMember {
  /** The id in the row, if it has one. */
  readonly id: number | undefined
  readonly doubt: Doubt
  /** Who it may be about, with what tells them apart. */
  readonly known: readonly (PersonName & { readonly zip: string; readonly city: string })[]
  /** The row of the same table that it may repeat. */
  readonly sameAs: number | undefined
  /** What the two rows say otherwise. */
  readonly differs: readonly Difference[]
}

export interface MemberPlan {
  readonly members: readonly Planned[]
  readonly faults: readonly TableFinding[]
}

interface PlannedTable extends MemberPlan {
  readonly unsure: readonly UnsureRow[]
  readonly notes: readonly TableFinding[]
}

/** What becomes of the rows of which nobody knows whether they are about a stored member. */
export const unsureWays = ['skip', 'new'] as const

interface PlanOptions {
  /** The file wins over what is stored. */
  readonly update: boolean
  readonly unsure: (typeof unsureWays)[number] | undefined
  /** For new members of which the file does not say it. */
  readonly defaultType: number | undefined
  readonly defaultExpiration: string | undefined
  readonly country: string
  readonly types: readonly NamedType[]
}

export function planMembers(
  incoming: readonly IncomingMember[],
  stored: readonly BookedMember[],
  options: PlanOptions,
): PlannedTable {
  return new MemberPlanning(stored, options).plan(incoming)
}

class MemberPlanning implements PlannedTable {
  readonly members: Planned[] = []
  readonly unsure: UnsureRow[] = []
  readonly faults: TableFinding[] = []
  readonly notes: TableFinding[] = []
  readonly #options: PlanOptions
  readonly #matcher: ReturnType<typeof createMatcher>
  /** The rows of the members whom the club has, by id, and of the new ones by name. */
  readonly #rowsById = new Map<number, IncomingMember>()
  readonly #newByName = new Map<string, IncomingMember[]>()

  constructor(stored: readonly BookedMember[], options: PlanOptions) {
    this.#options = options
    this.#matcher = createMatcher(stored)
  }

  plan(incoming: readonly IncomingMember[]): PlannedTable {
    this.#noteSameNumbers(incoming)
    for (const row of this.#shareAddresses(incoming)) this.#place(row)
    return this
  }

  #note(line: number, finding: InTable): void {
    this.notes.push({ line, column: '', finding })
  }

  /** An address is one member's: that of the row with its owner's name, or of the first. */
  #shareAddresses(incoming: readonly IncomingMember[]): IncomingMember[] {
    const owners = new Map<string, IncomingMember>()
    for (const row of incoming) {
      if (row.email === '') continue
      const folded = foldEmail(row.email)
      const owner = this.#matcher.findByEmail(row.email)
      const isOwner =
        owner !== undefined && (row.id === owner.id || toNameKey(row.values) === toNameKey(owner))
      const isFirstOwner = isOwner && toNameKey(owners.get(folded)?.values ?? {}) !== toNameKey(owner)
      if (!owners.has(folded) || isFirstOwner) owners.set(folded, row)
    }
    return incoming.flatMap((row) => {
      const owner = row.email === '' ? row : (owners.get(foldEmail(row.email)) ?? row)
      if (owner === row) return [row]
      const { line, email: typed, values, unread } = row
      const key = toNameKey(values)
      const isUnnamed = key === '' && !unread.some(({ finding }) => finding.what === 'no-name')
      if (isUnnamed || key === toNameKey(owner.values)) {
        // who leaves a row out should know what is lost with it
        const differs = listDifferences(values, owner.values, this.#options.types)
        if (differs.length > 0) this.#ask(row, 'same-line', [], owner)
        else this.#note(line, { what: 'same-person', typed: toName(row), line: owner.line, not: '' })
        return []
      }
      const bare = { ...row, email: '' }
      if (this.#mayRepeat(bare, owner)) {
        this.#ask(row, 'same-line', [], owner)
        return []
      }
      const isAlike = toLetters(values.lname) === toLetters(owner.values.lname)
      this.#note(line, { what: 'same-address', typed, line: owner.line, isAlike })
      return [bare]
    })
  }

  /** "Jim O'Brien" and "JAMES P. OBRIEN" with one address, where the club does not know the second as somebody else. */
  #mayRepeat(row: IncomingMember, owner: IncomingMember): boolean {
    const [last, ownersLast] = [row, owner].map(({ values }) => toLetters(values.lname))
    const [first, ownersFirst] = [row, owner].map(({ values }) => toLetters(values.fname)[0])
    if (last === '' || last !== ownersLast || first === undefined || first !== ownersFirst) return false
    return this.#matcher.match(row).is !== 'known'
  }

  #place(row: IncomingMember): void {
    if (row.id !== undefined && !this.#matcher.hasId(row.id)) {
      this.#note(row.line, { what: 'no-such-id' })
    }
    const match = this.#matcher.match(row)
    const other = match.is === 'known' ? this.#rowsById.get(match.member.id) : this.#findRepeated(row)
    if (match.is === 'unsure') this.#ask(row, match.doubt, match.known, undefined)
    else if (other !== undefined)
      this.#ask(row, 'same-line', match.is === 'known' ? [match.member] : [], other)
    else if (match.is === 'new') this.#addNew(row)
    else this.#addKnown(row, match.member)
  }

  /** An alternate id may be a family's, so both keep it. */
  #noteSameNumbers(incoming: readonly IncomingMember[]): void {
    const lines = new Map<string, number>()
    for (const { line, values } of incoming) {
      const typed = values.altMemberId ?? ''
      const first = lines.get(typed)
      if (typed === '') continue
      if (first === undefined) lines.set(typed, line)
      else this.#note(line, { what: 'same-number', typed, line: first })
    }
  }

  /** The row of a new member with this name, where nothing tells the two apart. */
  #findRepeated(row: IncomingMember): IncomingMember | undefined {
    const key = toNameKey(row.values)
    const others = key === '' ? [] : (this.#newByName.get(key) ?? [])
    return others.find((other) => {
      const isSameZip = (row.values.zip ?? '') === (other.values.zip ?? '')
      return isSameZip && (row.email === '' || other.email === '' || row.values.zip !== undefined)
    })
  }

  #ask(
    row: IncomingMember,
    doubt: Doubt,
    known: readonly BookedMember[],
    other: IncomingMember | undefined,
  ): void {
    const { unsure, types } = this.#options
    const name = toName(row)
    const differs = other === undefined ? [] : listDifferences(row.values, other.values, types)
    const sameAs = other?.line
    if (unsure === 'skip' && sameAs !== undefined) {
      const not = differs.map((each) => `${valueWords[each.name]} ${each.to}`).join('; ')
      this.#note(row.line, { what: 'same-person', typed: name, line: sameAs, not })
    } else if (unsure === 'skip') this.#note(row.line, { what: 'skipped', typed: name })
    else if (unsure === 'new') {
      const isTaken = other !== undefined && foldEmail(other.email) === foldEmail(row.email)
      this.#addNew(isTaken ? { ...row, email: '' } : this.#withoutTaken(row))
    } else {
      const choices = known.map((member) => ({ ...nameMember(member), zip: member.zip, city: member.city }))
      const of = { line: row.line, id: row.id, email: row.email, name }
      this.unsure.push({ ...of, doubt, known: choices, sameAs, differs })
    }
  }

  #withoutTaken(row: IncomingMember): IncomingMember {
    const owner = this.#matcher.findByEmail(row.email)
    if (owner === undefined) return row
    this.#note(row.line, { what: 'address-of-member', typed: row.email, member: nameMember(owner) })
    return { ...row, email: '' }
  }

  #addNew(row: IncomingMember): void {
    const { line, email, unread, values } = row
    const {
      fname,
      lname,
      expiration = this.#options.defaultExpiration,
      type = this.#options.defaultType,
    } = values
    const needed: readonly (readonly [TableValue, unknown])[] = [
      ['fname', fname],
      ['lname', lname],
      ['expiration', expiration],
      ['type', type],
    ]
    // what could not be read is not missing as well
    const unreadable = unread.flatMap(({ finding: { what } }): TableValue[] =>
      what === 'no-name' ? ['fname', 'lname'] : [what === 'no-type' ? 'type' : 'expiration'],
    )
    const missing = needed.filter(([name, value]) => value === undefined && !unreadable.includes(name))
    const needs = missing.map(
      ([value]): TableFinding => ({ line, column: '', finding: { what: 'needs', value } }),
    )
    this.faults.push(...unread, ...needs)
    this.#newByName.set(toNameKey(values), [...(this.#newByName.get(toNameKey(values)) ?? []), row])
    if (unread.length > 0 || fname === undefined || lname === undefined) return
    if (missing.length > 0 || expiration === undefined || type === undefined) return
    this.#noteFilled(line, values)
    const { country } = this.#options
    const whole = { country, ...values, fname, lname, expiration, type }
    this.members.push({ kind: 'new', line, email, name: toName(row), values: whole })
  }

  /** What an option says of a new member, and their row does not. */
  #noteFilled(line: number, values: MemberColumns): void {
    const { defaultType, defaultExpiration, types } = this.#options
    if (values.expiration === undefined && defaultExpiration !== undefined) {
      this.#note(line, { what: 'filled', value: 'expiration', by: defaultExpiration })
    }
    const label = types.find(({ id }) => id === defaultType)?.label
    if (values.type === undefined && label !== undefined) {
      this.#note(line, { what: 'filled', value: 'type', by: label })
    }
  }

  #addKnown(row: IncomingMember, member: BookedMember): void {
    this.#rowsById.set(member.id, row)
    this.notes.push(...row.unread)
    this.members.push(planKnown(row, member, this.#options))
  }
}

/** "O’Brien" and "OBRIEN" may be one name. */
function toLetters(name = ''): string {
  return foldText(name).replace(/[^a-z]/g, '')
}

/** What a row says otherwise than another one about the same person. */
function listDifferences(
  row: MemberColumns,
  other: MemberColumns,
  types: readonly NamedType[],
): readonly Difference[] {
  const toText = (values: MemberColumns): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(textNames.map((name) => [name, values[name] ?? ''])),
    phones: (values.phones ?? []).map(toPhoneText).join(', '),
    type: types.find(({ id }) => id === values.type)?.label ?? '',
    expiration: values.expiration === undefined ? '' : toEndCell(toEnd(values.expiration)),
    memberSince: values.memberSince ?? '',
    tags: (values.tags ?? []).join(', '),
    officerTags: (values.officerTags ?? []).join(', '),
  })
  const [to, from] = [toText(row), toText(other)]
  return Object.keys(to).flatMap((name) => {
    const each = { name: name as Difference['name'], from: from[name] ?? '', to: to[name] ?? '' }
    return each.to === '' || foldText(each.to) === foldText(each.from) ? [] : [each]
  })
}

function toName({ email, values: { fname = '', lname = '' } }: IncomingMember): string {
  return `${fname} ${lname}`.trim() || email
}

function planKnown(
  { line, email, values }: IncomingMember,
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
  if (email !== '' && foldEmail(email) !== stored.emailFolded) {
    compare({ name: 'email', from: stored.email, to: email }, email)
  }
  for (const name of textNames) {
    const value = values[name]
    if (value !== undefined) compare({ name, from: stored[name], to: value }, value)
  }
  const { phones, type, expiration, memberSince } = values
  if (phones !== undefined) {
    // none that is stored is lost: an own number is worth more than a clean list
    const known = new Set(stored.phoneNumbers.map(toPhoneKey))
    const news = phones.filter((phone) => !known.has(toPhoneKey(phone)))
    const from = stored.phones.join(', ')
    const to = [...news.map(toPhoneText), ...stored.phones].join(', ')
    const all = [...news, ...stored.phoneNumbers].slice(0, phonesPerMember)
    if (news.length > 0) compare({ name: 'phones', from, to }, all)
  }
  for (const name of ['tags', 'officerTags'] as const) {
    const tags = values[name]
    if (tags === undefined) continue
    const known = new Set(stored[name].map(foldText))
    const all = [...stored[name], ...tags.filter((tag) => !known.has(foldText(tag)))].slice(0, tagsPerMember)
    compare({ name, from: stored[name].join(', '), to: all.join(', ') }, all)
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
  for (const name of ['newsletter', 'enewsletter'] as const) {
    const wanted = values[name]
    if (wanted !== undefined) compare({ name, from: toYes(stored[name]), to: toYes(wanted) }, wanted)
  }
  const { email: newEmail, ...written } = taken
  return {
    kind: changes.length > 0 ? 'changed' : 'unchanged',
    line,
    newEmail: newEmail as string | undefined,
    id: stored.id,
    email: stored.email,
    name: `${stored.fname} ${stored.lname}`,
    values: written as MemberColumns,
    changes,
    left,
  }
}
