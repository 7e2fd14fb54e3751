// Events as an iCalendar file (RFC 5545), for the calendar of a person's device.
import { addDays } from '../day.ts'

export type CalendarEntry = EntryText & (EntryTimes | EntryDays)

interface EntryTimes {
  /** Epoch milliseconds. */
  readonly startsAt: number
  readonly endsAt: number
}

/** Whole days, wherever the calendar is. */
interface EntryDays {
  /** 'YYYY-MM-DD', the first and the last. */
  readonly from: string
  readonly to: string
}

interface EntryText {
  /** The same for the same entry, so that a calendar replaces it and does not add another. */
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly place: string
  /** Its address on the web. */
  readonly url?: string
  readonly isCancelled?: boolean
}

/**
 * Times are in UTC, so that no calendar needs to know the event's time zone. `madeAt` is when the file is made,
 * in epoch milliseconds. With a name it is a calendar that others follow, and read again every few hours.
 */
export function toCalendarFile(entries: readonly CalendarEntry[], madeAt: number, name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Showfield//Schedule//EN',
    'METHOD:PUBLISH',
    ...(name === undefined ? [] : listCalendarLines(name)),
    ...entries.flatMap((entry) => listLines(entry, madeAt)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Apart from REFRESH-INTERVAL (RFC 7986) these are not in a standard, but calendars read them. */
function listCalendarLines(name: string): string[] {
  const text = toCalendarText(name)
  return [
    `NAME:${text}`,
    `X-WR-CALNAME:${text}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
    'X-PUBLISHED-TTL:PT4H',
  ]
}

function listLines(entry: CalendarEntry, madeAt: number): string[] {
  const { uid, title, description, place, url = '', isCancelled = false } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${toCalendarText(uid)}`,
    `DTSTAMP:${toUtc(madeAt)}`,
    ...listTimeLines(entry),
    `SUMMARY:${toCalendarText(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${toCalendarText(description)}`]),
    ...(place === '' ? [] : [`LOCATION:${toCalendarText(place)}`]),
    ...(url === '' ? [] : [`URL:${url}`]),
    ...(isCancelled ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ]
}

function listTimeLines(entry: EntryTimes | EntryDays): string[] {
  if ('from' in entry) {
    const toDate = (day: string) => day.replaceAll('-', '')
    // the end is the day after the last one
    return [`DTSTART;VALUE=DATE:${toDate(entry.from)}`, `DTEND;VALUE=DATE:${toDate(addDays(entry.to, 1))}`]
  }
  const { startsAt, endsAt } = entry
  return [`DTSTART:${toUtc(startsAt)}`, ...(endsAt > startsAt ? [`DTEND:${toUtc(endsAt)}`] : [])]
}

/** "20260613T140000Z". */
function toUtc(instant: number): string {
  return new Date(instant)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '')
}

/**
 * Ends of lines are written as `\n`, also those of Unicode, at which some calendars end a line. Other control
 * characters may not be in a file.
 */
function toCalendarText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/[^\P{Cc}\t]/gu, '')
}

const mostBytes = 75

/** No line has more than 75 bytes, and no character is cut in two. */
function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = countBytes(character)
    if (bytes + size > mostBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

/** In UTF-8. */
function countBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}
