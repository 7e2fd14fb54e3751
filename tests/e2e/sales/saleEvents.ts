// The events of the club of `saleClubs.ts` in a running product, and orders of their goods.
import type { Product } from '../../support/browsers/product.ts'
import { type BoughtOrder, buyByApi, toEventBuyer } from '../../support/buying/apiBuyer.ts'
import { sale } from '../../support/clubs/saleClubs.ts'
import { type EventIds, importEvents } from '../../support/clubs/world.ts'
import { asVisitor } from '../../support/community/elsewhere.ts'
import { buyerTest } from '../fixtures.ts'

export interface SaleEvent {
  id: number
  /** The ids of the day pass and the dinner. */
  tickets: readonly [pass: number, dinner: number]
  map: number
  /** */
  spaces: readonly number[]
}

export type SaleEvents = Record<keyof EventIds<typeof sale>, SaleEvent>

async function importSale(product: Product): Promise<SaleEvents> {
  const ids = await importEvents(product, sale)
  const { call } = asVisitor(product, sale.subdomain)
  const sold = Object.entries(ids).map(async ([name, id]) => {
    const { event, maps } = await call('get_event', { event: id })
    const findTicket = (text: string) =>
      event.tickets.find(({ description }) => description === text)?.id ?? 0
    const [map] = maps
    const spaces = (map?.elements ?? []).toSorted((a, b) => a.num.localeCompare(b.num))
    const found: SaleEvent = {
      id,
      tickets: [findTicket('Day pass'), findTicket('Dinner in the barn')],
      map: map?.id ?? 0,
      spaces: spaces.map((space) => space.id),
    }
    return [name, found] as const
  })
  return Object.fromEntries(await Promise.all(sold)) as SaleEvents
}

export const test = buyerTest.extend<object, { sale: SaleEvents }>({
  sale: [async ({ product }, use) => use(await importSale(product)), { scope: 'worker', timeout: 120_000 }],
})

export interface Wish {
  cars?: readonly {
    year: string
    make: string
    model: string
    car_class: number
    values?: readonly { optionIndex: number; value: { value: string; optionId: number } }[]
  }[]
  /** Places in `spaces`, each for one test of all that share the product. */
  spaces?: readonly number[]
  passes?: number
  dinners?: number
}

/** What the wizards send for this wish. */
export function toEventPayload({ id, tickets, map, spaces }: SaleEvent, email: string, wish: Wish) {
  const { owner, contact } = toEventBuyer(email)
  const [pass, dinner] = tickets
  const wanted = [
    {
      ticket: pass,
      quantity: wish.passes ?? 0,
      values: [{ ticketIndex: 0, value: { value: 'Ada O.', optionId: 1 } }],
    },
    { ticket: dinner, quantity: wish.dinners ?? 0 },
  ].filter(({ quantity }) => quantity > 0)
  return {
    eventId: id,
    entries: (wish.cars ?? []).map((car) => ({ ...car, ...owner })),
    ...(wish.spaces === undefined
      ? {}
      : {
          vendor: contact,
          reservations: wish.spaces.map((at) => ({ eventMapId: map, elementId: spaces[at] })),
        }),
    ...(wanted.length === 0 ? {} : { tickets: { ...contact, tickets: wanted } }),
  }
}

/** Buys by calls to the server. */
export function buyAtEvent(
  product: Product,
  event: SaleEvent,
  email: string,
  wish: Wish,
): Promise<BoughtOrder> {
  const isTicketsAlone = wish.cars === undefined && wish.spaces === undefined
  const payload = toEventPayload(event, email, wish)
  return buyByApi(product, sale.subdomain, {
    kind: 'event',
    payload,
    category: isTicketsAlone ? 5 : 4,
    email,
  })
}
