// Windows, and the grace for what was made in time but arrives late.
import { describe, expect, it } from 'vitest'
import { findArrival, findBallotWindow, findJudgingWindow, findWindowState } from '../../src/domain/window.ts'

const window = { startsAt: 1_000, endsAt: 2_000 }

describe('a window', () => {
  it('is open from its first instant to just before its end', () => {
    expect(findWindowState(window, 999)).toBe('not-begun')
    expect(findWindowState(window, 1_000)).toBe('open')
    expect(findWindowState(window, 1_999)).toBe('open')
    expect(findWindowState(window, 2_000)).toBe('ended')
    expect(findWindowState(window, undefined), 'nobody has told the time').toBe('open')
  })

  it('takes what was made inside and arrives within the grace as late', () => {
    expect(findArrival(window, 1_999, 2_000, 100)).toBe('late')
    expect(findArrival(window, 1_500, 2_099, 100)).toBe('late')
    expect(findArrival(window, 1_500, 2_100, 100)).toBe('ended')
  })

  it('does not take what was made after the end as late', () => {
    expect(findArrival(window, 2_000, 2_050, 100)).toBe('ended')
  })

  it('takes as late what a clock that was behind dates before the start', () => {
    expect(findArrival(window, 999, 2_050, 100)).toBe('late')
    expect(findArrival(window, -5_000, 2_100, 100)).toBe('ended')
  })

  it('believes no clock that says that something was made after it arrived', () => {
    expect(findArrival(window, 9_999, 1_500, 100)).toBe('in-time')
    expect(findArrival({ startsAt: 0, endsAt: 10 }, 9_999, 10, 100)).toBe('ended')
  })

  it('takes nothing before it begins, whatever the sender says', () => {
    expect(findArrival(window, 1_500, 999, 100)).toBe('not-begun')
  })
})

describe('the windows of an event', () => {
  it('judge from the first midnight to the last in the zone of the event', () => {
    const event = { startDate: '2026-03-07', endDate: '2026-03-08', timeZone: 'America/New_York' }
    // the clocks go forward on the second day, which is an hour shorter
    expect(findJudgingWindow(event)).toEqual({
      startsAt: Date.parse('2026-03-07T05:00:00Z'),
      endsAt: Date.parse('2026-03-09T04:00:00Z'),
    })
  })

  it('vote only where both ends are set', () => {
    const [votingStart, votingEnd] = ['2026-06-12T12:00:00Z', '2026-06-12T16:00:00Z']
    expect(findBallotWindow({ votingStart, votingEnd: null })).toBeUndefined()
    expect(findBallotWindow({ votingStart: null, votingEnd })).toBeUndefined()
    expect(findBallotWindow({ votingStart, votingEnd })).toEqual({
      startsAt: Date.parse(votingStart),
      endsAt: Date.parse(votingEnd),
    })
  })
})
