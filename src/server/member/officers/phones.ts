// Telephone numbers as officers type them and tables hold them.
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
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
export function findPhones(cells: readonly string[], country: string = usualCountry): ReadPhones {
  const notes: InTable[] = []
  const phones = new Map<string, PhoneNumber>()
  for (const typed of cells.flatMap((cell) => splitPhones(removeInvisible(cell).trim(), country))) {
    const found = readSeveral(typed, country)
    if (found.length === 0) notes.push({ what: 'no-phone', typed })
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

/** A sign that stands between numbers may also stand in one. */
function splitPhones(text: string, country: string): string[] {
  if (!hasWords(text) && readPhone(text, country) !== undefined) return [text]
  const parts = text.split(/[;,/|&\n]|\b(?:or|and|o|y)\b/i).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

/** One, or several with spaces or words between them; none if something in it is no number. */
function readSeveral(text: string, country: string): PhoneNumber[] {
  const pieces = [[text], text.split(/\s+/), text.match(/\+?[\d(][\d().\s-]{6,}\d/g) ?? []]
  const read = pieces.map((some) => some.map((piece) => readPhone(piece, country)))
  return (
    read
      .map((some) => some.filter((one) => one !== undefined))
      .find((found, at) => found.length === read[at]?.length) ?? []
  )
}

function readPhone(text: string, country: string): PhoneNumber | undefined {
  const own = isSupportedCountry(country) ? country : undefined
  // the United States' way out, and everybody else's, written in any country
  const from = text.replace(/^\s*(?:011|00)[\s.-]*(?=[1-9])/, '+')
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
