// The days in a table of members. What could be read in two ways is decided by the other days of the table or
// by the officer, and never guessed.
import { foldText } from '../../../../../domain/search.ts'
import {
  type DateOrder,
  dayExample,
  findWord,
  months,
  type Reading,
  readNumbers,
  toDay,
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

/** `isAmbiguous` for a day that could be two, as long as nobody says how the table writes them. */
export function readMemberDay(
  cell: string,
  order: DateOrder | undefined,
): Reading<string> | { message: string; isAmbiguous: true } {
  const text = toPlain(cell)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (iso !== null) return toDay(cell, Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = findNumbers(text)
  if (numbers !== undefined) {
    const read = readNumbers(cell, numbers, order)
    if (!('either' in read)) return read
    const message = `'${cell}' could be ${read.either.join(' or ')}. Say --dates month-first or --dates day-first.`
    return { message, isAmbiguous: true }
  }
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(text)) {
    return { message: `'${cell}' has a year of two digits. Write it with four, like 2026-06-12.` }
  }
  return readWords(cell, text)
}

/** "Jun 12, 2026", "12-Jun-2026", "12 de junio de 2026". */
function readWords(cell: string, text: string): Reading<string> {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => !['', 'de', 'of', 'del'].includes(word))
  const numbers = words.flatMap((word) => /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? [])
  const names = words.filter((word) => /^\p{L}+$/u.test(word)).filter((name) => findWord(months, name) >= 0)
  const year = numbers.find((number) => number.length === 4)
  const [day, ...others] = numbers.filter((number) => number !== year)
  const [month, ...more] = names
  const isWhole = numbers.length + names.length === words.length && others.length + more.length === 0
  if (!isWhole || year === undefined || day === undefined || month === undefined) {
    return { message: `'${cell}' is no day with its year. ${dayExample}` }
  }
  return toDay(cell, Number(year), findWord(months, month) + 1, Number(day))
}
