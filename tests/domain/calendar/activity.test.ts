import { describe, expect, it } from 'vitest'
import {
  chooseMonth,
  findSpanFault,
  readSpan,
  toActivityTimes,
  toMonth,
  toMonthSpan,
  toYearSpan,
} from '../../../src/domain/calendar/activity.ts'

const zone = 'America/New_York'
const at = (text: string) => Date.parse(text)

describe('a span of months', () => {
  it('is from the first moment of one to the last moment of another, in the zone', () => {
    expect(toMonthSpan('2026-03', '2026-11', zone)).toEqual({
      start: at('2026-03-01T00:00:00.000-05:00'),
      end: at('2026-11-30T23:59:59.999-05:00'),
    })
    expect(toMonthSpan('2026-06', '2026-06', zone)).toEqual({
      start: at('2026-06-01T00:00:00.000-04:00'),
      end: at('2026-06-30T23:59:59.999-04:00'),
    })
    expect(toMonthSpan('2025-12', '2025-12', zone).end).toBe(at('2025-12-31T23:59:59.999-05:00'))
  })

  it('is the year in which it is now in the zone', () => {
    const { start, end } = toYearSpan(at('2026-01-01T02:00:00Z'), zone)
    expect([toMonth(start, zone), toMonth(end, zone)]).toEqual(['2025-01', '2025-12'])
  })

  it('has five years at most, and no end before its start', () => {
    const five = toMonthSpan('2021-03', '2026-02', zone)
    expect(findSpanFault(five, zone)).toBeUndefined()
    expect(findSpanFault({ ...five, end: five.end + 1 }, zone)).toBe('too-long')
    expect(findSpanFault({ start: 1, end: 0 }, zone)).toBe('backwards')
  })

  it('is read from an address only when it can be shown', () => {
    expect(readSpan({ start: '0', end: '86400000' }, zone)).toEqual({ start: 0, end: 86_400_000 })
    for (const [start, end] of [
      ['', '1'],
      ['a', '1'],
      ['-1', '1'],
      ['1.5', '2'],
      ['1e3', '2000'],
      ['2', '1'],
      ['0', '999999999999999'],
      ['9'.repeat(40), '9'.repeat(40)],
    ] as const) {
      expect(readSpan({ start, end }, zone)).toBeUndefined()
    }
  })
})

describe('choosing a month', () => {
  const range = { from: '2026-01', to: '2026-12' }
  it.each([
    ['from', '2026-06', { from: '2026-06', to: '2026-12' }],
    ['to', '2026-06', { from: '2026-01', to: '2026-06' }],
    // the other month is moved as far as it must
    ['from', '2027-02', { from: '2027-02', to: '2027-02' }],
    ['to', '2025-12', { from: '2025-12', to: '2025-12' }],
    ['from', '2020-01', { from: '2020-01', to: '2024-12' }],
    ['to', '2031-03', { from: '2026-04', to: '2031-03' }],
  ] as const)('%s %s', (which, month, expected) => {
    const chosen = chooseMonth(range, which, month)
    expect(chosen).toEqual(expected)
    expect(findSpanFault(toMonthSpan(chosen.from, chosen.to, zone), zone)).toBeUndefined()
  })
})

describe('the times of an activity', () => {
  const activity = { date: '2026-06-01', start: '19:00', end: '21:30', title: '' }
  it('are in the zone of the club, and an end before the start is on the day after', () => {
    expect(toActivityTimes(activity, zone)).toEqual({
      startsAt: at('2026-06-01T19:00:00-04:00'),
      endsAt: at('2026-06-01T21:30:00-04:00'),
    })
    expect(toActivityTimes({ ...activity, end: '01:00' }, zone).endsAt).toBe(at('2026-06-02T01:00:00-04:00'))
  })
})
