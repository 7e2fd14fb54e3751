// How long a drawn page about events stays true: until a day begins, a show is over, or a door opens or closes.
import { describe, expect, it } from 'vitest'
import { findTrueSpan } from '../../../src/domain/documents/trueSpan.ts'
import { type ClubEvent, isOn, isOver } from '../../../src/domain/event.ts'

const show = {
  startDate: '2026-06-12',
  endDate: '2026-06-13',
  timeZone: 'America/Denver',
  maps: [],
  tickets: [],
} as unknown as ClubEvent

describe('a page about a show', () => {
  it('turns when the show comes on and when its last night is over, in the time of its place', () => {
    const turns = (at: string, turned: string, until: string) => {
      expect(findTrueSpan([show], 'America/New_York', Date.parse(at))).toEqual({
        from: Date.parse(turned),
        until: Date.parse(until),
      })
    }
    turns('2026-06-12T05:00:00Z', '2026-06-12T04:00:00Z', '2026-06-12T06:00:00Z')
    turns('2026-06-12T07:00:00Z', '2026-06-12T06:00:00Z', '2026-06-12T08:00:00Z')
    turns('2026-06-14T09:00:00Z', '2026-06-14T08:00:00Z', '2026-06-14T10:00:00Z')
    const begun = Date.parse('2026-06-12T06:00:00Z')
    const ended = Date.parse('2026-06-14T10:00:00Z')
    expect([isOn(show, begun - 1), isOn(show, begun)]).toEqual([false, true])
    expect([isOver(show, ended - 1), isOver(show, ended)]).toEqual([false, true])
  })
})
