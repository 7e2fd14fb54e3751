// A club that lets spaces at its events: with tickets beside them, for nothing, and on a map of two thousand.
import { addDays } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { ownDomain, toOwnSlug } from '../browsers/ownNames.ts'
import type { Product } from '../browsers/product.ts'
import { importClubs } from './doorClubs.ts'

export const vendorSlug = toOwnSlug('stalls')
const vendorMember = { email: `stalls@${ownDomain}`, password: 'Swap-Meadow-1949!' }
export const vendorEvents = ['Millbrook Swap Meet', 'Trial Fair', 'Quiet Fair', 'Giant Fair'] as const
export type VendorEvent = (typeof vendorEvents)[number]

type MapOfFile = NonNullable<NonNullable<ClubFile['events']>[number]['maps']>[number]
type ElementOfFile = NonNullable<MapOfFile['elements']>[number]

const boxes = (row: string, y: number, more: Partial<ElementOfFile> = {}, a = 0): ElementOfFile[] =>
  Array.from({ length: 10 }, (_, index) => ({
    ref: `${more.ref ?? ''}${row}${index + 1}`,
    shape: 'box' as const,
    x: 60 + index * 90,
    y,
    w: 72,
    h: 86,
    a,
    row,
    num: String(index + 1),
    type: 1,
    cost: 60,
    notes: index === 6 ? 'power outlet' : '20 × 20 ft',
    available: !(row === 'A' && index === 4),
    ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'ref')),
  }))

/** On `today` everything is for sale. */
export function makeVendorClub(today: string, picture?: string): ClubFile {
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const closes = `${addDays(today, 10)}T18:00:00Z`
  const open = { available: true, availableStartdate: opened, availableEnddate: closes }
  const days = { startDate: addDays(today, 20), endDate: addDays(today, 21) }
  const background = picture === undefined ? {} : { backgroundImage: picture }
  return {
    showfield: 1,
    club: {
      slug: vendorSlug,
      name: 'Harrow Creek Motor Club',
      timeZone: 'America/Chicago',
      settings: { serviceFee: 4 },
    },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40 }],
    members: [
      {
        ref: 'member',
        fname: 'Ruth',
        lname: 'Amsel',
        address: '4 Press Lane',
        city: 'Cider Mill',
        state: 'OH',
        zip: '43016',
        phoneNumbers: [{ longCode: '6145550188' }],
        email_address: vendorMember.email,
        password: vendorMember.password,
        type: 'one',
        expiration: addDays(today, 200),
      },
    ],
    events: [
      {
        ref: 'millbrook',
        name: 'Millbrook Swap Meet',
        ...days,
        agreement: 'Stalls stay until four.\nNo open fire.',
        vendorMessage: 'Sell at our swap meet.',
        tickets: [
          {
            ref: 'pass',
            description: 'Day pass',
            price: 12.5,
            limit: 4,
            quantity: 500,
            startdate: opened,
            enddate: closes,
          },
        ],
        maps: [
          {
            ref: 'south',
            label: 'South field',
            memberDiscount: 5,
            ...background,
            ...open,
            elements: [
              ...boxes('A', 120),
              ...boxes('B', 220),
              ...boxes('C', 470, { type: 3, cost: 75 }, 8),
              {
                ref: 'F1',
                shape: 'circle',
                x: 150,
                y: 650,
                w: 80,
                h: 80,
                row: 'F',
                num: '1',
                type: 2,
                cost: 120,
                notes: '',
              },
            ],
          },
          { ref: 'north', label: 'North field', ...open, elements: boxes('N', 300, { type: 4, cost: 45.5 }) },
          {
            ref: 'old',
            label: 'Old meadow',
            available: true,
            availableStartdate: opened,
            availableEnddate: `${addDays(today, -1)}T12:00:00Z`,
            elements: boxes('O', 300),
          },
        ],
      },
      {
        ref: 'trial',
        name: 'Trial Fair',
        ...days,
        testMode: true,
        maps: [
          {
            ref: 'yard',
            label: 'Yard',
            ...open,
            askVendorTaxid: false,
            elements: boxes('Y', 300),
          },
        ],
      },
      {
        ref: 'quiet',
        name: 'Quiet Fair',
        ...days,
        maps: [{ ref: 'bare', label: 'Bare field', ...open, elements: [] }],
      },
      {
        ref: 'giant',
        name: 'Giant Fair',
        ...days,
        maps: [
          {
            ref: 'all',
            label: 'The whole of the south pasture behind the old grandstand',
            ...background,
            ...open,
            elements: Array.from({ length: 2000 }, (_, index) => ({
              ref: `g${index}`,
              shape: 'box' as const,
              x: 12 + (index % 50) * 20,
              y: 14 + Math.floor(index / 50) * 18.5,
              w: 17,
              h: 15,
              a: 0,
              row:
                String.fromCharCode(65 + Math.floor(index / 50 / 2)) +
                (Math.floor(index / 50) % 2 ? 'b' : 'a'),
              num: String((index % 50) + 1),
              type: index % 4,
              cost: 25 + (index % 5) * 5,
              notes: index % 9 === 0 ? 'beside the old grandstand, with power and water, no vehicles' : '',
              available: index % 13 !== 0,
            })),
          },
        ],
      },
    ],
  }
}

/** The ids of the events in a running product, by name. */
export async function importVendors(
  product: Product,
  picture?: string,
): Promise<Record<VendorEvent, number>> {
  await importClubs(product, [makeVendorClub(new Date().toISOString().slice(0, 10), picture)])
  const { events } = (await callVendors(product, { action: 'get_upcoming_events' })) as {
    events: { id: number; name: string }[]
  }
  return Object.fromEntries(events.map(({ id, name }) => [name, id])) as Record<VendorEvent, number>
}

export async function callVendors(
  product: Product,
  content: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.origin}/dart/core`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subdomain: vendorSlug, ...content }),
  })
  return (await answer.json()) as Record<string, unknown>
}
