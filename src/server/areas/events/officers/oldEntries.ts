// Entries of last year's schedule that are still in its copy.
import { countDays } from '../../../../domain/day.ts'
import type { StoredEvent } from '../../../event/db/event.ts'

/**
 * As in an event before: the same entry on the same day of the show, at the same time, under the same title. Of the event
 * that has most of them, while they are most of the schedule: a programme that was brought in keeps a few.
 */
export function findOldEntries(
  event: StoredEvent,
  events: readonly StoredEvent[],
): { count: number; of: string } | undefined {
  const own = listKeys(event)
  const keys = new Set(own)
  const earlier = events.filter(({ start_on }) => start_on < event.start_on)
  const found = earlier.map(({ name, ...other }) => ({
    of: name,
    count: listKeys(other).filter((key) => keys.has(key)).length,
  }))
  const [most] = found.toSorted((a, b) => b.count - a.count)
  return most === undefined || most.count * 2 <= own.length ? undefined : most
}

function listKeys({ start_on, schedule }: Pick<StoredEvent, 'start_on' | 'schedule'>): string[] {
  return schedule.flatMap(({ date, entries }) =>
    entries.map(({ id, startTime, label }) =>
      JSON.stringify([id, countDays(start_on, date), startTime, label]),
    ),
  )
}
