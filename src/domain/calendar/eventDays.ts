// The days of an event, for the calendar of somebody who goes there.
import type { CalendarEntry } from './calendarFile.ts'

export interface CalendarEvent {
  readonly id: number
  readonly name: string
  readonly place: string
  /** 'YYYY-MM-DD'; `endDate` '' for one day. */
  readonly startDate: string
  readonly endDate: string
}

/** The mail and the screen make the same entry, so that a calendar has the event once. */
export function toEventDays(
  { id, name, place, startDate, endDate }: CalendarEvent,
  { host, description }: { host: string; description: string },
): CalendarEntry {
  return {
    uid: `event-${id}@${host}`,
    title: name,
    description,
    place,
    from: startDate,
    to: endDate || startDate,
  }
}
