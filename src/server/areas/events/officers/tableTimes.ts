// Days and times as people write them in a table, in English and Spanish. What could be read in two ways is
// refused, never guessed.
import { addDays } from '../../../../domain/day.ts'
import { foldText } from '../../../../domain/search.ts'
import {
  type DateOrder,
  findWord,
  months,
  type Reading,
  readNumbers,
  toDay,
  toDayExample,
  toWeekday,
  weekdays,
} from '../../../officers/dayWords.ts'
import { isNearEvent, type ReadingEvent } from './incoming.ts'

export function readDate(text: string, order: DateOrder | undefined, event: ReadingEvent): Reading<string> {
  const folded = foldText(text)
  const example = toDayExample(event.startDate)
  if (folded === '') return { message: `is empty. ${example} Every row needs its day.` }
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(folded)
  if (iso !== null) return toDay(text, Number(iso[1]), Number(iso[2]), Number(iso[3]), example)
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(folded)
  if (numbers !== null) {
    const [, first, second, year = ''] = numbers
    const century = year.length === 2 ? 2000 : 0
    const named = { first: Number(first), second: Number(second), year: century + Number(year) }
    const read = readNumbers(text, named, order, example)
    return 'either' in read ? chooseNear(text, read.either, event) : read
  }
  return readWords(text, folded, event)
}

function chooseNear(text: string, days: readonly [string, string], event: ReadingEvent): Reading<string> {
  const [nearest, other] = days.filter((day) => isNearEvent(day, event))
  if (nearest !== undefined && other === undefined) return { value: nearest }
  return {
    message: `'${text}' could be ${days.join(' or ')}. Write it like ${days[0]}, or say --dates month-first or --dates day-first.`,
  }
}

/** "Friday", "June 12", "Friday, June 12, 2026", "12 de junio de 2026". */
function readWords(text: string, folded: string, event: ReadingEvent): Reading<string> {
  const example = toDayExample(event.startDate)
  const words = folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'de' && word !== 'of')
  const numbers = words.flatMap((word) => /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? [])
  const names = words.filter((word) => /^\p{L}+$/u.test(word))
  const isUnknown = numbers.length + names.length !== words.length
  const year = numbers.find((number) => number.length === 4)
  const [day, extra] = numbers.filter((number) => number !== year)
  // 'mar' is March, and martes in Spanish: it is a month only where a day stands beside it
  const month =
    day === undefined ? -1 : (names.map((name) => findWord(months, name)).findLast((at) => at >= 0) ?? -1)
  const monthName = names.findLast((name) => findWord(months, name) === month)
  const others = names.filter((name) => month < 0 || name !== monthName)
  const weekday = others.map((name) => findWord(weekdays, name)).find((at) => at >= 0)
  if (isUnknown || extra !== undefined || others.length > (weekday === undefined ? 0 : 1)) {
    return { message: `'${text}' is no day. ${example}` }
  }
  if (day === undefined && weekday !== undefined && year === undefined)
    return readWeekday(text, weekday, event)
  if (day === undefined || month < 0) return { message: `'${text}' is no day. ${example}` }
  const found = toDay(text, Number(year ?? event.startDate.slice(0, 4)), month + 1, Number(day), example)
  if (!('value' in found)) return found
  if (year === undefined && !isNearEvent(found.value, event)) {
    return { message: `'${text}' has no year, and is not a day of the show. ${example}` }
  }
  if (weekday !== undefined && toWeekday(found.value) !== weekday) {
    return { message: `'${text}' is another day of the week. Correct one of them.` }
  }
  return found
}

function readWeekday(text: string, weekday: number, event: ReadingEvent): Reading<string> {
  const example = toDayExample(event.startDate)
  const days: string[] = []
  for (let day = event.startDate; day <= event.endDate && days.length < 2; day = addDays(day, 1)) {
    if (toWeekday(day) === weekday) days.push(day)
  }
  const [only, other] = days
  if (only === undefined) return { message: `'${text}' is not a day of the show. ${example}` }
  if (other !== undefined) return { message: `the show has more than one '${text}'. ${example}` }
  return { value: only }
}

/** A clock time as it is written. Without `half` it may be of 12 or of 24 hours. */
export interface WrittenTime {
  readonly text: string
  readonly hour: number
  readonly minute: number
  readonly half: 'am' | 'pm' | undefined
  /** "09:00", as only clocks of 24 hours are written. */
  readonly isPadded: boolean
}

const timeExample = 'Write it like 2:30 PM or 14:30.'

export function readWrittenTime(text: string): Reading<WrittenTime> {
  const folded = foldText(text).replace(/\s/g, '')
  if (folded === 'noon' || folded === 'midday' || folded === 'mediodia') {
    return { value: { text, hour: 12, minute: 0, half: 'pm', isPadded: false } }
  }
  if (folded === 'midnight' || folded === 'medianoche') {
    return { value: { text, hour: 12, minute: 0, half: 'am', isPadded: false } }
  }
  const [, hour, minute = '00', sign] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?(a\.?m\.?|p\.?m\.?|a|p|h|hs|hrs)?$/.exec(folded) ?? []
  const half = sign?.startsWith('a') ? 'am' : sign?.startsWith('p') ? 'pm' : undefined
  const most = half === undefined ? 24 : 12
  const isTime = hour !== undefined && Number(hour) <= most && Number(minute) <= 59
  const isPastMidnight = Number(hour) === 24 && minute !== '00'
  if (!isTime || isPastMidnight || (half === 'pm' && Number(hour) === 0)) {
    return { message: `'${text}' is no time. ${timeExample}` }
  }
  const isPadded = hour.length === 2 && hour.startsWith('0')
  return { value: { text, hour: Number(hour), minute: Number(minute), half, isPadded } }
}

export type TableClock = ReturnType<typeof findTableClock>

/** Which clock a table is written by: known only if one of its times can be of no other. */
export function findTableClock(times: readonly WrittenTime[]) {
  return {
    // noon is a word of both
    has12: times.some(({ half, text }) => half !== undefined && /\d/.test(text)),
    has24: times.some(
      ({ half, hour, isPadded }) => half === undefined && (isPadded || hour > 12 || hour === 0),
    ),
  }
}

/** 'HH:MM'; midnight is '00:00'. */
export function toClockTime(time: WrittenTime, clock: TableClock): Reading<string> {
  const { text, hour, minute, half, isPadded } = time
  const write = (hours: number) => ({
    value: `${String(hours % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
  })
  if (half !== undefined) return write((hour % 12) + (half === 'pm' ? 12 : 0))
  if (isPadded || hour > 12 || hour === 0) return write(hour)
  if (clock.has24 && !clock.has12) return write(hour)
  return { message: `'${text}' could be in the morning or in the evening. ${timeExample}` }
}
