// The values of club file fields: lengths, texts, days, instants, pictures, refs.
import { z } from 'zod'
import { vehicleLengths } from '../sales/vehicle.ts'
import { countryCodes } from './countryCodes.ts'
import { languages } from './language.ts'
import { storedEmailPattern, storedLengths, vendorLengths } from './personLengths.ts'
import { sharedLengths } from './sharedLengths.ts'

// The longest that any screen takes of a field.
export const lengths = {
  ref: 80,
  label: 128,
  prose: 8192,
  picture: 8_500_000,
  member: { ...storedLengths, altMemberId: 64, officerNote: 1024 },
  entrant: storedLengths,
  vehicle: vehicleLengths,
  vendor: { ...storedLengths, taxId: vendorLengths.taxId, goods: vendorLengths.goods },
  worker: storedLengths,
  ride: sharedLengths.ride,
  option: 64,
  post: sharedLengths.post,
  hiddenReason: sharedLengths.hiddenReason,
  topic: sharedLengths.topic,
  classified: sharedLengths.classified,
  judgeId: 4,
} as const

const largestDollars = 9_999_999.99
const largestCount = 2_000_000_000

/** Text that every database and screen can store and show: whole characters, no zero byte. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'contains a broken character')
}

export function required(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'must not be empty')
}

export const optional = (max: number) => text(max).default('')

/** The stable name of a record: the same ref in the next file means the same record. */
export const ref = z
  .string()
  .regex(/^[\w.:@/-]{1,80}$/, 'must have 1 to 80 letters, digits or . _ - : @ / and no spaces')
  .describe('Stable name of this record, unique among its kind in the file')

/** As `toTicketCode` spells it. */
export const gateCode = z
  .string()
  .regex(
    /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/,
    'must be a code like 7G2K-M4QX-1B9T-ZC3W, in capital letters without I, L, O and U',
  )
  .describe('What the gate reads; made by the server when it is left out')

export const refTo = (what: string) => ref.describe(`The ref of ${what}`)
export const flag = z.boolean()
export const count = (min: number, max = largestCount) => z.int().min(min).max(max)

export const dollars = z
  .number()
  .min(0)
  .max(largestDollars)
  .refine((value) => Number(value.toFixed(2)) === value, 'must be dollars with at most 2 decimals')
  .describe('US dollars with at most two decimals')

/** Of an option or a choice: what is stored of people refers to it. */
export const optionId = count(1).describe('A number of your own, never given to another one')
/** Of a class of an event. */
export const classNumber = count(1, 9999).describe("The class's number")
/** What describes a length on a map. */
export const mapUnits = 'Map units: a map is 1024 wide and 768 high'

export const day = z.iso
  .date('must be a calendar day, like 2026-06-12')
  .describe("Calendar day, 'YYYY-MM-DD'")
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant with its zone, like 2026-06-12T09:00:00-05:00' })
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be an instant with its zone')
  .describe('ISO instant with its zone')
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, like '09:30'")
  .describe("Time of day, 'HH:MM', in the event's zone")
export const endTime = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, "must be a time of day, like '09:30', or empty")
  .describe("Time of day, 'HH:MM'. Before startTime: on the next day. Empty: no end is known")

export const email = z.string().trim().regex(storedEmailPattern, 'must be an e-mail address')
export const colour = z
  .string()
  .regex(/^(?:#(?:[0-9a-f]{3}|[0-9a-f]{6}))?$/i, 'must be a colour, like #19332a')

/** A path beside the club file (never outside its folder), or a data URL. */
export const picture = z
  .string()
  .min(1)
  .max(lengths.picture)
  .refine(
    (value) =>
      /^data:image\/[a-z.+-]+;base64,[A-Za-z0-9+/=\s]*$/.test(value) ||
      (value.length <= 255 && !/^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[/\\]|\0/.test(value)),
    'must be a path beside the file or a data URL of an image; addresses of the web are not fetched',
  )
  .describe('Path of an image beside this file, or a data URL: PNG, JPEG, WebP or GIF')
export const pictures = z.array(picture).max(24).default([])

/** A time zone that the runtime knows. */
export const timeZone = z.string().refine(isTimeZone, 'must be a time zone, like America/Chicago')

/** A language of the product. */
export const language = z.enum(languages)

/** A country of ISO 3166. */
export const countryCode = z
  .string()
  .refine((code) => countryCodes.includes(code), "must be a country's two letters, like GB")
  .describe('Two letters of ISO 3166')

/** Of an address, in people's own words. */
export const countryOf = (max: number) =>
  text(max).optional().describe("The club's country, if it is left out")

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false // the runtime does not know this zone
  }
}
