// The days in a table of members. What could be read in two ways is decided by the other days of the table or
// by the officer, and never guessed.
import type { InTable } from '../../../../../contract/officerFailures.ts'
import { isForLife } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import { dayMs } from '../../../../../domain/time.ts'
import {
  firstYearOfLastDays,
  firstYearOfSerialDays,
  mostYearsPaidAhead,
  yearsOfMembers,
} from '../../../../limits/sizes.ts'
import {
  type DateOrder,
  findWord,
  months,
  type Reading,
  readNumbers,
  toDay,
  toWeekday,
  weekdays,
} from '../../../../officers/dayWords.ts'

/** A clock time behind the day says nothing about a membership. */
const clockBehind = /[t\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|[+-]\d{2}:?\d{2})?$/i

/** "6/7/2026" or "6/7/26" as the month and the day come first in it; undefined if it is not written in this way. */
function findNumbers(text: string): { first: number; second: number; year: string } | undefined {
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text)
  if (numbers === null) return undefined
  return { first: Number(numbers[1]), second: Number(numbers[2]), year: numbers[3] ?? '' }
}

/** How the days of a column are read. */
export interface DayWay {
  readonly order: DateOrder | undefined
  readonly today: string
  /** Which century a year of two digits is in: days to come, or days that are over. */
  readonly isPast: boolean
}

/** Undefined for a year of two digits of which nobody can say which it is. */
function toYear(digits: string, { today, isPast }: DayWay): number | undefined {
  const year = Number(digits)
  if (digits.length === 4) return year
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100
  if (!isPast) return year < firstYearOfLastDays % 100 ? century + year : undefined
  return century + year > Number(today.slice(0, 4)) ? century - 100 + year : century + year
}

/** The number by which a spreadsheet knows a day, and shows it where a cell is not formatted for days. */
function findSerialDay(text: string): string | undefined {
  if (!/^\d{5}$/.test(text)) return undefined
  const day = new Date(firstSerialDay + Number(text) * dayMs).toISOString().slice(0, 10)
  const year = Number(day.slice(0, 4))
  return year >= firstYearOfSerialDays && year <= yearsOfMembers.last ? day : undefined
}

const firstSerialDay = Date.parse('1899-12-30')

function toPlain(text: string): string {
  return foldText(text).replace(clockBehind, '').trim()
}

/** The order in which all days of a table are written, if some can be read in one way only; `proof` is one of them. */
export function findDateOrder(cells: readonly string[]): { order: DateOrder; proof: string } | undefined {
  let monthFirst: string | undefined
  let dayFirst: string | undefined
  for (const cell of cells) {
    const numbers = findNumbers(toPlain(cell))
    if (numbers === undefined) continue
    if (numbers.first <= 12 && numbers.second > 12) monthFirst ??= cell
    if (numbers.first > 12 && numbers.second <= 12) dayFirst ??= cell
  }
  if (monthFirst !== undefined && dayFirst === undefined) return { order: 'month-first', proof: monthFirst }
  if (dayFirst !== undefined && monthFirst === undefined) return { order: 'day-first', proof: dayFirst }
  return undefined
}

export type DayReading =
  | {
      readonly value: string
      /** How it was read, where the officer should look at it. */
      readonly note?: InTable
    }
  | { readonly finding: InTable }

/** `either-day` for a day that could be two, as long as nobody says how the table writes them. */
function readMemberDay(typed: string, way: DayWay): DayReading {
  const text = toPlain(typed)
  const serial = findSerialDay(text)
  if (serial !== undefined) return noteRead(typed, serial, 'serial')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (iso !== null) return take(typed, toDay(typed, Number(iso[1]), Number(iso[2]), Number(iso[3])))
  const numbers = findNumbers(text)
  if (numbers !== undefined) {
    const year = toYear(numbers.year, way)
    if (year === undefined) return { finding: { what: 'short-year', typed } }
    const read = readNumbers(typed, { ...numbers, year }, way.order)
    if ('either' in read) return { finding: { what: 'either-day', typed, days: read.either, more: 0 } }
    const day = take(typed, read)
    return numbers.year.length === 2 && 'value' in day ? noteRead(typed, day.value, 'short-year') : day
  }
  return readWords(typed, text)
}

/** Since when somebody is a member is often known to the month or the year only. */
export function readSince(typed: string, way: DayWay): DayReading {
  const day = readSinceDay(typed, way)
  // nobody is a member since a day to come
  if ('value' in day && day.value > way.today) return { finding: { what: 'future-day', typed } }
  return day
}

function readSinceDay(typed: string, way: DayWay): DayReading {
  const text = toPlain(typed)
  const [, digits] = /^[('’`]{0,2}(\d{2})\)?$/.exec(text) ?? []
  const short = digits === undefined ? undefined : toYear(digits, way)
  if (short !== undefined) return noteRead(typed, `${short}-01-01`, 'short-year')
  const [, month, year] = /^(?:(\d{1,2})[-/.]|(?:\p{L}+\.?,? ?(?:de |del |of )?)?)(\d{4})$/u.exec(text) ?? []
  const name = /^\p{L}+/u.exec(text)?.[0]
  if (year !== undefined) {
    const number = name === undefined ? Number(month ?? 1) : findWord(months, name) + 1
    return toFirstDay(typed, Number(year), number)
  }
  const yearFirst = /^(\d{4})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst !== null) return toFirstDay(typed, Number(yearFirst[1]), Number(yearFirst[2]))
  const day = readMemberDay(typed, way)
  if (!('value' in day) || day.note !== undefined) return day
  const typedYear = findTypedYear(day.value)
  return typedYear === undefined ? noteFar(typed, day.value) : takeYear(typed, `${typedYear}-01-01`)
}

/** A year or a month alone is its last day, but not where the day after is named: nobody knows which one is meant. */
export function readLastDay(
  typed: string,
  way: DayWay,
  { isDayAfter }: { readonly isDayAfter: boolean },
): DayReading {
  const text = toPlain(typed)
  const plain = findLastYear(text)
  const month = plain === undefined ? findMonthEnd(text, way) : undefined
  const day =
    month !== undefined
      ? noteRead(typed, month, 'month-end')
      : plain === undefined
        ? readMemberDay(typed, way)
        : take(typed, toDay(typed, plain, 12, 31))
  if (!('value' in day)) return day
  const isRead = day.note !== undefined
  const year = plain ?? (isRead ? undefined : findTypedYear(day.value))
  if ((year !== undefined || month !== undefined) && isDayAfter) return { finding: { what: 'no-day', typed } }
  if (year !== undefined && year >= firstYearOfLastDays) {
    const read = takeYear(typed, `${year}-12-31`)
    return isFar(`${year}`, way) ? noteFarEnd(typed, `${year}-12-31`, way) : read
  }
  if (Number(day.value.slice(0, 4)) < firstYearOfLastDays) return { finding: { what: 'early-day', typed } }
  return isRead && !isFar(day.value, way) ? day : noteFarEnd(typed, day.value, way)
}

/** Nobody has paid for so many years; a spreadsheet takes "12/31/99" for 2099. */
function isFar(day: string, { today }: DayWay): boolean {
  return Number(day.slice(0, 4)) > Number(today.slice(0, 4)) + mostYearsPaidAhead && !isForLife(day)
}

function noteFarEnd(typed: string, value: string, way: DayWay): DayReading {
  return isFar(value, way) ? { value, note: { what: 'far-end', typed, day: value } } : noteFar(typed, value)
}

/** "2026", "end of 2026", "2026 (paid late)", and of "2026 + 2027" the later. */
function findLastYear(text: string): number | undefined {
  const bare = text.replace(/\([^()]*\)$/, '').trim()
  const [, first, later] =
    /^(?:(?:paid|pd)\.? )?(?:(?:the )?end of |thru |through |until |to |fin de )?(\d{4})(?: ?[+&,/–-] ?(\d{4}))?$/.exec(
      bare,
    ) ?? []
  if (first === undefined) return undefined
  if (later === undefined) return Number(first)
  return Number(later) > Number(first) ? Number(later) : undefined
}

/** "Dec 2026", "Dec/26", "12/26" and "12/2026": the last day of the month. "Dec 26" may be a day of it. */
function findMonthEnd(text: string, way: DayWay): string | undefined {
  const [, number, digits = ''] = /^(\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text) ?? []
  const [, word, named = ''] =
    /^(\p{L}+)(?:\.?,? ?(?:de |of )?(?=\d{4}$)|\.?[-/]| ?['’])(\d{4}|\d{2})$/u.exec(text) ?? []
  const month = number === undefined ? (word === undefined ? 0 : findWord(months, word) + 1) : Number(number)
  const year = toYear(digits || named, way)
  if (month < 1 || month > 12 || year === undefined || digits + named === '') return undefined
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The year that was typed into a cell for days: a spreadsheet shows the day that has it as its number. */
function findTypedYear(day: string): number | undefined {
  const number = (Date.parse(day) - firstSerialDay) / dayMs
  return number >= yearsOfMembers.first && number <= yearsOfMembers.last ? number : undefined
}

function noteRead(typed: string, day: string, as: 'month-end' | 'serial' | 'short-year'): DayReading {
  return { value: day, note: { what: 'read-day', typed, day, as } }
}

function takeYear(typed: string, day: string): DayReading {
  return { value: day, note: { what: 'typed-year', typed, day } }
}

function toFirstDay(typed: string, year: number, month: number): DayReading {
  const day = take(typed, toDay(typed, year, month, 1))
  if (!('value' in day)) return day
  return { note: { what: 'first-day' }, ...noteFar(typed, day.value) }
}

function noteFar(typed: string, value: string): DayReading {
  const year = Number(value.slice(0, 4))
  const isNear = year >= yearsOfMembers.first && year <= yearsOfMembers.last
  return isNear || isForLife(value) ? { value } : { value, note: { what: 'far-day', typed } }
}

function take(typed: string, day: Reading<string>): DayReading {
  return 'value' in day ? day : { finding: { what: 'no-day', typed } }
}

/** "Jun 12, 2026", "12-Jun-2026", "Friday, June 12, 2026", "12 de junio de 2026". */
function readWords(typed: string, text: string): DayReading {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !['', 'de', 'of', 'del', 'the', 'el'].includes(word))
  const numbers = words.flatMap((word) => /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? [])
  const names = words.filter((word) => /^\p{L}+$/u.test(word))
  const year = numbers.find((number) => number.length === 4)
  const [day, ...others] = numbers.filter((number) => number !== year)
  // 'mar' is March, and martes: the last name is the month's
  const month = names.at(-1)
  const [weekday, ...more] = names.slice(0, -1)
  const isUnknown = month === undefined || findWord(months, month) < 0 || more.length > 0
  const isWhole = numbers.length + names.length === words.length && others.length === 0
  if (isUnknown || !isWhole || year === undefined || day === undefined) {
    return { finding: { what: 'no-day', typed } }
  }
  const read = take(typed, toDay(typed, Number(year), findWord(months, month) + 1, Number(day)))
  if (weekday === undefined || !('value' in read)) return read
  const isNamed = findWord(weekdays, weekday) === toWeekday(read.value)
  return isNamed ? read : { finding: { what: 'other-weekday', typed } }
}
