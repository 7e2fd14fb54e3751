// A time of day is written in one way in each language, everywhere.
import { expect, test } from 'vitest'
import { findClock, writeClock, writeClockAt } from '../../src/domain/clock.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  ['00:00', '12:00 AM', '12:00 a. m.'],
  ['00:41', '12:41 AM', '12:41 a. m.'],
  ['09:05', '9:05 AM', '9:05 a. m.'],
  ['12:00', '12:00 PM', '12:00 p. m.'],
  ['14:30', '2:30 PM', '2:30 p. m.'],
  ['24:00', '12:00 AM', '12:00 a. m.'],
])('%s is "%s" in English and "%s" in Spanish', (time, english, spanish) => {
  expect(plain(writeClock(time, 'en'))).toBe(english)
  expect(plain(writeClock(time, 'es'))).toBe(spanish)
})

test('a time never breaks over two lines, and a text that is none stays as it is', () => {
  for (const language of ['en', 'es'] as const) expect(writeClock('14:30', language)).not.toContain(' ')
  expect(writeClock('', 'en')).toBe('')
})

test('an instant has the time of its zone, whatever the season', () => {
  expect(findClock(Date.parse('2026-06-13T18:30:00Z'), 'America/New_York')).toBe('14:30')
  expect(plain(writeClockAt(Date.parse('2026-12-13T18:30:00Z'), 'America/New_York', 'en'))).toBe('1:30 PM')
})
