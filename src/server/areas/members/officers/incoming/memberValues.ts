// The values of a member that officers bring in, and how the cells of a table are read.
import type { PhoneNumber } from '../../../../../domain/member.ts'
import { findPersonalInfoFault } from '../../../../../domain/membership.ts'
import { foldText } from '../../../../../domain/search.ts'
import { lengths } from '../../../../../domain/shapes/fileValues.ts'
import { toPhoneDigits } from '../../../../../domain/shapes/personLengths.ts'
import { toPlainLine } from '../../../../../domain/shapes/plainText.ts'
import { longestTitleOfPerson, phonesPerMember } from '../../../../limits/sizes.ts'
import type { MemberColumns } from '../../../../member/db/memberRows.ts'
import { readCell } from '../../../../officers/csv.ts'
import type { Reading } from '../../../../officers/dayWords.ts'

/** Texts, each with its longest length. */
export const textLimits = {
  fname: lengths.member.name,
  lname: lengths.member.name,
  title: longestTitleOfPerson,
  partner: lengths.member.name,
  address: lengths.member.address,
  city: lengths.member.city,
  state: lengths.member.state,
  zip: lengths.member.zip,
  country: lengths.member.country,
  altMemberId: lengths.member.altMemberId,
} as const

export const textNames = Object.keys(textLimits) as (keyof typeof textLimits)[]

export interface IncomingMember {
  readonly line: number
  readonly email: string
  /** What it does not say is not there. */
  readonly values: MemberColumns
}

const titles = ['Mr', 'Mrs', 'Miss', 'Ms', 'Dr']

/** A cell as one plain line. The apostrophe that keeps a spreadsheet from running a formula is not part of it. */
export function readText(cell: string): string {
  return toPlainLine(readCell(cell)).replace(/\s+/g, ' ')
}

export function readEmail(cell: string): Reading<string> {
  const email = readText(cell)
  const limits = { email: { most: lengths.member.email, required: true } }
  const fault = findPersonalInfoFault('email', email, undefined, limits)
  if (fault === undefined) return { value: email }
  if (fault === 'missing') {
    return { message: 'is empty. A member signs in with an e-mail address: write one, or remove the row.' }
  }
  return fault === 'too-long'
    ? { message: `has ${email.length} characters. Shorten it to ${lengths.member.email}.` }
    : { message: `'${email}' is no single e-mail address. Correct it.` }
}

/** "Mr." and "mr" are "Mr". */
export function readTitle(cell: string): Reading<string> {
  const typed = readText(cell).replace(/\.$/, '')
  const title = titles.find((one) => one.toLowerCase() === typed.toLowerCase())
  return title === undefined
    ? { message: `'${typed}' is none of ${titles.join(', ')}, and is left out` }
    : { value: title }
}

/** As the forms write it: the United States have many names. */
export function readCountry(text: string): string {
  const folded = foldText(text).replace(/[.\s]/g, '')
  return ['us', 'usa', 'unitedstates', 'unitedstatesofamerica', 'estadosunidos', 'eeuu'].includes(folded)
    ? 'US'
    : text
}

/** Words or a few, with commas, semicolons or lines between them. */
export function readTags(cell: string): string[] {
  const tags = cell
    .split(/[;,|\n]/)
    .map(readText)
    .filter((tag) => tag !== '')
  return [...new Map(tags.map((tag) => [foldText(tag), tag])).values()]
}

/** Several in one cell have a semicolon, a slash or a line between them. */
export function readPhones(cells: readonly string[]): Reading<PhoneNumber[]> {
  const phones = new Map<string, PhoneNumber>()
  for (const text of cells.flatMap((cell) => cell.split(/[;/|\n]/)).map(readText)) {
    if (text === '') continue
    const digits = toPhoneDigits(text)
    const isForeign = text.startsWith('+') && !/^\+\s*1/.test(text)
    if (/\p{L}/u.test(text.replace(/\((?:cell|home|mobile|work)\)/i, ''))) {
      return { message: `'${text}' has letters. Write only the number, without an extension.` }
    }
    if (digits.length < 7 || digits.length > 20) {
      return { message: `'${text}' is no telephone number: it has 7 to 20 digits.` }
    }
    const from = isForeign ? { isoCode: '', countryCode: '' } : { isoCode: 'US', countryCode: '+1' }
    phones.set(digits, { typeId: 1, ...from, longCode: digits })
  }
  if (phones.size > phonesPerMember) return { message: `has more than ${phonesPerMember} telephone numbers.` }
  return { value: [...phones.values()] }
}
