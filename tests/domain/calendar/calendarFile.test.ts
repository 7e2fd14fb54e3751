import { expect, test } from 'vitest'
import { type CalendarEntry, toCalendarFile } from '../../../src/domain/calendar/calendarFile.ts'

const entry: CalendarEntry = {
  uid: '7-band@show.example',
  title: 'Band; with, commas \\ and\nlines',
  description: '',
  place: 'Bandstand, Alder Hollow',
  url: 'https://show.example/portal/viewer/7/schedule?day=2026-06-12&entry=band',
  startsAt: Date.parse('2026-06-13T03:30:00Z'),
  endsAt: Date.parse('2026-06-13T04:30:00Z'),
  isCancelled: false,
}
const madeAt = Date.parse('2026-06-01T00:00:00.123Z')
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('an entry becomes an event of a calendar, in UTC', () => {
  expect(unfold(toCalendarFile([entry], madeAt))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Showfield//Schedule//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:7-band@show.example',
    'DTSTAMP:20260601T000000Z',
    'DTSTART:20260613T033000Z',
    'DTEND:20260613T043000Z',
    'SUMMARY:Band\\; with\\, commas \\\\ and\\nlines',
    'LOCATION:Bandstand\\, Alder Hollow',
    'URL:https://show.example/portal/viewer/7/schedule?day=2026-06-12&entry=band',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('several entries stand one after the other in one calendar', () => {
  const { url: _, ...plain } = entry
  const lines = unfold(toCalendarFile([plain, { ...plain, uid: 'second' }], madeAt))
  expect(lines.filter((line) => /^(?:BEGIN|UID|URL|END)/.test(line))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:7-band@show.example',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:second',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test('a moment has no end, and a cancelled entry says so', () => {
  const lines = unfold(toCalendarFile([{ ...entry, endsAt: entry.startsAt, isCancelled: true }], madeAt))
  expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual([])
  expect(lines).toContain('STATUS:CANCELLED')
})

test('every end of a line in a text is written, and no other control character is', () => {
  const description = 'a\r\nb\rc\nd\te\u0000f\u0007g\u0085h'
  expect(unfold(toCalendarFile([{ ...entry, description }], madeAt))).toContain(
    'DESCRIPTION:a\\nb\\nc\\nd\tefgh',
  )
})

test.each([
  ['of two bytes', 'ä'],
  ['of three bytes', '日'],
  ['of four bytes', '🚗'],
  ['that are escaped', ','],
  ['of all kinds', 'Äpfel 🚗 und Birnen, '],
])('no line has more than 75 bytes, and no character is cut, with characters %s', (_, character) => {
  // wherever the first of them begins in its line
  for (let before = 0; before < 80; before += 1) {
    const description = 'x'.repeat(before) + character.repeat(40)
    const bytes = new TextEncoder().encode(toCalendarFile([{ ...entry, description }], madeAt))
    for (const line of splitLines(bytes)) {
      expect(line.length).toBeLessThan(76)
      // throws if a line holds a part of a character
      new TextDecoder('utf-8', { fatal: true }).decode(line)
    }
    expect(unfold(new TextDecoder().decode(bytes))).toContain(
      `DESCRIPTION:${description.replaceAll(',', '\\,')}`,
    )
  }
})

/** As a calendar reads them, before it decodes anything. */
function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  let start = 0
  for (let at = 1; at < bytes.length; at += 1) {
    if (bytes[at] !== 10 || bytes[at - 1] !== 13) continue
    lines.push(bytes.subarray(start, at - 1))
    start = at + 1
  }
  return lines
}
