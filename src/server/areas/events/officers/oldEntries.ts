// Entries of last year's schedule that are still in its copy.
import type { ScheduleEntry } from '../../../../domain/schedule.ts'
import type { StoredEvent } from '../../../event/db/event.ts'

/** As in an event before: the same entry at the same time under the same title. Of the event that has most of them. */
export function findOldEntries(
  event: StoredEvent,
  events: readonly StoredEvent[],
): { count: number; of: string } | undefined {
  const keys = new Set(listKeys(event))
  const earlier = events.filter(({ start_on }) => start_on < event.start_on)
  const found = earlier.map(({ name, ...other }) => ({
    of: name,
    count: listKeys(other).filter((key) => keys.has(key)).length,
  }))
  const [most] = found.toSorted((a, b) => b.count - a.count)
  return most === undefined || most.count === 0 ? undefined : most
}

function listKeys({ schedule }: Pick<StoredEvent, 'schedule'>): string[] {
  return schedule.flatMap(({ entries }) => entries.map(toKey))
}

function toKey({ id, startTime, label }: ScheduleEntry): string {
  return JSON.stringify([id, startTime, label])
}
