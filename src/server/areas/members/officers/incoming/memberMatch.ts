// Which stored member a row of a table is about: by id, then by e-mail address, then by name with what else they have.
// What could be somebody else is never guessed.
import { foldEmail } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import type { BookedMember } from '../../../../member/db/memberBook.ts'
import { toPhoneKey } from '../../../../member/officers/phones.ts'
import type { IncomingMember } from './memberValues.ts'

/** Why an officer has to say who a row is about. */
export type Doubt = 'id-and-address' | 'other-name' | 'name-alone' | 'several' | 'same-line'

export type Match =
  | { readonly is: 'new' }
  | { readonly is: 'known'; readonly member: BookedMember }
  | { readonly is: 'unsure'; readonly doubt: Doubt; readonly known: readonly BookedMember[] }

export function createMatcher(stored: readonly BookedMember[]) {
  const byId = new Map(stored.map((member) => [member.id, member]))
  const byEmail = new Map(
    stored.flatMap((member) => (member.email === '' ? [] : [[member.emailFolded, member]])),
  )
  const byName = Map.groupBy(stored, toNameKey)
  const hasId = (id: number | undefined) => id !== undefined && byId.has(id)
  const findByEmail = (email: string) => (email === '' ? undefined : byEmail.get(foldEmail(email)))

  const match = (row: IncomingMember): Match => {
    const named = row.id === undefined ? undefined : byId.get(row.id)
    const addressed = findByEmail(row.email)
    if (named !== undefined) {
      if (addressed !== undefined && addressed !== named) return doubt('id-and-address', [named, addressed])
      // an id of another program may be the number of somebody here
      return isLike(row, named) ? { is: 'known', member: named } : doubt('other-name', [named])
    }
    if (addressed !== undefined) {
      return hasOtherName(row, addressed)
        ? doubt('other-name', [addressed])
        : { is: 'known', member: addressed }
    }
    const key = toNameKey(row.values)
    const candidates = key === '' ? [] : (byName.get(key) ?? [])
    const sure = candidates.filter(
      (member) => isSameHouse(row, member) || listShared(row, member).includes(true),
    )
    const [only, ...others] = sure
    if (only !== undefined && others.length === 0) return { is: 'known', member: only }
    if (candidates.length === 0) return { is: 'new' }
    return doubt(candidates.length === 1 ? 'name-alone' : 'several', sure.length > 1 ? sure : candidates)
  }
  return { match, hasId, findByEmail }
}

function doubt(why: Doubt, known: readonly BookedMember[]): Match {
  return { is: 'unsure', doubt: why, known }
}

type Named = { readonly fname?: string; readonly lname?: string }

/** '' where a part of the name is missing, which is nobody's key. */
export function toNameKey({ fname = '', lname = '' }: Named): string {
  return fname === '' || lname === '' ? '' : foldText(`${fname}\n${lname}`)
}

/** Of what both say and only one person or house has: whether it is the same. Undefined where one does not say it. */
function listShared({ values }: IncomingMember, member: BookedMember): (boolean | undefined)[] {
  const compare = (a: string | undefined, b: string) =>
    a === undefined || a === '' || b === '' ? undefined : foldZip(a) === foldZip(b)
  const stored = new Set(member.phoneNumbers.map(toPhoneKey))
  const phones = values.phones ?? []
  const isReached =
    phones.length === 0 || stored.size === 0 ? undefined : phones.some((one) => stored.has(toPhoneKey(one)))
  return [compare(values.zip, member.zip), isReached, compare(values.altMemberId, member.altMemberId)]
}

/** Another way to write an address says nothing. */
function isSameHouse({ values: { address = '' } }: IncomingMember, member: BookedMember): boolean {
  return address !== '' && foldText(address) === foldText(member.address)
}

/** "02134-1234" and "02134" are one place, and so are "SW1A 1AA" and "sw1a1aa". */
function foldZip(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^(\d{5})-\d{4}$/, '$1')
}

/** Whether a row with the id of a member is about them, although something of them may be corrected. */
function isLike(row: IncomingMember, member: BookedMember): boolean {
  const isSameEmail =
    row.email === '' || member.email === '' ? undefined : foldEmail(row.email) === member.emailFolded
  if (isSameEmail === true) return true
  const { fname = '', lname = '' } = row.values
  if (fname === '' && lname === '') return true
  const isFirst = fname === '' || foldText(fname) === foldText(member.fname)
  const isLast = lname === '' || foldText(lname) === foldText(member.lname)
  if (isFirst && isLast) return true
  const shared = [isSameEmail, ...listShared(row, member)]
  return (isFirst || isLast) && (shared.includes(true) || !shared.includes(false))
}

/** An address may pass from one member of a family to another, and a first or a last name is corrected at a time. */
function hasOtherName({ values: { fname, lname } }: IncomingMember, member: BookedMember): boolean {
  if (fname === undefined || lname === undefined) return false
  return foldText(fname) !== foldText(member.fname) && foldText(lname) !== foldText(member.lname)
}
