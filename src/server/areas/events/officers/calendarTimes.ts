// Dates, times, lengths and time zones of an iCalendar file (RFC 5545).
import { findClock } from '../../../../domain/clock.ts'
import { findDay, toInstant } from '../../../../domain/day.ts'
import { dayMs, hourMs, minuteMs } from '../../../../domain/time.ts'
import { type CalendarComponent, type CalendarProperty, readValue } from './calendarLines.ts'

type CalendarTime =
  | { kind: 'instant'; instant: number }
  | { kind: 'whole-day' }
  | { kind: 'fault'; message: string }

/** The time zones that Outlook names in its own way, of those in which our clubs are. */
const outlookZones: Readonly<Record<string, string>> = {
  'eastern standard time': 'America/New_York',
  'us eastern standard time': 'America/Indianapolis',
  'central standard time': 'America/Chicago',
  'mountain standard time': 'America/Denver',
  'us mountain standard time': 'America/Phoenix',
  'pacific standard time': 'America/Los_Angeles',
  'alaskan standard time': 'America/Anchorage',
  'hawaiian standard time': 'Pacific/Honolulu',
  'sa western standard time': 'America/Puerto_Rico',
}

export type FindZone = (tzid: string) => string | undefined

/** Finds the zone that a TZID means. The file's own VTIMEZONE may say its real name. */
export function createFindZone(calendar: CalendarComponent): FindZone {
  const locations = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [readValue(zone, 'TZID'), readValue(zone, 'X-LIC-LOCATION')]),
  )
  return (tzid) => {
    const ends = [tzid, tzid.split('/').slice(-2).join('/'), tzid.split('/').slice(-3).join('/')]
    const names = [...ends, locations.get(tzid), outlookZones[tzid.toLowerCase()]]
    return names.find((name) => name !== undefined && isZone(name))
  }
}

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false // the runtime does not know this zone
  }
}

/** A time without a zone is the event's. */
export function readTime(
  { value, params }: CalendarProperty,
  eventZone: string,
  findZone: FindZone,
): CalendarTime {
  const text = value.trim()
  if (params.get('VALUE')?.toUpperCase() === 'DATE' || /^\d{8}$/.test(text)) return { kind: 'whole-day' }
  const [, year, month, date, hour, minute, utc] =
    /^(\d{4})(\d{2})(\d{2})T([01]\d|2[0-3])([0-5]\d)(?:[0-5]\d|60)(Z?)$/.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  if (hour === undefined || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) {
    return { kind: 'fault', message: `'${text}' is no time. A time looks like 20260613T140000.` }
  }
  const tzid = params.get('TZID')
  const zone = utc === 'Z' ? 'UTC' : tzid === undefined ? eventZone : findZone(tzid)
  if (zone === undefined) {
    const message = `the time zone '${tzid}' is not known. Export the calendar with the time zone ${eventZone}.`
    return { kind: 'fault', message }
  }
  return { kind: 'instant', instant: toInstant(day, `${hour}:${minute}`, zone) }
}

/** "PT1H30M", "P1D", "P1W" in milliseconds. Undefined for anything else, also for a negative length. */
export function readDuration(value: string): number | undefined {
  const match =
    /^\+?P(?:(\d{1,4})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?)$/.exec(
      value.trim(),
    )
  if (match === null || !/\d/.test(value)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  return weeks * 7 * dayMs + days * dayMs + hours * hourMs + minutes * minuteMs + seconds * 1000
}

export function toDayAndTime(instant: number, timeZone: string): { day: string; time: string } {
  return { day: findDay(instant, timeZone), time: findClock(instant, timeZone) }
}
