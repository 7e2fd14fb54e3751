// The club of the matrix: one event that costs money, one in test mode, one whose prices are 0. Each cell has a
// member and a map of its own.
import { addDays } from '../../../../src/domain/day.ts'
import type { ClubFile } from '../../../../src/server/clubFile/clubFile.ts'
import { toOwnSlug } from '../../../support/browsers/ownNames.ts'
import type { Product } from '../../../support/browsers/product.ts'
import { callAction } from '../../../support/buying/apiBuyer.ts'
import { importClubs } from '../../../support/clubs/doorClubs.ts'
import type { Cell, Price } from './cells.ts'

export const cellSlug = toOwnSlug('cells')
export const cellClubName = 'Linden Hill Motor Club'
export const cellPassword = 'Linden-Gate-1951!'

export const eventNames = {
  paid: 'Linden Show',
  trial: 'Linden Rehearsal',
  free: 'Linden Open Day',
} as const satisfies Record<Price, string>

export type CellEvents = Record<Price, number>

export function toMemberEmail(cell: number): string {
  return `member${cell}@example.org`
}

export function toMapLabel(cell: number): string {
  return `Field-${cell}`
}

type EventOfFile = NonNullable<ClubFile['events']>[number]

/** On `today` everything is on sale. */
function makeCellClub(today: string, cells: readonly Cell[]): ClubFile {
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const closes = `${addDays(today, 10)}T18:00:00Z`
  const numbered = cells.map((cell, number) => ({ ...cell, number }))
  const makeEvent = (price: Price): EventOfFile => {
    const ask = (amount: number) => (price === 'free' ? 0 : amount)
    return {
      ref: price,
      name: eventNames[price],
      startDate: addDays(today, 20),
      endDate: addDays(today, 21),
      testMode: price === 'trial',
      agreement: 'Cars stay until four.\nDogs on a lead.',
      registration: true,
      reg_price: ask(35),
      regMemberDiscount: ask(5),
      reg_startdate: opened,
      reg_enddate: closes,
      registrationOptions: [
        {
          id: 1,
          label: 'Will you join the parade?',
          type: 2,
          required: true,
          choices: [
            { id: 1, label: 'Yes' },
            { id: 2, label: 'No' },
          ],
        },
      ],
      classes: [{ ref: `${price}-c2`, number: 2, description: 'Sports cars' }],
      tickets: [
        {
          ...{ ref: `${price}-pass`, description: 'Day pass', price: ask(12.5), limit: 4, quantity: 900 },
          ...{ startdate: opened, enddate: closes },
          options: [{ id: 1, label: 'Name on the pass', type: 1, required: true }],
        },
      ],
      maps: numbered
        .filter((cell) => cell.flow === 'vendor' && cell.price === price)
        .map(({ number }) => ({
          ...{ ref: `m${number}`, label: toMapLabel(number), memberDiscount: ask(5) },
          ...{ available: true, availableStartdate: opened, availableEnddate: closes },
          // the one in the middle of the map, and its neighbours
          elements: ['1', '2', '3'].map((num, place) => ({
            ...{ ref: `m${number}-${num}`, shape: 'box' as const, row: 'A', num, type: 1, cost: ask(60) },
            ...{ x: 92 + place * 300, y: 264, w: 240, h: 240, notes: '20 × 20 ft' },
          })),
        })),
      workerSignup: true,
      workerStartDate: opened,
      workerEndDate: closes,
      shiftSchedules: [
        {
          ref: `${price}-gate`,
          name: 'Gate',
          instructions: 'Meet at the gate.',
          shifts: [
            { ref: `${price}-g1`, shiftDate: addDays(today, 20), start: 8, duration: 2, capacity: 99 },
          ],
        },
      ],
    }
  }
  return {
    showfield: 1,
    club: {
      slug: cellSlug,
      name: cellClubName,
      timeZone: 'America/Chicago',
      settings: { serviceFee: 1.5 },
    },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40 }],
    members: numbered
      .filter(({ who }) => who === 'member')
      .map(({ number }) => ({
        ...{ ref: `m${number}`, fname: 'Josephine', lname: 'Orchard', address: '4 Press Lane' },
        ...{ city: 'Cider Mill', state: 'OH', zip: '43016', phoneNumbers: [{ longCode: '6145550188' }] },
        ...{ email_address: toMemberEmail(number), password: cellPassword },
        ...{ type: 'one', expiration: addDays(today, 200) },
      })),
    makes: [
      { ref: 'studebaker', label: 'Studebaker', models: [{ ref: 'avanti', label: 'Avanti' }] },
      { ref: 'triumph', label: 'Triumph', models: [{ ref: 'stag', label: 'Stag' }] },
    ],
    events: (Object.keys(eventNames) as Price[]).map(makeEvent),
  }
}

/** The ids of the events in a running product. */
export async function importCells(product: Product, cells: readonly Cell[]): Promise<CellEvents> {
  await importClubs(product, [makeCellClub(new Date().toISOString().slice(0, 10), cells)])
  const { events } = (await callAction(product, cellSlug, 'get_upcoming_events', {})) as unknown as {
    events: { id: number; name: string }[]
  }
  const findId = (name: string) => events.find((event) => event.name === name)?.id ?? 0
  return Object.fromEntries(
    Object.entries(eventNames).map(([price, name]) => [price, findId(name)]),
  ) as CellEvents
}

/** How many cars, tickets, spaces and shifts of an event somebody has, from any beginning. */
export async function countSold(product: Product, eventId: number): Promise<Record<string, number>> {
  const call = (action: string, payload: object) => callAction(product, cellSlug, action, payload)
  const { cars } = (await call('get_entries', { eventId })) as unknown as { cars: unknown[] }
  const { tickets, taken } = (await call('get_event_availability', { eventId })) as unknown as {
    tickets: { remaining: number }[]
    taken: number[]
  }
  const { shifts } = (await call('get_all_shifts', { eventId })) as unknown as {
    shifts: { remaining: number }[]
  }
  const sumLeft = (all: readonly { remaining: number }[]) =>
    all.reduce((sum, { remaining }) => sum + remaining, 0)
  return {
    cars: cars.length,
    tickets: -sumLeft(tickets),
    spaces: taken.length,
    shifts: -sumLeft(shifts),
  }
}
