// When the club reminds a device of its favourites, and of which.
import { reminderLeadMs, type TimedScheduleEntry, toTimeline } from '../../domain/schedule.ts'
import type { FavouriteEvent } from './db/favourite.ts'

/** The starts, in epoch milliseconds, of favourites for which a reminder is still to come. Each once. */
export function findReminderTimes(event: FavouriteEvent, now: number): number[] {
  const starts = listStarred(event)
    .map(({ startsAt }) => startsAt)
    .filter((startsAt) => startsAt - reminderLeadMs > now)
  return [...new Set(starts)]
}

/** The favourites that begin exactly then, unless it is too late to remind of them. */
export function findBeginning(event: FavouriteEvent, startsAt: number, now: number): TimedScheduleEntry[] {
  if (now >= startsAt) return []
  return listStarred(event).filter((timed) => timed.startsAt === startsAt)
}

function listStarred({ schedule, timeZone, entryIds }: FavouriteEvent): TimedScheduleEntry[] {
  const starred = new Set(entryIds)
  return toTimeline(schedule, timeZone).filter(
    ({ entry }) => entry.cancelled !== true && starred.has(entry.id),
  )
}
