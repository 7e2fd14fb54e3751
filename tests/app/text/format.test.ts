// How dates, money and telephone numbers are written in both languages.
import { expect, test } from 'vitest'
import {
  formatAge,
  formatDate,
  formatDayRange,
  formatInstantDay,
  formatMoney,
  formatPosterDate,
  formatShortRange,
} from '../../../src/app/text/format.ts'

test('a date within a sentence has no weekday', () => {
  expect(formatDate('2027-02-20', 'en')).toBe('February 20, 2027')
  expect(formatDate('2027-02-20', 'es')).toBe('20 de febrero de 2027')
})

test('an event of one day is written once, a longer one from its first to its last day', () => {
  expect(formatDayRange('2026-06-12', '2026-06-12', 'en')).toBe('Friday, June 12, 2026')
  expect(formatDayRange('2026-06-12', '2026-06-14', 'en')).toBe('Friday, June 12 – Sunday, June 14, 2026')
  expect(formatDayRange('2026-06-12', '2026-06-14', 'es')).toBe(
    'viernes, 12 de junio – domingo, 14 de junio de 2026',
  )
})

test('an event over the turn of the year names both years', () => {
  expect(formatDayRange('2026-12-31', '2027-01-01', 'en')).toBe(
    'Thursday, December 31, 2026 – Friday, January 1, 2027',
  )
})

test('a short range names its month once', () => {
  expect(formatShortRange('2026-06-12', '2026-06-14', 'en')).toBe('June 12\u2009–\u200914, 2026')
})

test.each([
  ['2026-06-12', '2026-06-14', '12–14', 'June 2026'],
  ['2026-10-03', '2026-10-03', '3', 'October 2026'],
  ['2026-06-30', '2026-07-01', '30–1', 'Jun – Jul 2026'],
])('the poster of %s to %s shows its days large', (start, end, days, month) => {
  expect(formatPosterDate(start, end, 'en')).toEqual({ days, month })
})

test("the end of a window is the day in the club's zone, not in the reader's", () => {
  expect(formatInstantDay('2026-06-06T03:30:00Z', 'America/New_York', 'en')).toBe('Friday, June 5, 2026')
})

test('money has a dollar sign, commas and two decimals', () => {
  expect(formatMoney(1234.5)).toBe('$1,234.50')
  expect(formatMoney(0)).toBe('$0.00')
})

test('an age is told in the largest unit that says something', () => {
  const minute = 60_000
  expect(formatAge(20_000, 'en')).toBe('0 minutes ago')
  expect(formatAge(18 * minute, 'en')).toBe('18 minutes ago')
  expect(formatAge(150 * minute, 'es')).toBe('hace 2 horas')
  expect(formatAge(72 * 60 * minute, 'en')).toBe('3 days ago')
})
