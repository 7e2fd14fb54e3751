// On which days of the show a repeated event of a calendar falls (RFC 5545). Only to tell the officer: the
// times of repetitions are not taken.
import { addDays } from '../../../../domain/day.ts'
import { longestRepeatDays } from '../../../limits/times.ts'
import type { CalendarComponent } from './calendarLines.ts'

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const understood = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'WKST'])

/** From `first` to `last`. Undefined when a rule is of a kind that is not read. */
export function listRepeats(
  { properties }: CalendarComponent,
  start: string,
  { first, last }: { first: string; last: string },
): string[] | undefined {
  const listed = (wanted: string) =>
    properties
      .filter(({ name }) => name === wanted)
      .flatMap(({ value }) => value.split(','))
      .map((value) => value.trim().replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3'))
  const days = new Set(listed('RDATE'))
  for (const { name, value } of properties) {
    if (name !== 'RRULE') continue
    const found = listRuleDays(value, start, last)
    if (found === undefined) return undefined
    for (const day of found) days.add(day)
  }
  const left = new Set(listed('EXDATE'))
  return [...days].filter((day) => first <= day && day <= last && !left.has(day)).sort()
}

function listRuleDays(rule: string, start: string, last: string): string[] | undefined {
  const parts = new Map(
    rule
      .trim()
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2))
      .map(([name = '', value = '']) => [name, value] as const),
  )
  if ([...parts.keys()].some((name) => !understood.has(name))) return undefined
  const isHit = toTest(parts, start)
  if (isHit === undefined) return undefined
  const count = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY)
  const until = (parts.get('UNTIL') ?? '').replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3')
  const days: string[] = []
  for (let day = start, step = 0; day <= last && days.length < count; day = addDays(day, 1), step++) {
    if ((until !== '' && day > until) || step > longestRepeatDays) break
    if (isHit(day)) days.push(day)
  }
  return days
}

function toTest(parts: ReadonlyMap<string, string>, start: string): ((day: string) => boolean) | undefined {
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const list = (name: string) => parts.get(name)?.split(',')
  const byDay = list('BYDAY')
  const byDate = list('BYMONTHDAY')?.map(Number)
  const byMonth = list('BYMONTH')?.map(Number)
  const from = read(start)
  const isOfDay = (day: string, isInMonth: boolean) => {
    const at = read(day)
    if (byDate?.includes(at.date) === false && !byDate.includes(at.date - at.length - 1)) return false
    if (byDay === undefined) return true
    const name = weekdays[at.weekday] ?? ''
    const nth = Math.ceil(at.date / 7)
    const nthFromEnd = -Math.ceil((at.length - at.date + 1) / 7)
    return byDay.some(
      (one) =>
        one === name ||
        (isInMonth && [`${nth}${name}`, `+${nth}${name}`, `${nthFromEnd}${name}`].includes(one)),
    )
  }
  const isOfMonth = (day: string) => byMonth?.includes(read(day).month) !== false
  const hasNone = byDay === undefined && byDate === undefined
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return (day) =>
        (read(day).number - from.number) % interval === 0 && isOfMonth(day) && isOfDay(day, false)
    case 'WEEKLY': {
      const monday = (number: number, weekday: number) => number - ((weekday + 6) % 7)
      return (day) => {
        const at = read(day)
        const weeks = (monday(at.number, at.weekday) - monday(from.number, from.weekday)) / 7
        if (weeks % interval !== 0 || !isOfMonth(day)) return false
        return byDay === undefined ? at.weekday === from.weekday : isOfDay(day, false)
      }
    }
    case 'MONTHLY':
      return (day) => {
        const at = read(day)
        const months = (at.year - from.year) * 12 + at.month - from.month
        if (months % interval !== 0 || !isOfMonth(day)) return false
        return hasNone ? at.date === from.date : isOfDay(day, true)
      }
    case 'YEARLY':
      if (byDay !== undefined) return undefined
      return (day) => {
        const at = read(day)
        if ((at.year - from.year) % interval !== 0) return false
        if (byMonth === undefined ? at.month !== from.month : !isOfMonth(day)) return false
        return byDate === undefined ? at.date === from.date : isOfDay(day, true)
      }
    default:
      return undefined
  }
}

function read(day: string) {
  const moment = new Date(`${day}T00:00:00Z`)
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() + 1]
  return {
    year,
    month,
    date: moment.getUTCDate(),
    weekday: moment.getUTCDay(),
    number: moment.getTime() / 86_400_000,
    /** The days of its month. */
    length: new Date(Date.UTC(year, month, 0)).getUTCDate(),
  }
}
