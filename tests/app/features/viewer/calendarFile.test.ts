import { expect, test } from 'vitest'
import {
  type CalendarEntry,
  toCalendarFile,
} from '../../../../src/app/features/viewer/schedule/calendarFile.ts'

const entry: CalendarEntry = {
  uid: '7-band@show.example',
  title: 'Band; with, commas \\ and\nlines',
  description: '',
  place: 'Bandstand, Alder Hollow',
  url: 'https://show.example/portal/viewer/7/schedule?day=2026-06-12&entry=band',
  startsAt: Date.parse('2026-06-13T03:30:00Z'),
  endsAt: Date.parse('2026-06-13T04:30:00Z'),
  isCancelled: false,
  madeAt: Date.parse('2026-06-01T00:00:00.123Z'),
}
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('an entry becomes an event of a calendar, in UTC', () => {
  expect(unfold(toCalendarFile(entry))).toEqual([
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

test('a moment has no end, and a cancelled entry says so', () => {
  const lines = unfold(toCalendarFile({ ...entry, endsAt: entry.startsAt, isCancelled: true }))
  expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual([])
  expect(lines).toContain('STATUS:CANCELLED')
})

test('no line has more than 75 bytes, and no character is cut', () => {
  const description = 'Äpfel 🚗 und Birnen, '.repeat(40)
  const file = toCalendarFile({ ...entry, description })
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(76)
  expect(unfold(file)).toContain(`DESCRIPTION:${description.replaceAll(',', '\\,')}`)
})
