import { describe, expect, it } from 'vitest'
import {
  type ClubEvent,
  findOpenDoors,
  findRegistrationWindow,
  findTicketWindow,
  findVendorWindow,
  findVolunteerWindow,
  isOn,
  isOver,
} from '../../src/domain/event.ts'

const start = '2026-06-01T12:00:00.000Z'
const end = '2026-06-10T12:00:00.000Z'
const inside = Date.parse('2026-06-05T12:00:00Z')

type Doors = Parameters<typeof findOpenDoors>[0]
type Map = ClubEvent['maps'][number]
type Ticket = ClubEvent['tickets'][number]

const map = { available: true, availableStartdate: start, availableEnddate: end } as Map
const ticket = { availability: 0, startdate: start, enddate: end } as Ticket

/** Everything is open. Only the fields that the rule reads are there. */
function makeEvent(change: Partial<ClubEvent> = {}): Doors {
  return {
    startDate: '2026-06-12',
    endDate: '2026-06-13',
    timeZone: 'America/New_York',
    registration: true,
    reg_startdate: start,
    reg_enddate: end,
    maps: [map],
    tickets: [ticket],
    workerSignup: true,
    workerStartDate: start,
    workerEndDate: end,
    publicScheduleCount: 1,
    ...change,
  } as Doors
}

describe("an event's doors", () => {
  it('are open between their two instants, and closed at both of them', () => {
    const all = { registration: true, vendor: true, tickets: true, volunteer: true }
    const none = { registration: false, vendor: false, tickets: false, volunteer: false }
    const event = makeEvent()
    expect(findOpenDoors(event, inside, false)).toEqual(all)
    expect(findOpenDoors(event, Date.parse(start) + 1, false)).toEqual(all)
    expect(findOpenDoors(event, Date.parse(end) - 1, false)).toEqual(all)
    for (const closed of [Date.parse(start), Date.parse(end), Date.parse(start) - 1, Date.parse(end) + 1]) {
      expect(findOpenDoors(event, closed, true), String(closed)).toEqual(none)
    }
  })

  it('stay closed without a window, and where the event has switched them off', () => {
    expect(findOpenDoors(makeEvent({ registration: false }), inside, false).registration).toBe(false)
    expect(findOpenDoors(makeEvent({ reg_startdate: null }), inside, false).registration).toBe(false)
    expect(findOpenDoors(makeEvent({ reg_enddate: null }), inside, false).registration).toBe(false)
    expect(findOpenDoors(makeEvent({ workerSignup: false }), inside, true).volunteer).toBe(false)
  })

  it('for vendors need one map that is for sale now', () => {
    const later = { ...map, availableStartdate: end, availableEnddate: '2026-07-01T12:00:00.000Z' }
    expect(findOpenDoors(makeEvent({ maps: [] }), inside, false).vendor).toBe(false)
    expect(
      findOpenDoors(makeEvent({ maps: [{ ...map, available: false }, later] }), inside, false).vendor,
    ).toBe(false)
    expect(findOpenDoors(makeEvent({ maps: [later, map] }), inside, false).vendor).toBe(true)
  })

  it('are shut when the show is over, whatever their windows say', () => {
    const over = { startDate: '2026-06-03', endDate: '2026-06-04' }
    const all = { registration: true, vendor: true, tickets: true, volunteer: true }
    const none = { registration: false, vendor: false, tickets: false, volunteer: false }
    expect(findOpenDoors(makeEvent(over), Date.parse('2026-06-05T07:59:00Z'), true)).toEqual(all)
    expect(findOpenDoors(makeEvent(over), Date.parse('2026-06-05T08:00:00Z'), true)).toEqual(none)
  })

  it('for tickets need one that everybody may buy now', () => {
    expect(findOpenDoors(makeEvent({ tickets: [] }), inside, true).tickets).toBe(false)
    expect(
      findOpenDoors(makeEvent({ tickets: [{ ...ticket, availability: 1 }] }), inside, true).tickets,
    ).toBe(false)
  })

  it('for volunteers are open to visitors only where a schedule is public', () => {
    const event = makeEvent({ publicScheduleCount: 0 })
    expect(findOpenDoors(event, inside, false).volunteer).toBe(false)
    expect(findOpenDoors(event, inside, true).volunteer).toBe(true)
  })
})

describe("the window of an event's action", () => {
  const before = Date.parse(start)
  const after = Date.parse(end)
  const later = '2026-06-08T12:00:00.000Z'

  it('says when it begins, and after it the day on which it ended where the event is', () => {
    for (const find of [findRegistrationWindow, findVendorWindow]) {
      expect(find(makeEvent(), before)).toEqual({ state: 'not-begun', startsAt: before })
      expect(find(makeEvent(), inside)).toEqual({ state: 'open' })
      expect(find(makeEvent(), after)).toEqual({ state: 'ended', day: '2026-06-10' })
    }
    for (const find of [findTicketWindow, findVolunteerWindow]) {
      expect(find(makeEvent(), before, false)).toEqual({ state: 'not-begun', startsAt: before })
      expect(find(makeEvent(), inside, false)).toEqual({ state: 'open' })
      expect(find(makeEvent(), after, false)).toEqual({ state: 'ended', day: '2026-06-10' })
    }
    const lateEnd = makeEvent({ reg_enddate: '2026-06-11T03:00:00.000Z' })
    expect(findRegistrationWindow(lateEnd, after + 864e5)).toEqual({ state: 'ended', day: '2026-06-10' })
  })

  it('that ends at midnight was open for the last time on the day before', () => {
    // midnight where the event is
    const event = makeEvent({ reg_enddate: '2026-06-10T04:00:00.000Z', timeZone: 'America/New_York' })
    const at = Date.parse('2026-06-10T04:00:00.000Z')
    expect(findRegistrationWindow(event, at - 1)).toEqual({ state: 'open' })
    expect(findRegistrationWindow(event, at)).toEqual({ state: 'ended', day: '2026-06-09' })
  })

  it('ends with the show, if it would end after it', () => {
    const event = makeEvent({ startDate: '2026-06-03', endDate: '2026-06-04' })
    const ended = { state: 'ended', day: '2026-06-04' }
    expect(findRegistrationWindow(event, inside + 864e5)).toEqual(ended)
    const planned = makeEvent({ startDate: '2026-05-01', endDate: '' })
    expect(findRegistrationWindow(planned, before - 864e5)).toEqual({ state: 'ended', day: '2026-05-01' })
  })

  it('is not there where the club offers nothing', () => {
    const none = { state: 'not-offered' }
    expect(findRegistrationWindow(makeEvent({ registration: false }), inside)).toEqual(none)
    expect(findRegistrationWindow(makeEvent({ reg_enddate: null }), inside)).toEqual(none)
    expect(findVendorWindow(makeEvent({ maps: [] }), inside)).toEqual(none)
    expect(findTicketWindow(makeEvent({ tickets: [] }), inside, true)).toEqual(none)
    expect(findVolunteerWindow(makeEvent({ workerSignup: false }), inside, true)).toEqual(none)
  })

  it('for vendors has ended when it has on every map, and a map that is not for sale opens nothing', () => {
    const ended = { ...map, availableEnddate: later }
    const kept = { ...map, available: false }
    const at = Date.parse(later)
    expect(findVendorWindow(makeEvent({ maps: [ended] }), at).state).toBe('ended')
    expect(findVendorWindow(makeEvent({ maps: [ended, map] }), at).state).toBe('open')
    expect(findVendorWindow(makeEvent({ maps: [ended, kept] }), at).state).toBe('not-offered')
    expect(findVendorWindow(makeEvent({ maps: [ended, kept] }), after).state).toBe('ended')
    expect(findVendorWindow(makeEvent({ maps: [kept] }), before).state).toBe('not-offered')
  })

  it('for tickets runs from the first to the last, and members have more of them', () => {
    const members = { ...ticket, availability: 1, enddate: later }
    const at = Date.parse(later) - 1
    expect(findTicketWindow(makeEvent({ tickets: [members] }), at, false).state).toBe('not-offered')
    expect(findTicketWindow(makeEvent({ tickets: [members] }), at, true).state).toBe('open')
    const next = { ...ticket, startdate: '2026-06-09T12:00:00.000Z' }
    expect(findTicketWindow(makeEvent({ tickets: [members, next] }), at + 1, true)).toEqual({
      state: 'not-begun',
      startsAt: Date.parse(next.startdate),
    })
  })

  it('for volunteers is for members only where no schedule is public', () => {
    const event = makeEvent({ publicScheduleCount: 0 })
    expect(findVolunteerWindow(event, inside, false)).toEqual({ state: 'members-only' })
    expect(findVolunteerWindow(event, inside, true)).toEqual({ state: 'open' })
    expect(findVolunteerWindow(event, after, false).state).toBe('ended')
  })
})

describe("an event's days", () => {
  const days = { startDate: '2026-06-12', endDate: '2026-06-13', timeZone: 'America/New_York' }

  it('are on from the first midnight to the last, where it takes place', () => {
    expect(isOn(days, Date.parse('2026-06-12T03:59:00Z'))).toBe(false)
    expect(isOn(days, Date.parse('2026-06-12T04:00:00Z'))).toBe(true)
    // its last night ends at 4 in the morning
    expect(isOn(days, Date.parse('2026-06-14T07:59:00Z'))).toBe(true)
    expect(isOver(days, Date.parse('2026-06-14T07:59:00Z'))).toBe(false)
    expect(isOver(days, Date.parse('2026-06-14T08:00:00Z'))).toBe(true)
    expect(isOver({ ...days, endDate: '' }, Date.parse('2026-06-13T08:00:00Z'))).toBe(true)
  })
})
