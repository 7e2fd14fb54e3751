// An entry of the schedule as an iCalendar file (RFC 5545), for the calendar of the person's device.

export interface CalendarEntry {
  /** The same for the same entry, so that a calendar replaces it and does not add another. */
  uid: string
  title: string
  description: string
  place: string
  /** Its address on the web. */
  url: string
  /** Epoch milliseconds. */
  startsAt: number
  endsAt: number
  isCancelled: boolean
  /** When the file is made. */
  madeAt: number
}

/** Times are in UTC, so that no calendar needs to know the show's time zone. */
export function toCalendarFile(entry: CalendarEntry): string {
  const { uid, title, description, place, url, startsAt, endsAt, isCancelled, madeAt } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Showfield//Schedule//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${toCalendarText(uid)}`,
    `DTSTAMP:${toUtc(madeAt)}`,
    `DTSTART:${toUtc(startsAt)}`,
    ...(endsAt > startsAt ? [`DTEND:${toUtc(endsAt)}`] : []),
    `SUMMARY:${toCalendarText(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${toCalendarText(description)}`]),
    ...(place === '' ? [] : [`LOCATION:${toCalendarText(place)}`]),
    `URL:${url}`,
    ...(isCancelled ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** "20260613T140000Z". */
function toUtc(instant: number): string {
  return new Date(instant)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '')
}

function toCalendarText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
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
