// On which days of the show a repeated event of a calendar falls (RFC 5545). Only to tell the officer: the
// times of repetitions are not taken.
import { longestRepeatDays } from '../../../limits/times.ts'
import type { CalendarComponent } from './calendarFormat.ts'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
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
  const from = Temporal.PlainDate.from(start)
  const isHit = toTest(parts, from)
  if (isHit === undefined) return undefined
  const count = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY)
  const until = (parts.get('UNTIL') ?? '').replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3')
  const days: string[] = []
  for (let step = 0; step <= longestRepeatDays && days.length < count; step++) {
    const at = from.add({ days: step })
    const day = at.toString()
    if (day > last || (until !== '' && day > until)) break
    if (isHit(at)) days.push(day)
  }
  return days
}

type IsHit = (day: Temporal.PlainDate) => boolean

function toTest(parts: ReadonlyMap<string, string>, from: Temporal.PlainDate): IsHit | undefined {
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const list = (name: string) => parts.get(name)?.split(',')
  const byDay = list('BYDAY')
  const byDate = list('BYMONTHDAY')?.map(Number)
  const byMonth = list('BYMONTH')?.map(Number)
  const isOfDay = ({ day, dayOfWeek, daysInMonth }: Temporal.PlainDate, isInMonth: boolean) => {
    if (byDate?.includes(day) === false && !byDate.includes(day - daysInMonth - 1)) return false
    if (byDay === undefined) return true
    const name = weekdays[dayOfWeek - 1] ?? ''
    const nth = Math.ceil(day / 7)
    const nthFromEnd = -Math.ceil((daysInMonth - day + 1) / 7)
    const names = isInMonth ? [name, `${nth}${name}`, `+${nth}${name}`, `${nthFromEnd}${name}`] : [name]
    return names.some((one) => byDay.includes(one))
  }
  const isOfMonth: IsHit = ({ month }) => byMonth?.includes(month) !== false
  const hasNone = byDay === undefined && byDate === undefined
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return (at) => from.until(at).days % interval === 0 && isOfMonth(at) && isOfDay(at, false)
    case 'WEEKLY': {
      const monday = from.subtract({ days: from.dayOfWeek - 1 })
      return (at) => {
        const weeks = Math.floor(monday.until(at).days / 7)
        if (weeks % interval !== 0 || !isOfMonth(at)) return false
        return byDay === undefined ? at.dayOfWeek === from.dayOfWeek : isOfDay(at, false)
      }
    }
    case 'MONTHLY':
      return (at) => {
        const months = (at.year - from.year) * 12 + at.month - from.month
        if (months % interval !== 0 || !isOfMonth(at)) return false
        return hasNone ? at.day === from.day : isOfDay(at, true)
      }
    case 'YEARLY':
      if (byDay !== undefined) return undefined
      return (at) => {
        if ((at.year - from.year) % interval !== 0) return false
        if (byMonth === undefined ? at.month !== from.month : !isOfMonth(at)) return false
        return byDate === undefined ? at.day === from.day : isOfDay(at, true)
      }
    default:
      return undefined
  }
}
