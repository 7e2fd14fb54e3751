// What a look-up has found, as lines: kinds of tickets by name, values and spaces joined, days of the event's place.
import { describe, expect, test } from 'vitest'
import {
  type FoundPurchases,
  listCars,
  listSpaces,
  listTickets,
} from '../../../../../src/app/features/events/lookup/foundPurchases.ts'

// 9 in the evening of June 3 in Chicago
const created = '2026-06-04T02:00:00.000Z'
const zone = 'America/Chicago'
const carClass = { number: 7, description: 'Pickups' }

const found: FoundPurchases = {
  success: true,
  name: 'Ada Okafor',
  address: '',
  city: 'Millbrook',
  state: 'OH',
  zip: '43016',
  email: 'ada@example.org',
  entries: [
    { id: 1, car_number: '7001', year: '1936', make: 'Ford', model: 'Pickup', created, carClass },
    {
      id: 2,
      car_number: '101',
      year: '',
      make: 'Morgan',
      model: '',
      created,
      carClass: { number: 1, description: '' },
    },
  ],
  tickets: [
    {
      id: 5,
      eventticket: 9,
      values: [{ value: 'Ada' }, { value: '' }, { value: 'Vegetarian' }],
      created,
      used: false,
    },
    { id: 6, eventticket: 10, values: [], created, used: true, code: 'AAAA-BBBB-CCCC-DDDD' },
  ],
  ticketTypes: [{ id: 9, description: 'Dinner' }],
  vendors: [
    {
      id: 3,
      elements: [
        { row: 'A', num: '1' },
        { row: 'A', num: '2' },
      ],
    },
    { id: 4, elements: [] },
  ],
  shifts: [],
}

describe('what a look-up has found', () => {
  test('names each kind of ticket, joins what was written for it, and keeps what is empty out', () => {
    expect(listTickets(found, zone)).toEqual([
      { id: 5, type: 'Dinner', values: 'Ada, Vegetarian', day: '2026-06-03', code: undefined, isUsed: false },
      {
        id: 6,
        type: undefined,
        values: '',
        day: '2026-06-03',
        code: 'AAAA-BBBB-CCCC-DDDD',
        isUsed: true,
      },
    ])
  })

  test('names a car by its year, make and model, on the day of the event’s place', () => {
    expect(listCars(found, zone)).toEqual([
      { id: 1, number: '7001', vehicle: '1936 Ford Pickup', carClass, day: '2026-06-03' },
      {
        id: 2,
        number: '101',
        vehicle: 'Morgan',
        carClass: { number: 1, description: '' },
        day: '2026-06-03',
      },
    ])
  })

  test('names the spaces of each vendor in one line, and no vendor without a space', () => {
    expect(listSpaces(found)).toEqual([{ id: 3, spaces: 'A-1, A-2' }])
  })
})
