// The values of a member that officers bring in, and how the cells of a table are read.

import { cleanName, removeInvisible } from '../../../../../domain/invisible.ts'
import type { PhoneNumber } from '../../../../../domain/member.ts'
import { findPersonalInfoFault } from '../../../../../domain/membership.ts'
import { foldText } from '../../../../../domain/search.ts'
import { lengths } from '../../../../../domain/shapes/fileValues.ts'
import { toPlainLine } from '../../../../../domain/shapes/plainText.ts'
import { longestTitleOfPerson, mostInitials } from '../../../../limits/sizes.ts'
import type { MemberColumns } from '../../../../member/db/memberRows.ts'
import { findPhones } from '../../../../member/officers/phones.ts'
import { readEntities } from '../../../../officers/cells.ts'
import { readCell } from '../../../../officers/csv.ts'
import type { Reading } from '../../../../officers/dayWords.ts'
import type { TableFinding } from '../../../../officers/table.ts'

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
  officerNote: lengths.member.officerNote,
} as const

export const textNames = Object.keys(textLimits) as (keyof typeof textLimits)[]

export interface IncomingMember {
  readonly line: number
  /** Of the club's own list; undefined where it does not say it. */
  readonly id: number | undefined
  /** '' without one. */
  readonly email: string
  /** What it does not say is not there. */
  readonly values: MemberColumns
  /** What could not be read and a new member cannot be without. */
  readonly unread: readonly TableFinding[]
}

const titles = ['Mr', 'Mrs', 'Miss', 'Ms', 'Dr']

/** A cell as one plain line. The apostrophe that keeps a spreadsheet from running a formula is not part of it. */
export function readText(cell: string): string {
  return cleanName(toPlainLine(readEntities(readCell(cell))).replace(/\s+/g, ' '))
}

/** The same of a code or a number, in which nothing is invisible. An apostrophe before a digit keeps it a text. */
export function readCode(cell: string): string {
  return removeInvisible(readText(cell)).replace(/^'(?=\d)/, '')
}

/** "Ada Quill <ada@quill.example>" and "mailto:ada@quill.example" too. */
export function readEmail(cell: string): Reading<string> {
  const text = readCode(cell)
  const email = (/<([^<>]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, '').trim()
  const limits = { email: { most: lengths.member.email, required: true } }
  const fault = findPersonalInfoFault('email', email, undefined, limits)
  return fault === undefined ? { value: email } : { message: `'${text}' is no e-mail address. Correct it.` }
}

/** The addresses of a cell; undefined if something in it is none. */
export function readEmails(cell: string): string[] | undefined {
  const parts = cell
    .split(/[;,|\n]|\s+(?:or|o)\s+(?=\S+@)|\s*\/\s*(?=\S+@)|(?<=@\S+)\s+(?=\S+@)/i)
    .filter((part) => part.trim() !== '')
  const emails = parts.map(readEmail).flatMap((read) => ('value' in read ? [read.value] : []))
  return emails.length === parts.length ? emails : undefined
}

/** With what has one cure only: "ada@@quill.example", "ada @ quill.example", "ada@quill,example". Undefined without it. */
export function mendEmail(cell: string): string | undefined {
  const text = readCode(cell)
    .replace(/\s*@[\s@]*/g, '@')
    .replace(/(?<=@[^@\s,]+),(?=[a-z\d-]+(?:\.[a-z]+)*$)/i, '.')
  const [email, ...others] = readEmails(text) ?? []
  return others.length === 0 ? email : undefined
}

/** What an officer types: nothing of it may be left out. */
export function readPhones(cells: readonly string[], country?: string): Reading<PhoneNumber[]> {
  const { phones, notes } = findPhones(cells, country)
  if (notes.length === 0) return { value: [...phones] }
  return { message: `'${cells.join(' ')}' is no telephone number with its area code. Correct it.` }
}

const yesWords: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'x', 'si', 's'])
const noWords: ReadonlySet<string> = new Set(['no', 'n', 'false', '0'])

/** Undefined for what is neither. */
export function readYesNo(cell: string): boolean | undefined {
  const word = foldText(cell)
  return yesWords.has(word) ? true : noWords.has(word) ? false : undefined
}

/** "Mr." and "mr" are "Mr". */
export function readTitle(cell: string): Reading<string> {
  const typed = readText(cell).replace(/\.$/, '')
  const title = titles.find((one) => one.toLowerCase() === typed.toLowerCase())
  return title === undefined ? { message: `'${typed}' is none of ${titles.join(', ')}.` } : { value: title }
}

/** "Mrs. Edith": the title, and the name behind it. Undefined if it begins with none, or names two people. */
export function splitTitle(fname: string): { readonly title: string; readonly fname: string } | undefined {
  const [, typed = '', name = ''] = /^(\p{L}+)(?:\.\s*|\s+)(\p{L}.*)$/u.exec(fname) ?? []
  const title = name === '' ? undefined : readTitle(typed)
  if (title === undefined || !('value' in title) || isTwoPeople(fname)) return undefined
  return { title: title.value, fname: name }
}

/** "Tom and Alma", "Tom & Alma". */
export function isTwoPeople(fname: string): boolean {
  return /\p{L}\.?(?:\s+(?:and|y)\s+|\s*[&+/]\s*)\p{L}/iu.test(fname)
}

/** "ADA QUILL" and "ada quill": nobody knows how the rest of the name is written. */
export function isOneCase(name: string): boolean {
  const letters = name.replace(/\P{L}/gu, '')
  if (letters.length <= mostInitials || letters.toUpperCase() === letters.toLowerCase()) return false
  return letters === letters.toUpperCase() || letters === letters.toLowerCase()
}

/** As `readTags`, and with strokes between them, but not within one that the club has. */
export function readTableTags(cell: string, known: ReadonlySet<string>): string[] {
  const parts = readTags(cell).flatMap((tag) => (known.has(foldText(tag)) ? [tag] : tag.split('/')))
  return readTags(parts.join('\n'))
}

/** Words or a few, with commas, semicolons or lines between them. */
export function readTags(cell: string): string[] {
  const tags = cell
    .split(/[;,|\n]/)
    .map(readText)
    .filter((tag) => tag !== '')
  return [...new Map(tags.map((tag) => [foldText(tag), tag])).values()]
}

/** The lines of an address are stored as one. */
export function joinLines(...lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
}

/** The values of a member as people say them, in the order of the columns of a report. */
export const valueWords = {
  email: 'e-mail',
  fname: 'first name',
  lname: 'last name',
  title: 'title',
  partner: 'partner',
  address: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
  phones: 'phone',
  type: 'type',
  expiration: 'valid until',
  life: 'for life',
  memberSince: 'member since',
  tags: 'tags',
  officerTags: "officers' tags",
  officerNote: "officers' note",
  altMemberId: 'alternate id',
  newsletter: 'newsletter',
  enewsletter: 'e-newsletter',
} as const
