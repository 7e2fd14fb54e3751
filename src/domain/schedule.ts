// An event's schedule: its days and entries, what is on now and next, clashes, and changes.

import { addDays, findDay, toInstant } from './day.ts'
import { minuteMs } from './time.ts'

export interface ScheduleEntry {
  id: string
  /** 'HH:MM' in the event's zone. */
  startTime: string
  /** Before the start: on the day after it. '' or equal to the start: no length. */
  endTime: string
  /** It begins after midnight, on the day after the one whose programme it belongs to. */
  startsNextDay?: boolean
  label: string
  description?: string
  /** For people. */
  place?: string
  /** The place on a map that it means, if the club named it by its ref. */
  placeRef?: string
  cancelled?: boolean
}

/** A day of the programme, which may run on into the night, as a printed one does. */
export interface ScheduleDay {
  /** Calendar day, 'YYYY-MM-DD'. */
  date: string
  label?: string
  entries: ScheduleEntry[]
}

/** An entry with its times in epoch milliseconds. */
export interface TimedScheduleEntry {
  entry: ScheduleEntry
  /** The day of the programme. */
  date: string
  startsAt: number
  endsAt: number
}

/** Two entries that overlap: nobody can attend both. */
export interface Clash {
  first: TimedScheduleEntry
  second: TimedScheduleEntry
  from: number
  until: number
  minutes: number
}

/** rules/offline 2.5: a favourite is announced this long before it starts. */
export const reminderLeadMs = 10 * minuteMs

/** All entries by their start. */
export function toTimeline(days: readonly ScheduleDay[], timeZone: string): TimedScheduleEntry[] {
  const timeline = days.flatMap((day) =>
    day.entries.map((entry) => ({ entry, date: day.date, ...findTimes(entry, day.date, timeZone) })),
  )
  return timeline.sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
}

/** The calendar day on which an entry begins; `date` is its day of the programme. */
export function findStartDay({ startsNextDay }: Pick<ScheduleEntry, 'startsNextDay'>, date: string): string {
  return startsNextDay === true ? addDays(date, 1) : date
}

function findTimes(
  entry: ScheduleEntry,
  date: string,
  timeZone: string,
): Pick<TimedScheduleEntry, 'startsAt' | 'endsAt'> {
  const startDay = findStartDay(entry, date)
  const startsAt = toInstant(startDay, entry.startTime, timeZone)
  if (entry.endTime === '') return { startsAt, endsAt: startsAt }
  // compared as clock times: where the clock skips an hour, instants come in another order
  const endDay = entry.endTime < entry.startTime ? addDays(startDay, 1) : startDay
  return { startsAt, endsAt: Math.max(startsAt, toInstant(endDay, entry.endTime, timeZone)) }
}

/** What ends later after its start is taken for a mistake. */
const longestNightMinutes = 16 * 60
const noon = '12:00'

export type ScheduleEntryFault =
  /** The end is at the start. */
  | 'no-length'
  /** The end is before the start, and on the next day it would be too long after it. */
  | 'ends-before-start'
  /** It belongs to the evening before and begins in the afternoon. */
  | 'no-night'

/** What is wrong with an entry's times. */
export function findEntryFault(
  entry: Pick<ScheduleEntry, 'startTime' | 'endTime' | 'startsNextDay'>,
): ScheduleEntryFault | undefined {
  const { startTime, endTime } = entry
  if (entry.startsNextDay === true && startTime >= noon) return 'no-night'
  if (endTime === '' || endTime > startTime) return undefined
  if (endTime === startTime) return 'no-length'
  const minutes = 24 * 60 - toMinutes(startTime) + toMinutes(endTime)
  return minutes > longestNightMinutes ? 'ends-before-start' : undefined
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/**
 * The day whose programme an instant belongs to: the day before, while its entries run or are still to come
 * and nothing of the calendar day has begun.
 */
export function findProgrammeDay(
  timeline: readonly TimedScheduleEntry[],
  now: number,
  timeZone: string,
): string {
  const today = findDay(now, timeZone)
  const dayBefore = addDays(today, -1)
  const isOn = timeline.filter(({ entry }) => entry.cancelled !== true)
  const hasBegun = isOn.some(({ date, startsAt }) => date === today && startsAt <= now)
  const runsOn = isOn.some(
    ({ date, startsAt, endsAt }) => date === dayBefore && (now < startsAt || now < endsAt),
  )
  return runsOn && !hasBegun ? dayBefore : today
}

/** The entries on at an instant, the one that began last first. Cancelled entries never are. */
export function findCurrent(timeline: readonly TimedScheduleEntry[], now: number): TimedScheduleEntry[] {
  return timeline
    .filter(({ entry, startsAt, endsAt }) => entry.cancelled !== true && startsAt <= now && now < endsAt)
    .reverse()
}

/** The next entry, with all that begin at the same minute. */
export function findUpcoming(timeline: readonly TimedScheduleEntry[], now: number): TimedScheduleEntry[] {
  const next = timeline.find(({ entry, startsAt }) => entry.cancelled !== true && startsAt > now)
  if (next === undefined) return []
  return timeline.filter(({ entry, startsAt }) => entry.cancelled !== true && startsAt === next.startsAt)
}

/** The span around an instant in which nothing begins or ends and no day ends, so "on now" stays the same. */
export function findUnchangedSpan(
  timeline: readonly TimedScheduleEntry[],
  now: number,
  timeZone: string,
): { from: number; until: number } {
  const today = findDay(now, timeZone)
  const turns = [
    toInstant(today, '00:00', timeZone),
    toInstant(addDays(today, 1), '00:00', timeZone),
    ...timeline.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  ]
  return {
    from: Math.max(...turns.filter((turn) => turn <= now)),
    until: Math.min(...turns.filter((turn) => turn > now)),
  }
}

/** From 0 at the start to 1 at the end. */
export function findProgress(timed: TimedScheduleEntry, now: number): number {
  const length = timed.endsAt - timed.startsAt
  if (length <= 0) return now < timed.startsAt ? 0 : 1
  return Math.min(1, Math.max(0, (now - timed.startsAt) / length))
}

/** The day to show first: the programme's present one, else the next day with entries, else the last one. */
export function findDayToShow(days: readonly ScheduleDay[], today: string): ScheduleDay | undefined {
  return days.find(({ date }) => date >= today) ?? days.at(-1)
}

/** Every pair that overlaps, earliest first. Cancelled entries clash with nothing. */
export function findClashes(timeline: readonly TimedScheduleEntry[]): Clash[] {
  const ordered = timeline
    .filter(({ entry }) => entry.cancelled !== true)
    .sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
  const clashes: Clash[] = []
  ordered.forEach((first, index) => {
    for (const second of ordered.slice(index + 1)) {
      if (second.startsAt >= first.endsAt) break
      const until = Math.min(first.endsAt, second.endsAt)
      const minutes = Math.round((until - second.startsAt) / minuteMs)
      if (minutes > 0) clashes.push({ first, second, from: second.startsAt, until, minutes })
    }
  })
  return clashes
}

/** The entries that begin within the lead time and have not begun yet. */
export function findDue(
  timeline: readonly TimedScheduleEntry[],
  now: number,
  leadMs = reminderLeadMs,
): TimedScheduleEntry[] {
  return timeline.filter(
    ({ entry, startsAt }) => entry.cancelled !== true && now < startsAt && startsAt - now <= leadMs,
  )
}

/** An entry as a person last saw it. */
export interface SeenScheduleEntry {
  id: string
  date: string
  startTime: string
  endTime: string
  /** Missing in records of earlier builds. */
  startsNextDay?: true
  label: string
  place: string
  cancelled: boolean
}

export type ScheduleChange =
  | { kind: 'moved' | 'cancelled' | 'restored'; was: SeenScheduleEntry; is: SeenScheduleEntry }
  | { kind: 'removed'; was: SeenScheduleEntry }

export function toSeenScheduleEntry(entry: ScheduleEntry, date: string): SeenScheduleEntry {
  return {
    id: entry.id,
    date,
    startTime: entry.startTime,
    endTime: entry.endTime,
    ...(entry.startsNextDay === true ? { startsNextDay: true } : {}),
    label: entry.label,
    place: entry.place ?? '',
    cancelled: entry.cancelled === true,
  }
}

/** How entries have changed since a person saw them: moved, cancelled, back again, or gone. */
export function findChanges(
  seen: readonly SeenScheduleEntry[],
  days: readonly ScheduleDay[],
): ScheduleChange[] {
  const current = new Map(
    days.flatMap((day) => day.entries.map((entry) => [entry.id, toSeenScheduleEntry(entry, day.date)])),
  )
  return seen.flatMap((was): ScheduleChange[] => {
    const is = current.get(was.id)
    if (is === undefined) return [{ kind: 'removed', was }]
    if (is.cancelled !== was.cancelled) return [{ kind: is.cancelled ? 'cancelled' : 'restored', was, is }]
    if (is.cancelled) return []
    const moved =
      findStartDay(is, is.date) !== findStartDay(was, was.date) ||
      is.startTime !== was.startTime ||
      is.endTime !== was.endTime ||
      is.place !== was.place
    return moved ? [{ kind: 'moved', was, is }] : []
  })
}
