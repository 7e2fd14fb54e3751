// The days in a table of members. What could be read in two ways is decided by the other days of the table or
// by the officer, and never guessed.
import type { InTable } from '../../../../../contract/officerFailures.ts'
import { isForLife } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import { dayMs } from '../../../../../domain/time.ts'
import { firstYearOfLastDays, yearsOfMembers } from '../../../../limits/sizes.ts'
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

/** "6/7/2026" as the month and the day come first in it; undefined if it is not written in this way. */
function findNumbers(text: string): { first: number; second: number; year: number } | undefined {
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (numbers === null) return undefined
  return { first: Number(numbers[1]), second: Number(numbers[2]), year: Number(numbers[3]) }
}

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
export function readMemberDay(typed: string, order: DateOrder | undefined): DayReading {
  const text = toPlain(typed)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (iso !== null) return take(typed, toDay(typed, Number(iso[1]), Number(iso[2]), Number(iso[3])))
  const numbers = findNumbers(text)
  if (numbers !== undefined) {
    const read = readNumbers(typed, numbers, order)
    if (!('either' in read)) return take(typed, read)
    return { finding: { what: 'either-day', typed, days: read.either, more: 0 } }
  }
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(text)) return { finding: { what: 'short-year', typed } }
  return readWords(typed, text)
}

/** Since when somebody is a member is often known to the month or the year only. */
export function readSince(typed: string, order: DateOrder | undefined): DayReading {
  const text = toPlain(typed)
  const [, month, year] = /^(?:(\d{1,2})[-/.]|(?:\p{L}+\.?,? ?(?:de |del |of )?)?)(\d{4})$/u.exec(text) ?? []
  const name = /^\p{L}+/u.exec(text)?.[0]
  if (year !== undefined) {
    const number = name === undefined ? Number(month ?? 1) : findWord(months, name) + 1
    return toFirstDay(typed, Number(year), number)
  }
  const yearFirst = /^(\d{4})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst !== null) return toFirstDay(typed, Number(yearFirst[1]), Number(yearFirst[2]))
  const day = readMemberDay(typed, order)
  if (!('value' in day)) return day
  const typedYear = findTypedYear(day.value)
  return typedYear === undefined ? noteFar(typed, day.value) : takeYear(typed, `${typedYear}-01-01`)
}

/** A year alone is the last day of it, but not where the day after is named: nobody knows which year is meant. */
export function readLastDay(
  typed: string,
  order: DateOrder | undefined,
  { isDayAfter }: { readonly isDayAfter: boolean },
): DayReading {
  const plain = /^\d{4}$/.exec(toPlain(typed)) === null ? undefined : Number(toPlain(typed))
  const day = plain === undefined ? readMemberDay(typed, order) : take(typed, toDay(typed, plain, 12, 31))
  if (!('value' in day)) return day
  const year = plain ?? findTypedYear(day.value)
  if (year !== undefined && isDayAfter) return { finding: { what: 'no-day', typed } }
  if (year !== undefined && year >= firstYearOfLastDays) return takeYear(typed, `${year}-12-31`)
  if (Number(day.value.slice(0, 4)) < firstYearOfLastDays) return { finding: { what: 'early-day', typed } }
  return noteFar(typed, day.value)
}

/** The year that was typed into a cell for days: a spreadsheet shows the day that has it as its number. */
function findTypedYear(day: string): number | undefined {
  const number = (Date.parse(day) - Date.parse('1899-12-30')) / dayMs
  return number >= yearsOfMembers.first && number <= yearsOfMembers.last ? number : undefined
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
