// On which days of the show a repeated event of a calendar falls. Only to tell the officer: the times of
// repetitions are not taken.
import { findDay, toInstantBy } from '../../../../../domain/day.ts'
import { dayMs } from '../../../../../domain/time.ts'
import type { ReadingEvent } from '../incoming.ts'
import type { CalendarLine, CalendarPart } from './calendarLines.ts'
import { listRuleTimes } from './calendarRules.ts'
import { type CalendarZones, readCalendarTimes, type ZonedTime } from './calendarTimes.ts'

export function listRules({ lines }: CalendarPart): CalendarLine[] {
  return lines.filter(({ property: { name } }) => name === 'rrule' || name === 'rdate')
}

interface Repeats {
  /** The file itself says that it does not take place on its first day. */
  readonly isFirstLeftOut: boolean
  /** Of the show. Undefined when a rule is of a kind that is not read. */
  readonly days: readonly string[] | undefined
}

/** `replaced`: instants that have an event of their own. */
export function findRepeats(
  { lines }: CalendarPart,
  start: ZonedTime,
  zones: CalendarZones,
  { startDate, endDate, timeZone }: ReadingEvent,
  replaced: ReadonlySet<number>,
): Repeats {
  const { offset } = start
  const toLocal = (instant: number) => instant + offset(instant)
  const first = Date.parse(startDate) - 2 * dayMs
  const last = Date.parse(endDate) + 2 * dayMs
  const isNear = (time: number) => first <= time && time <= last
  const found: number[] = []
  let isRead = true
  const left = new Set(replaced)
  const leftDays = new Set<string>()
  for (const line of lines) {
    const { property } = line
    if (property.name === 'rrule') {
      const times = listRuleTimes(property, { start: start.local, first, last, toLocal })
      if (times === undefined) isRead = false
      else found.push(...times.filter(isNear).map((local) => toInstantBy(local, offset)))
    }
    for (const time of property.name === 'rdate' ? readCalendarTimes(line, zones) : []) {
      if (time.kind === 'instant') found.push(time.instant)
      if (time.kind === 'whole-day')
        found.push(toInstantBy(Date.parse(time.day) + (start.local % dayMs), offset))
    }
    for (const time of property.name === 'exdate' ? readCalendarTimes(line, zones) : []) {
      if (time.kind === 'instant') left.add(time.instant)
      if (time.kind === 'whole-day') leftDays.add(time.day)
    }
  }
  const isLeftOut = (instant: number) =>
    left.has(instant) || leftDays.has(new Date(toLocal(instant)).toISOString().slice(0, 10))
  const days = found
    .filter((instant) => isNear(instant) && !isLeftOut(instant))
    .map((instant) => findDay(instant, timeZone))
    .filter((day) => startDate <= day && day <= endDate)
  return {
    isFirstLeftOut: !replaced.has(start.instant) && isLeftOut(start.instant),
    days: isRead ? [...new Set(days)].sort() : undefined,
  }
}
