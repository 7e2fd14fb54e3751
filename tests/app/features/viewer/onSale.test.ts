// Where the one button of the viewer's home leads while something is on sale.
import { describe, expect, it } from 'vitest'
import { findSale } from '../../../../src/app/features/viewer/onSale.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const from = '2026-05-01T00:00:00Z'
const until = '2026-06-10T00:00:00Z'

const nothing: Parameters<typeof findSale>[0] = {
  ...{ startDate: '2026-06-12', endDate: '2026-06-13', timeZone: 'America/New_York' },
  ...{ registration: false, reg_startdate: null, reg_enddate: null },
  ...{ workerSignup: false, workerStartDate: null, workerEndDate: null, publicScheduleCount: 1 },
  maps: [],
  tickets: [],
}
const tickets = { tickets: [{ availability: 0, startdate: from, enddate: until }] }
const spaces = { maps: [{ available: true, availableStartdate: from, availableEnddate: until }] }
const cars = { registration: true, reg_startdate: from, reg_enddate: until }
const shifts = { workerSignup: true, workerStartDate: from, workerEndDate: until }

describe("the button of the viewer's home", () => {
  it('is "Buy Ticket" while there are tickets alone', () => {
    expect(findSale({ ...nothing, ...tickets }, now)).toBe('tickets')
    const members = { tickets: [{ ...tickets.tickets[0], availability: 1 }] } as typeof tickets
    expect(findSale({ ...nothing, ...members }, now)).toBeUndefined()
  })

  it('is "Sell at the show" while there are spaces alone, on at least one map', () => {
    const closed = { available: false, availableStartdate: from, availableEnddate: until }
    expect(findSale({ ...nothing, maps: [closed, ...spaces.maps] }, now)).toBe('vendor')
    expect(findSale({ ...nothing, maps: [closed] }, now)).toBeUndefined()
  })

  it.each([
    { what: 'tickets and spaces', on: { ...tickets, ...spaces } },
    { what: 'tickets and registration', on: { ...tickets, ...cars } },
    { what: 'spaces and shifts', on: { ...spaces, ...shifts } },
    { what: 'registration', on: cars },
    { what: 'shifts', on: shifts },
  ])('is "Tickets and sign-up" for $what', ({ on }) => {
    expect(findSale({ ...nothing, ...on }, now)).toBe('several')
  })

  it('is not there when nothing is on sale, or before and after it', () => {
    expect(findSale(nothing, now)).toBeUndefined()
    const all = { ...nothing, ...tickets, ...spaces, ...cars, ...shifts }
    expect(findSale(all, Date.parse(from) - 1)).toBeUndefined()
    expect(findSale(all, Date.parse('2026-06-11T00:00:00Z'))).toBeUndefined()
  })
})
