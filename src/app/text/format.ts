// Dates, times and money for people.
import { writeClockAt } from '../../domain/clock.ts'
import { findDay } from '../../domain/day.ts'
import { minuteMs } from '../../domain/time.ts'
import { getDateFormat } from './dateFormat.ts'
import { type Language, locales } from './languages.ts'

/** A calendar day has no zone: it is the same day everywhere. */
function writeDay(day: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const instant = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(instant)
    ? day
    : getDateFormat(locales[language], { ...options, timeZone: 'UTC' }).format(instant)
}

/** "Friday, June 12, 2026" of 'YYYY-MM-DD'. */
export function formatDay(day: string, language: Language): string {
  return writeDay(day, language, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
}

/** "June 12, 2026" of 'YYYY-MM-DD'. */
export function formatDate(day: string, language: Language): string {
  return writeDay(day, language, { year: 'numeric', month: 'long', day: 'numeric' })
}

/** "Friday, June 12" of 'YYYY-MM-DD'. */
export function formatWeekday(day: string, language: Language): string {
  return writeDay(day, language, { weekday: 'long', month: 'long', day: 'numeric' })
}

/** "Fri, Jun 12" of 'YYYY-MM-DD'. */
export function formatShortDay(day: string, language: Language): string {
  return writeDay(day, language, { weekday: 'short', month: 'short', day: 'numeric' })
}

/** "June 12" of 'YYYY-MM-DD', for days that come every year. */
export function formatMonthDay(day: string, language: Language): string {
  return writeDay(day, language, { month: 'long', day: 'numeric' })
}

/** "Friday 12" of 'YYYY-MM-DD', under the heading of its month. */
export function formatWeekdayAndDay(day: string, language: Language): string {
  // not in one format: English would put the weekday behind the day
  return `${writeDay(day, language, { weekday: 'long' })} ${Number(day.slice(8, 10))}`
}

/** "June 2026" or "Jun 2026" of 'YYYY-MM'. */
export function formatMonth(month: string, language: Language, name: 'long' | 'short'): string {
  return writeDay(`${month}-01`, language, { month: name, year: 'numeric' })
}

/** "Jan", the first of the year. */
export function listMonthNames(language: Language): string[] {
  return Array.from({ length: 12 }, (_, index) =>
    writeDay(`2026-${String(index + 1).padStart(2, '0')}-01`, language, { month: 'short' }),
  )
}

/** A single day, or start and end, with long names of weekday and month. */
export function formatDayRange(startDate: string, endDate: string, language: Language): string {
  if (endDate === '' || endDate === startDate) return formatDay(startDate, language)
  const sameYear = startDate.slice(0, 4) === endDate.slice(0, 4)
  const start = sameYear ? formatWeekday(startDate, language) : formatDay(startDate, language)
  return `${start} – ${formatDay(endDate, language)}`
}

/** "June 12 – 14, 2026": the same without weekdays. */
export function formatShortRange(startDate: string, endDate: string, language: Language): string {
  const start = Date.parse(`${startDate}T00:00:00Z`)
  const end = Date.parse(`${endDate === '' ? startDate : endDate}T00:00:00Z`)
  if (Number.isNaN(start) || Number.isNaN(end)) return startDate
  return getDateFormat(locales[language], {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatRange(start, end)
}

/** The parts of a date that are shown large if an event has no picture. */
export function formatPosterDate(
  startDate: string,
  endDate: string,
  language: Language,
): { days: string; month: string } {
  const last = endDate === '' ? startDate : endDate
  const day = (text: string) => String(Number(text.slice(8, 10)))
  const month = (text: string) => writeDay(text, language, { month: 'long', year: 'numeric' })
  if (startDate === last) return { days: day(startDate), month: month(startDate) }
  if (startDate.slice(0, 7) === last.slice(0, 7)) {
    return { days: `${day(startDate)}–${day(last)}`, month: month(startDate) }
  }
  const shortMonth = (text: string) => writeDay(text, language, { month: 'short' })
  return {
    days: `${day(startDate)}–${day(last)}`,
    month: `${shortMonth(startDate)} – ${writeDay(last, language, { month: 'short', year: 'numeric' })}`,
  }
}

/** The calendar day of an instant in a zone, long. Messages use it for `{end_date}`. */
export function formatInstantDay(instant: string, timeZone: string, language: Language): string {
  const milliseconds = Date.parse(instant)
  return Number.isNaN(milliseconds) ? '' : formatDay(findDay(milliseconds, timeZone), language)
}

/** "Saturday, June 13, 2:30 PM" of an instant in a zone. */
export function formatInstant(instant: number, timeZone: string, language: Language): string {
  return `${formatWeekday(findDay(instant, timeZone), language)}, ${writeClockAt(instant, timeZone, language)}`
}

const ages = new Map<Language, Intl.RelativeTimeFormat>()

/** "18 minutes ago", "2 hours ago", "3 days ago" for a number of milliseconds. */
export function formatAge(ms: number, language: Language): string {
  const format = ages.get(language) ?? new Intl.RelativeTimeFormat(locales[language], { numeric: 'always' })
  ages.set(language, format)
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 60) return format.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day')
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$', two decimals, comma for thousands, in every language. */
export function formatMoney(dollars: number): string {
  return money.format(dollars)
}
