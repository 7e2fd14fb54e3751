// Telephone numbers as officers type them and tables hold them.
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min'
import type { InTable } from '../../../contract/officerFailures.ts'
import { removeInvisible } from '../../../domain/invisible.ts'
import type { PhoneNumber } from '../../../domain/member.ts'

/** Until clubs say their own country. */
export const usualCountry = 'US'

export interface ReadPhones {
  readonly phones: readonly PhoneNumber[]
  readonly notes: readonly InTable[]
}

// what people write around a number, in a cell of its own
const kinds =
  /\b(?:cell|home|house|mobile|work|office|[hcmw]|tel|telephone|phone|ph|fax|casa|trabajo|celular|movil)\b[.:]?/gi

/** Of the texts of a row, each with one number or several. Without its own code a number is of `country`. */
export function findPhones(
  cells: readonly string[],
  country: string = usualCountry,
  areaCode?: string,
): ReadPhones {
  const notes: InTable[] = []
  const phones = new Map<string, PhoneNumber>()
  for (const { typed, found } of cells.flatMap((cell) =>
    readPhoneCell(removeInvisible(cell).trim(), country),
  )) {
    const local =
      found.length === 0 && areaCode !== undefined ? readLocal(typed, country, areaCode) : undefined
    if (local !== undefined && areaCode !== undefined) {
      notes.push({ what: 'area-code', typed, code: areaCode })
      phones.set(toPhoneKey(local), local)
    } else if (found.length === 0) notes.push({ what: 'no-phone', typed, ...findLength(typed, country) })
    else if (hasWords(typed)) notes.push({ what: 'phone-alone', typed })
    for (const phone of found) {
      if (isPlaceholder(phone.longCode)) notes.push({ what: 'no-real-phone', typed })
      else phones.set(toPhoneKey(phone), phone)
    }
  }
  return { phones: [...phones.values()], notes }
}

/** What is the same for one number, also where an earlier version has stored a foreign one without its code apart. */
export function toPhoneKey({ countryCode, longCode }: PhoneNumber): string {
  return `${countryCode}${longCode}`.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(kinds, ''))
}

interface ReadText {
  readonly typed: string
  /** None if something in it is no number. */
  readonly found: readonly PhoneNumber[]
}

/** In North America a number without its area code has seven digits. */
const localNumber = /^[\s#]*\d{3}[\s.-]*\d{4}$/

function readLocal(typed: string, country: string, areaCode: string): PhoneNumber | undefined {
  const bare = typed.replace(kinds, '').trim()
  return hasAreaCodes(country) && localNumber.test(bare)
    ? readPhone(`${areaCode}${bare}`, country)
    : undefined
}

function hasAreaCodes(country: string): boolean {
  return isSupportedCountry(country) && getCountryCallingCode(country) === '1'
}

/** What is wrong with a number, where that is known. */
function findLength(typed: string, country: string): { readonly length?: 'long' | 'no-area-code' } {
  if (hasAreaCodes(country) && localNumber.test(typed)) return { length: 'no-area-code' }
  const from = isSupportedCountry(country) ? country : undefined
  const isLong =
    !hasWords(typed) && validatePhoneNumberLength(typed.replace(wayOut, '+'), from) === 'TOO_LONG'
  return isLong ? { length: 'long' } : {}
}

/** A sign that stands between numbers may also stand in one. */
function readPhoneCell(text: string, country: string): ReadText[] {
  // a remark in brackets is none of the number
  const bare = text.replace(/\([^()\d]*\p{L}[^()\d]*\)/gu, '').trim()
  const whole = hasWords(bare) ? undefined : readPhone(bare, country)
  if (whole !== undefined) return [{ typed: text, found: [whole] }]
  const parts = text.split(/[;,/|&\n]|\b(?:or|and|o|y)\b/i).map((part) => part.trim())
  return parts.filter((part) => part !== '').map((typed) => ({ typed, found: readSeveral(typed, country) }))
}

/** One, or several with spaces or words between them. */
function readSeveral(text: string, country: string): PhoneNumber[] {
  for (const toPieces of [asOne, asWords, asNumbers]) {
    const pieces = toPieces(text)
    const found = pieces.flatMap((piece) => readPhone(piece, country) ?? [])
    if (found.length > 0 && found.length === pieces.length) return found
  }
  return []
}

const asOne = (text: string): string[] => [text]
const asWords = (text: string): string[] => text.split(/\s+/)
const asNumbers = (text: string): string[] => text.match(/\+?[\d(][\d().\s-]{6,}\d/g) ?? []

const wayOut = /^\s*(?:011|00)[\s.-]*(?=[1-9])/

function readPhone(text: string, country: string): PhoneNumber | undefined {
  const own = isSupportedCountry(country) ? country : undefined
  // the United States' way out, and everybody else's, written in any country
  const from = text.replace(wayOut, '+')
  const number = parsePhoneNumberFromString(from, own) ?? parsePhoneNumberFromString(text, own)
  if (number === undefined || !number.isPossible()) return undefined
  const code = number.countryCallingCode
  // some countries share a code, and what is written without one is of the club's
  const isOwn = own !== undefined && code === getCountryCallingCode(own)
  const isoCode = isOwn ? own : (number.country ?? '')
  return { typeId: 1, isoCode, countryCode: `+${code}`, longCode: number.nationalNumber }
}

/** 000-000-0000, 999-9999 and 123-456-7890 fill a field that asks for a number. */
function isPlaceholder(digits: string): boolean {
  return /^(\d)\1+$/.test(digits) || '01234567890'.includes(digits) || '9876543210'.includes(digits)
}
