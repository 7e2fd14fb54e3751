// Rules of repeated events, made by chance, with the days on which they fall: each day is asked whether the rule of
// RFC 5545 hits it, which is another way than the library's.
import fc from 'fast-check'
import type { ReadingEvent } from '../../../src/server/areas/events/officers/incoming.ts'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

interface Rule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  readonly interval: number
  readonly byDay: readonly string[]
  readonly byDate: readonly number[]
  readonly byMonth: readonly number[]
  readonly weekStart: (typeof weekdays)[number] | undefined
}

function isHit(rule: Rule, from: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  const { freq, interval, byDay, byDate, byMonth } = rule
  if (byMonth.length > 0 && !byMonth.includes(day.month)) return false
  const isDate = byDate.some((date) => date === day.day || date === day.day - day.daysInMonth - 1)
  if (byDate.length > 0 && !isDate) return false
  const name = weekdays[day.dayOfWeek - 1] ?? ''
  const nth = Math.ceil(day.day / 7)
  const fromEnd = -Math.ceil((day.daysInMonth - day.day + 1) / 7)
  const isDay = [name, `${nth}${name}`, `${fromEnd}${name}`].some((one) => byDay.includes(one))
  if (byDay.length > 0 && !isDay) return false
  const isFree = byDay.length === 0 && byDate.length === 0
  switch (freq) {
    case 'DAILY':
      return from.until(day).days % interval === 0
    case 'WEEKLY': {
      const shift = 1 + weekdays.indexOf(rule.weekStart ?? 'MO')
      const weekOf = from.subtract({ days: (from.dayOfWeek - shift + 7) % 7 })
      const weeks = Math.floor(weekOf.until(day).days / 7)
      return weeks % interval === 0 && (byDay.length > 0 || day.dayOfWeek === from.dayOfWeek)
    }
    case 'MONTHLY': {
      const months = (day.year - from.year) * 12 + day.month - from.month
      return months % interval === 0 && (!isFree || day.day === from.day)
    }
    case 'YEARLY': {
      const isMonth = byMonth.length > 0 || day.month === from.month
      return (day.year - from.year) % interval === 0 && isMonth && (!isFree || day.day === from.day)
    }
  }
}

function list<T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.uniqueArray(one, { minLength: 1, maxLength: 3 })
}
const upTo = (max: number) => fc.integer({ min: 1, max })
const none = fc.constant([])
const plainDays = list(fc.constantFrom(...weekdays))
const nthDays = list(
  fc
    .tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), fc.constantFrom(...weekdays))
    .map(([nth, day]) => `${nth}${day}`),
)
const someMonths = list(fc.integer({ min: 1, max: 12 }))
const months = fc.oneof(none, someMonths)
const dates = list(upTo(31))
const lastDates = list(fc.integer({ min: -5, max: -1 }))
const weekStart = fc.constantFrom(undefined, ...weekdays)

const frequency = (
  freq: Rule['freq'],
  most: number,
  parts: Partial<Record<keyof Rule, fc.Arbitrary<unknown>>>,
) =>
  fc.record({
    freq: fc.constant(freq),
    interval: upTo(most),
    byDay: none,
    byDate: none,
    byMonth: none,
    weekStart,
    ...parts,
  })

const ruleOf = fc.oneof(
  frequency('DAILY', 5, {}),
  frequency('DAILY', 1, { byDay: fc.oneof(none, plainDays), byMonth: months }),
  frequency('WEEKLY', 4, { byDay: fc.oneof(none, plainDays) }),
  frequency('WEEKLY', 1, { byDay: fc.oneof(none, plainDays), byMonth: months }),
  frequency('MONTHLY', 4, { byDay: fc.oneof(none, plainDays, nthDays) }),
  frequency('MONTHLY', 4, { byDate: fc.oneof(dates, lastDates) }),
  frequency('YEARLY', 2, {}),
  frequency('YEARLY', 2, { byDay: fc.oneof(none, plainDays, nthDays), byMonth: someMonths }),
  frequency('YEARLY', 2, { byDate: list(upTo(28)), byMonth: someMonths }),
) as fc.Arbitrary<Rule>

const compact = (day: Temporal.PlainDate) => day.toString().replaceAll('-', '')

/** A rule of an event that began before a show of some days, with the days of the show on which it falls. */
export const makeRule = fc
  .record({
    rule: ruleOf,
    from: fc.record({ year: fc.integer({ min: 2025, max: 2026 }), month: upTo(12), day: upTo(28) }),
    ahead: fc.integer({ min: 8, max: 500 }),
    length: fc.integer({ min: 1, max: 20 }),
    end: fc.oneof(
      fc.constant(undefined),
      fc.record({ count: fc.integer({ min: 1, max: 80 }) }),
      fc.record({ until: fc.integer({ min: -3, max: 10 }), kind: fc.constantFrom('day', 'utc', 'local') }),
    ),
    left: fc.array(fc.integer({ min: 0, max: 19 }), { maxLength: 4 }),
    added: fc.array(fc.integer({ min: 0, max: 19 }), { maxLength: 2 }),
    isExcludedByDay: fc.boolean(),
  })
  .map(({ rule, from, ahead, length, end, left, added, isExcludedByDay }) => {
    // the first occurrence is the start, as the standard asks
    let start = Temporal.PlainDate.from(from)
    while (!isHit({ ...rule, interval: 1 }, start, start)) start = start.add({ days: 1 })
    const first = start.add({ days: ahead })
    const last = first.add({ days: length - 1 })
    const event: ReadingEvent = {
      startDate: first.toString(),
      endDate: last.toString(),
      timeZone: 'Europe/London',
    }
    const until = end !== undefined && 'until' in end ? first.add({ days: end.until }) : undefined
    const hits: string[] = []
    for (let day = start; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
      if (until !== undefined && Temporal.PlainDate.compare(day, until) > 0) break
      if (end !== undefined && 'count' in end && hits.length >= end.count) break
      if (isHit(rule, start, day)) hits.push(day.toString())
    }
    const inShow = (days: readonly number[]) =>
      days.map((days) => first.add({ days })).filter((day) => Temporal.PlainDate.compare(day, last) <= 0)
    const out = inShow(left)
    const more = inShow(added)
    const days = [...new Set([...hits, ...more.map(String)])]
      .filter((day) => day >= event.startDate && !out.map(String).includes(day))
      .sort()
    const part = (name: string, values: readonly (string | number)[]) =>
      values.length > 0 ? [`${name}=${values.join(',')}`] : []
    const writtenUntil = () => {
      if (until === undefined || end === undefined || !('until' in end)) return []
      if (end.kind === 'day') return [compact(until)]
      if (end.kind === 'local') return [`${compact(until)}T090000`]
      const instant = until.toZonedDateTime({ timeZone: event.timeZone, plainTime: '09:00' }).toInstant()
      return [instant.toString().replace(/[-:]/g, '')]
    }
    const parts = [
      `FREQ=${rule.freq}`,
      ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
      ...part('BYDAY', rule.byDay),
      ...part('BYMONTHDAY', rule.byDate),
      ...part('BYMONTH', rule.byMonth),
      ...part('WKST', rule.weekStart === undefined ? [] : [rule.weekStart]),
      ...part('COUNT', end !== undefined && 'count' in end ? [end.count] : []),
      ...part('UNTIL', writtenUntil()),
    ]
    const at = (day: Temporal.PlainDate) => `${compact(day)}T090000`
    const excluded = isExcludedByDay
      ? `EXDATE;VALUE=DATE:${out.map(compact).join(',')}`
      : `EXDATE:${out.map(at).join(',')}`
    return {
      event,
      start: at(start),
      rule: [
        `RRULE:${parts.join(';')}`,
        ...(out.length > 0 ? [excluded] : []),
        ...(more.length > 0 ? [`RDATE:${more.map(at).join(',')}`] : []),
      ],
      days,
    }
  })
