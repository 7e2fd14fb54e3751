// Activities of a club: what its calendar holds, and for which span of time it can be read at once.
import { addDays, addYears, findDay, toInstant } from '../day.ts'
import { toTimeline } from '../schedule.ts'
import { latestMs } from '../time.ts'

export interface Activity {
  readonly id: number
  /** Calendar day, 'YYYY-MM-DD'. */
  readonly date: string
  /** 'HH:MM' in the club's time zone. An end before the start is on the day after. */
  readonly start: string
  readonly end: string
  readonly title: string
  readonly description: string
}

// rules/security 5.51
export const mostYears = 5

/** Epoch milliseconds, from the first to the last. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}

/** The calendar days of a span. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

export type SpanFault = 'backwards' | 'too-long'

/** What is wrong with a span of time. */
export function findSpanFault({ start, end }: TimeSpan, timeZone: string): SpanFault | undefined {
  if (end < start) return 'backwards'
  const { from, to } = toDays({ start, end }, timeZone)
  return to >= addYears(from, mostYears) ? 'too-long' : undefined
}

/** The span that an address names, in digits; undefined where it is none that can be read. */
export function readSpan(
  { start, end }: { readonly start: string; readonly end: string },
  timeZone: string,
): TimeSpan | undefined {
  if (!/^\d{1,15}$/.test(start) || !/^\d{1,15}$/.test(end)) return undefined
  const span = { start: Number(start), end: Number(end) }
  if (span.start > latestMs || span.end > latestMs) return undefined
  return findSpanFault(span, timeZone) === undefined ? span : undefined
}

export function toDays({ start, end }: TimeSpan, timeZone: string): DaySpan {
  return { from: findDay(start, timeZone), to: findDay(end, timeZone) }
}

/** Epoch milliseconds. */
export function toActivityTimes(
  { date, start, end, title }: Omit<Activity, 'id' | 'description'>,
  timeZone: string,
): { startsAt: number; endsAt: number } {
  const [timed] = toTimeline(
    [{ date, entries: [{ id: '', label: title, startTime: start, endTime: end }] }],
    timeZone,
  )
  if (timed === undefined) throw new Error('a timeline lost its entry')
  return { startsAt: timed.startsAt, endsAt: timed.endsAt }
}

/** A month of the calendar: 'YYYY-MM'. */
export type Month = string

export function toMonth(instant: number, timeZone: string): Month {
  return findDay(instant, timeZone).slice(0, 7)
}

/** From 00:00:00.000 on the first day of one month to 23:59:59.999 on the last day of another. */
export function toMonthSpan(from: Month, to: Month, timeZone: string): TimeSpan {
  return {
    start: toInstant(`${from}-01`, '00:00', timeZone),
    end: toInstant(addMonths(to, 1, '-01'), '00:00', timeZone) - 1,
  }
}

/** The span of the calendar year that an instant is in. */
export function toYearSpan(instant: number, timeZone: string): TimeSpan {
  const year = findDay(instant, timeZone).slice(0, 4)
  return toMonthSpan(`${year}-01`, `${year}-12`, timeZone)
}

/** Two months, the first not after the last, and so near each other that all between can be read at once. */
export interface MonthRange {
  readonly from: Month
  readonly to: Month
}

/** The chosen month stays; the other one is moved as far as it must. */
export function chooseMonth(range: MonthRange, which: keyof MonthRange, month: Month): MonthRange {
  const most = mostYears * 12 - 1
  if (which === 'from') {
    const latest = addMonths(month, most)
    return { from: month, to: range.to < month ? month : range.to > latest ? latest : range.to }
  }
  const earliest = addMonths(month, -most)
  return { from: range.from > month ? month : range.from < earliest ? earliest : range.from, to: month }
}

function addMonths(month: Month, count: number, day = ''): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + count
  const text = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
  return `${text}${day}`
}

/** How far a subscribed calendar reaches back and ahead of a day. */
export function toFeedDays(today: string): DaySpan {
  return { from: addDays(today, -366), to: addYears(today, mostYears - 1) }
}
