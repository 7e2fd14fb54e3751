// What people buy at the seeded show: vehicles, spaces, tickets.
import type { EventPayload } from '../../../src/contract/eventOrders.ts'
import type { Random } from '../../chaos/random.ts'
import type { SeededEvent } from '../clubs/clubs.ts'
import { addEvent } from '../clubs/clubWorld.ts'
import { toEventOrder } from '../clubs/sampleInputs.ts'
import type { Shop, WantedOrder } from './shop.ts'

/** Only these parts; each as the seeded show has it. */
export function buyingAtShow(
  show: SeededEvent,
  email: string,
  parts: readonly ('entries' | 'reservations' | 'tickets')[] = ['entries', 'reservations', 'tickets'],
  more: Partial<EventPayload> = {},
): WantedOrder {
  const { eventId, entries, vendor, reservations, tickets } = toEventOrder(show, email)
  const payload = {
    eventId,
    ...(parts.includes('entries') ? { entries } : {}),
    ...(parts.includes('reservations') ? { vendor, reservations } : {}),
    ...(parts.includes('tickets') ? { tickets } : {}),
    ...more,
  }
  const isTicketsAlone = payload.entries === undefined && payload.reservations === undefined
  return { kind: 'event', payload, category: isTicketsAlone ? 5 : 4, email }
}

/** One line of tickets of this kind. */
export function toTickets(show: SeededEvent, email: string, ticket: number, quantity: number) {
  return { ...toEventOrder(show, email).tickets, tickets: [{ ticket, quantity }] }
}

/** A show with so many free spaces and so many tickets of its first kind. */
export async function seedScarceShow(
  shop: Shop,
  { spaces, tickets }: { spaces: number; tickets: number },
): Promise<SeededEvent> {
  // somebody has the first
  const show = await addEvent(shop, shop.a, { name: 'Fall Show', spaces: spaces + 1 })
  const [id = 0] = show.ticketIds
  await shop.changeRows(shop.a, 'ticket', { id }, { quantity: tickets })
  return show
}

/** Somebody who wants one of the free spaces: the one at this place, counted round. */
export function wantSpace(show: SeededEvent, email: string, at: number): WantedOrder {
  const [eventMapId = 0] = show.mapIds
  const free = show.spaceIds.slice(1)
  const elementId = free[at % free.length] ?? 0
  return buyingAtShow(show, email, ['reservations'], { reservations: [{ eventMapId, elementId }] })
}

export function wantTicket(show: SeededEvent, email: string, quantity = 1): WantedOrder {
  const [ticket = 0] = show.ticketIds
  return buyingAtShow(show, email, [], { tickets: toTickets(show, email, ticket, quantity) })
}

/** Some of what the show sells: vehicles, one of its spaces, tickets of its first kind. */
export function wantByChance(random: Random, show: SeededEvent, email: string): WantedOrder {
  const [ticket = 0] = show.ticketIds
  const [eventMapId = 0] = show.mapIds
  const elementId = random.pick(show.spaceIds.slice(1))
  const parts = random.pick([
    ['entries'],
    ['reservations'],
    ['reservations', 'entries'],
    ['entries', 'tickets'],
    ['tickets'],
    ['entries', 'reservations', 'tickets'],
  ] as const)
  const isWanted = (part: (typeof parts)[number]) => parts.some((one) => one === part)
  return buyingAtShow(show, email, parts, {
    ...(isWanted('reservations') ? { reservations: [{ eventMapId, elementId }] } : {}),
    ...(isWanted('tickets') ? { tickets: toTickets(show, email, ticket, random.between(1, 2)) } : {}),
  })
}

/** Nothing of the show is held any more, and so much was sold. */
export function countSales(shop: Shop, { id }: SeededEvent) {
  return shop.inClub(shop.a, async (tx) => {
    const holds = await tx
      .selectFrom('hold')
      .where('event_id', '=', id)
      .where('state', 'in', ['held', 'sold'])
      .select(['state', 'quantity', 'sole'])
      .execute()
    const reservations = await tx
      .selectFrom('reservation')
      .innerJoin('vendor', 'vendor.id', 'reservation.vendor_id')
      .where('vendor.event_id', '=', id)
      .where('vendor.order_id', 'is not', null)
      .select('reservation.map_element_id')
      .execute()
    const tickets = await tx
      .selectFrom('sold_ticket')
      .where('event_id', '=', id)
      .where('void_at', 'is', null)
      .select('id')
      .execute()
    return {
      held: holds.filter(({ state }) => state === 'held').length,
      spaces: reservations.length,
      tickets: tickets.length,
    }
  })
}
