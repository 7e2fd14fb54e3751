// An event's schedule: its days and entries, what is on now and next, clashes, and changes.

import { addDays, findDay, toInstant } from './day.ts'
import { minuteMs } from './time.ts'

export interface ScheduleEntry {
  id: string
  /** 'HH:MM' in the event's zone. */
  startTime: string
  endTime: string
  label: string
  place?: string
  cancelled?: boolean
}

export interface ScheduleDay {
  /** Calendar day, 'YYYY-MM-DD'. */
  date: string
  label?: string
  entries: ScheduleEntry[]
}

/** An entry with its times in epoch milliseconds. */
export interface TimedScheduleEntry {
  entry: ScheduleEntry
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

/**
 * All entries by their start. An end before the start is on the next day. Without an end ('' or equal to the
 * start) an entry has no length.
 */
export function toTimeline(days: readonly ScheduleDay[], timeZone: string): TimedScheduleEntry[] {
  const timeline = days.flatMap((day) =>
    day.entries.map((entry) => {
      const startsAt = toInstant(day.date, entry.startTime, timeZone)
      if (entry.endTime === '') return { entry, date: day.date, startsAt, endsAt: startsAt }
      const sameDay = toInstant(day.date, entry.endTime, timeZone)
      const endsAt = sameDay < startsAt ? toInstant(addDays(day.date, 1), entry.endTime, timeZone) : sameDay
      return { entry, date: day.date, startsAt, endsAt }
    }),
  )
  return timeline.sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
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

/** The day to show first: today, else the next day with entries, else the last one. */
export function findDayToShow(
  days: readonly ScheduleDay[],
  now: number,
  timeZone: string,
): ScheduleDay | undefined {
  const today = findDay(now, timeZone)
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
      is.date !== was.date ||
      is.startTime !== was.startTime ||
      is.endTime !== was.endTime ||
      is.place !== was.place
    return moved ? [{ kind: 'moved', was, is }] : []
  })
}
