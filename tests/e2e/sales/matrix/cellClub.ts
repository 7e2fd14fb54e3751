// The club of the matrix: one event that costs money, one in test mode, one whose prices are 0. Each cell has a
// member and a map of its own.
import type { Product } from '../../../support/browsers/product.ts'
import { agreement, parade } from '../../../support/clubs/saleClubs.ts'
import { defineWorld, home, importEvents, makeRow } from '../../../support/clubs/world.ts'
import { asVisitor } from '../../../support/community/elsewhere.ts'
import { type Cell, listCells, type Price } from './cells.ts'

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

const numbered = listCells().map((cell, number) => ({ ...cell, number }))

/** The space in the middle of the map, and its neighbours. */
const makeMap = ({ price }: Cell) => ({
  memberDiscount: price === 'free' ? 0 : 5,
  spaces: makeRow('A', {
    ...{ count: 3, x: 92, step: 300, y: 264, w: 240, h: 240 },
    ...{ type: 1, cost: price === 'free' ? 0 : 60, notes: '20 × 20 ft' },
  }),
})

const makeEvent = (price: Price) => ({
  testMode: price === 'trial',
  agreement,
  carPrice: price === 'free' ? 0 : 35,
  regMemberDiscount: price === 'free' ? 0 : 5,
  registrationOptions: [parade],
  classes: { 2: 'Sports cars' },
  tickets: {
    'Day pass': {
      price: price === 'free' ? 0 : 12.5,
      quantity: 900,
      options: [{ id: 1, label: 'Name on the pass', type: 1 as const, required: true }],
    },
  },
  maps: Object.fromEntries(
    numbered
      .filter((cell) => cell.flow === 'vendor' && cell.price === price)
      .map((cell) => [toMapLabel(cell.number), makeMap(cell)]),
  ),
  shifts: {
    Gate: {
      instructions: 'Meet at the gate.',
      shifts: [{ day: 20, at: 8, hours: 2, places: 99 }],
    },
  },
})

export const { cells } = defineWorld({
  clubs: {
    cells: {
      name: 'Linden Hill Motor Club',
      serviceFee: 1.5,
      makes: [
        { ref: 'studebaker', label: 'Studebaker', models: [{ ref: 'avanti', label: 'Avanti' }] },
        { ref: 'triumph', label: 'Triumph', models: [{ ref: 'stag', label: 'Stag' }] },
      ],
      events: {
        [eventNames.paid]: makeEvent('paid'),
        [eventNames.trial]: makeEvent('trial'),
        [eventNames.free]: makeEvent('free'),
      },
    },
  },
  people: Object.fromEntries(
    numbered
      .filter(({ who }) => who === 'member')
      .map(({ number }) => [
        `m${number}`,
        { name: 'Josephine Orchard', ...home, email_address: toMemberEmail(number) },
      ]),
  ),
})

/** The ids of the events in a running product. */
export async function importCells(product: Product): Promise<CellEvents> {
  const ids = await importEvents(product, cells)
  return { paid: ids['Linden Show'], trial: ids['Linden Rehearsal'], free: ids['Linden Open Day'] }
}

/** How many cars, tickets, spaces and shifts of an event somebody has, from any beginning. */
export async function countSold(product: Product, eventId: number): Promise<Record<string, number>> {
  const { call } = asVisitor(product, cells.subdomain)
  const { cars } = await call('get_entries', { eventId })
  const { tickets, taken } = await call('get_event_availability', { eventId })
  const { shifts } = await call('get_all_shifts', { eventId })
  const sumLeft = (all: readonly { remaining: number }[]) =>
    all.reduce((sum, { remaining }) => sum + remaining, 0)
  return {
    cars: cars.length,
    tickets: -sumLeft(tickets),
    spaces: taken.length,
    shifts: -sumLeft(shifts),
  }
}
