import { describe, expect, it } from 'vitest'
import {
  addDays,
  addYears,
  countDays,
  findDay,
  findOffset,
  toDayOf,
  toInstant,
} from '../../src/domain/day.ts'

const hourMs = 3_600_000

describe('a day in a zone', () => {
  it('is the one on the calendar there, not the one in UTC', () => {
    const instant = Date.parse('2026-06-13T03:30:00Z')
    expect(findDay(instant, 'America/New_York')).toBe('2026-06-12')
    expect(findDay(instant, 'UTC')).toBe('2026-06-13')
    expect(findDay(instant, 'Pacific/Auckland')).toBe('2026-06-13')
    expect(findDay(Date.parse('2026-01-01T04:59:59Z'), 'America/New_York')).toBe('2025-12-31')
  })

  it('counts across months, years, leap days and changes of the clock', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(addDays('2026-06-12', 0)).toBe('2026-06-12')
  })
})

describe('a day some years later', () => {
  it('is the same day, and of a leap day the last of February where there is none', () => {
    expect(addYears('2026-06-12', 3)).toBe('2029-06-12')
    expect(addYears('2028-02-29', 1)).toBe('2029-02-28')
    expect(addYears('2028-02-29', 4)).toBe('2032-02-29')
    expect(addYears('2096-02-29', 4)).toBe('2100-02-28')
    expect(addYears('1996-02-29', 4)).toBe('2000-02-29')
    expect(addYears('2027-02-28', 1)).toBe('2028-02-28')
    expect(toDayOf(2030, '1999-12-31')).toBe('2030-12-31')
  })

  it('is as many days away as the calendar has between', () => {
    expect(countDays('2026-06-12', '2026-06-12')).toBe(0)
    expect(countDays('2026-06-12', '2027-06-12')).toBe(365)
    expect(countDays('2028-03-01', '2028-02-28')).toBe(-2)
    expect(addDays('2026-03-07', countDays('2026-03-07', '2026-11-02'))).toBe('2026-11-02')
  })
})

describe('an instant of a day and a time', () => {
  it('is that time on the clocks of the zone, in summer and in winter', () => {
    expect(toInstant('2026-07-01', '09:00', 'America/New_York')).toBe(Date.parse('2026-07-01T13:00:00Z'))
    expect(toInstant('2026-12-01', '09:00', 'America/New_York')).toBe(Date.parse('2026-12-01T14:00:00Z'))
    expect(toInstant('2026-07-01', '09:00', 'Asia/Kathmandu')).toBe(Date.parse('2026-07-01T03:15:00Z'))
  })

  it('stands on either side of a changed clock where it belongs', () => {
    // 2026-03-08: 02:00 becomes 03:00 in New York; 2026-11-01: 02:00 becomes 01:00
    expect(toInstant('2026-03-08', '01:59', 'America/New_York')).toBe(Date.parse('2026-03-08T06:59:00Z'))
    expect(toInstant('2026-03-08', '03:00', 'America/New_York')).toBe(Date.parse('2026-03-08T07:00:00Z'))
    expect(toInstant('2026-11-01', '00:59', 'America/New_York')).toBe(Date.parse('2026-11-01T04:59:00Z'))
    expect(toInstant('2026-11-01', '03:00', 'America/New_York')).toBe(Date.parse('2026-11-01T08:00:00Z'))
  })

  it('of an hour that is skipped is an hour later on the clock', () => {
    expect(toInstant('2026-03-08', '02:30', 'America/New_York')).toBe(Date.parse('2026-03-08T07:30:00Z'))
  })

  it('of an hour that comes twice is the first of the two', () => {
    expect(toInstant('2026-11-01', '01:30', 'America/New_York')).toBe(Date.parse('2026-11-01T05:30:00Z'))
  })

  it('agrees with the day that it was made of', () => {
    for (const zone of ['America/New_York', 'Europe/Madrid', 'Australia/Lord_Howe', 'UTC']) {
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        expect(findDay(toInstant(day, '12:00', zone), zone), `${zone} ${day}`).toBe(day)
      }
    }
  })

  it('has the offset of its zone', () => {
    expect(findOffset(Date.parse('2026-07-01T00:00:00Z'), 'America/New_York')).toBe(-4 * hourMs)
    expect(findOffset(Date.parse('2026-07-01T00:00:00.750Z'), 'Asia/Kolkata')).toBe(5.5 * hourMs)
  })
})

it('has a year of four digits, so that days are compared as text: the last one has none after it', () => {
  expect([addYears('9999-12-31', 1), addYears('9990-05-05', 20), addDays('9999-12-31', 1)]).toEqual(
    Array(3).fill('9999-12-31'),
  )
  expect(addDays('0001-01-01', -1)).toBe('0001-01-01')
})
