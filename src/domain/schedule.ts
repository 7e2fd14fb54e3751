// An event's programme: days with entries, what is on now, what comes next, clashes, and what has changed.

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

/** An entry with its place in time; instants in epoch milliseconds. */
export interface TimedEntry {
  entry: ScheduleEntry
  date: string
  startsAt: number
  endsAt: number
}

/** Two entries that nobody can attend both of. */
export interface Clash {
  first: TimedEntry
  second: TimedEntry
  from: number
  until: number
  minutes: number
}

/** rules/offline 2.5: a favourite is announced this long before it starts. */
export const reminderLeadMs = 10 * minuteMs

/**
 * All entries in the order in which they begin. An end before its start is on the day after; without an end
 * ('' or the start itself) an entry is a moment.
 */
export function toTimeline(days: readonly ScheduleDay[], timeZone: string): TimedEntry[] {
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

/** What is on at an instant, the one that began last first; cancelled ones never are. */
export function findCurrent(timeline: readonly TimedEntry[], now: number): TimedEntry[] {
  return timeline
    .filter(({ entry, startsAt, endsAt }) => entry.cancelled !== true && startsAt <= now && now < endsAt)
    .reverse()
}

/** What begins next, together with all that begins at the same minute. */
export function findUpcoming(timeline: readonly TimedEntry[], now: number): TimedEntry[] {
  const next = timeline.find(({ entry, startsAt }) => entry.cancelled !== true && startsAt > now)
  if (next === undefined) return []
  return timeline.filter(({ entry, startsAt }) => entry.cancelled !== true && startsAt === next.startsAt)
}

/** The stretch around an instant in which no entry begins or ends and no day does: what is on stays what it is. */
export function findStillness(
  timeline: readonly TimedEntry[],
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
export function findProgress(timed: TimedEntry, now: number): number {
  const length = timed.endsAt - timed.startsAt
  if (length <= 0) return now < timed.startsAt ? 0 : 1
  return Math.min(1, Math.max(0, (now - timed.startsAt) / length))
}

/** The day to show first: today's, else the next one with a programme, else the last. */
export function findDayToShow(
  days: readonly ScheduleDay[],
  now: number,
  timeZone: string,
): ScheduleDay | undefined {
  const today = findDay(now, timeZone)
  return days.find(({ date }) => date >= today) ?? days.at(-1)
}

/** Every pair that overlaps, earliest first; cancelled entries clash with nothing. */
export function findClashes(timeline: readonly TimedEntry[]): Clash[] {
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

/** The entries that begin within the lead and have not begun yet. */
export function findDue(timeline: readonly TimedEntry[], now: number, leadMs = reminderLeadMs): TimedEntry[] {
  return timeline.filter(
    ({ entry, startsAt }) => entry.cancelled !== true && now < startsAt && startsAt - now <= leadMs,
  )
}

/** An entry as somebody last saw it. */
export interface SeenEntry {
  id: string
  date: string
  startTime: string
  endTime: string
  label: string
  place: string
  cancelled: boolean
}

export type EntryChange =
  | { kind: 'moved' | 'cancelled' | 'restored'; was: SeenEntry; is: SeenEntry }
  | { kind: 'removed'; was: SeenEntry }

export function toSeenEntry(entry: ScheduleEntry, date: string): SeenEntry {
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

/** What became of entries since somebody saw them: time, day or place moved, cancelled, back again, or gone. */
export function findChanges(seen: readonly SeenEntry[], days: readonly ScheduleDay[]): EntryChange[] {
  const current = new Map(
    days.flatMap((day) => day.entries.map((entry) => [entry.id, toSeenEntry(entry, day.date)])),
  )
  return seen.flatMap((was): EntryChange[] => {
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
