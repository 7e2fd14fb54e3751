// What an order at an event costs, and why somebody cannot have it: vehicles, spaces and tickets.
import type { z } from 'zod'
import type { eventPayload, reservationPayload } from '../../../contract/eventOrders.ts'
import { Failure, type InputFault } from '../../../contract/failures.ts'
import { findRegistrationWindow, findTicketWindow, findVendorWindow } from '../../../domain/event.ts'
import type { PricedLine } from '../../../domain/order.ts'
import { findEvent, type StoredEvent } from '../../event/db/event.ts'
import { listSpaces } from '../../event/db/space.ts'
import { listTickets, type StoredTicket } from '../../event/db/ticket.ts'
import type { QuoteContext } from '../goods.ts'
import { toInvalid } from '../payload.ts'

type Space = Awaited<ReturnType<typeof listSpaces>>[number]
type WantedTickets = NonNullable<z.output<typeof eventPayload>['tickets']>['tickets'][number]

/** What is sold, as it is stored now, in the order in which it was asked for. */
export interface EventSale {
  readonly event: StoredEvent
  readonly spaces: readonly Space[]
  readonly tickets: readonly { readonly ticket: StoredTicket; readonly wanted: WantedTickets }[]
}

interface WantedParts {
  readonly eventId: number
  readonly reservations: readonly z.output<typeof reservationPayload>[]
  readonly tickets?: { readonly tickets: readonly WantedTickets[] } | undefined
}

/** Fails with `event-not-found`, or with `invalid-input` for a space or ticket that the event does not have. */
export async function readEventSale({ tx }: QuoteContext, parts: WantedParts): Promise<EventSale> {
  const event = await findEvent(tx, parts.eventId)
  if (event === undefined) throw new Failure('event-not-found', 'This event was not found.')
  const stored = await listSpaces(
    tx,
    event.id,
    parts.reservations.map(({ elementId }) => elementId),
  )
  const faults: InputFault[] = []
  const spaces = parts.reservations.flatMap(({ eventMapId, elementId }, index) => {
    const space = stored.find(({ id, mapId }) => id === elementId && mapId === eventMapId)
    const isAgain = parts.reservations.findIndex((one) => one.elementId === elementId) !== index
    if (space !== undefined && !isAgain) return [space]
    faults.push(toFault(`reservations.${index}`, isAgain ? 'was chosen twice' : 'is no space of this event'))
    return []
  })
  const offered = await listTickets(tx, [event.id])
  const lines = parts.tickets?.tickets ?? []
  const tickets = lines.flatMap((wanted, index) => {
    const ticket = offered.find(({ id }) => id === wanted.ticket)
    const isAgain = lines.findIndex((one) => one.ticket === wanted.ticket) !== index
    if (ticket !== undefined && !isAgain) return wanted.quantity === 0 ? [] : [{ ticket, wanted }]
    faults.push(
      toFault(`tickets.tickets.${index}`, isAgain ? 'was chosen twice' : 'is no ticket of this event'),
    )
    return []
  })
  if (faults.length > 0) throw toInvalid(faults)
  return { event, spaces, tickets }
}

export function toFault(path: string, message: string): InputFault {
  return { path: `order.payload.${path}`, message }
}

export function toRegistrationLine(
  context: QuoteContext,
  event: StoredEvent,
  vehicle: { year?: string | undefined; make?: string | undefined; model?: string | undefined },
): PricedLine {
  const { year = '', make = '', model = '' } = vehicle
  return {
    kind: 'registration',
    label: [year, make, model].filter((word) => word !== '').join(' '),
    quantity: 1,
    amountCents: event.reg_price_cents,
    discountCents: hasMemberRights(context) ? event.reg_member_discount_cents : 0,
    sale: 'event',
  }
}

export function toSpaceLine(context: QuoteContext, space: Space): PricedLine {
  return {
    kind: 'space',
    itemId: space.id,
    label: toSpaceLabel(space),
    quantity: 1,
    amountCents: space.costCents,
    reductionCents: hasMemberRights(context) ? space.memberDiscountCents : 0,
    sale: 'event',
  }
}

/** "North field A2". */
export function toSpaceLabel({ mapLabel, row, num }: Pick<Space, 'mapLabel' | 'row' | 'num'>): string {
  return `${mapLabel} ${row}${num}`
}

export function toTicketLine(ticket: StoredTicket, quantity: number): PricedLine {
  return {
    kind: 'ticket',
    itemId: ticket.id,
    label: ticket.description,
    quantity,
    amountCents: ticket.price_cents * quantity,
    sale: 'tickets',
  }
}

/** rules/payments 2: member discounts only with a valid sign-in, and not after the membership has expired. */
function hasMemberRights({ member }: QuoteContext): boolean {
  return member !== null && !member.isExpired
}

/** Fails when what is asked for is not on sale at this instant. */
export function requireOnSale(
  { event, spaces, tickets }: EventSale,
  { vehicles, now }: { vehicles: number; now: number },
): void {
  const days = { startDate: event.start_on, endDate: event.end_on ?? '', timeZone: event.time_zone }
  if (vehicles > 0) {
    const { state } = findRegistrationWindow(
      {
        ...days,
        registration: event.registration,
        reg_startdate: toIso(event.reg_starts_at),
        reg_enddate: toIso(event.reg_ends_at),
      },
      now,
    )
    if (state === 'ended') {
      throw new Failure('registration-ended', "We're sorry, online event registration has ended.")
    }
    if (state !== 'open') {
      throw new Failure('registration-not-open', 'Online event registration has not begun yet.')
    }
  }
  for (const { isMapOpen: available, startsAt, endsAt } of spaces) {
    const map = { available, availableStartdate: toIso(startsAt), availableEnddate: toIso(endsAt) }
    if (findVendorWindow({ ...days, maps: [map] }, now).state !== 'open') {
      throw new Failure('vendor-sales-ended', 'Vendor sales are not open for this event.')
    }
  }
  for (const { ticket } of tickets) {
    const { availability, starts_at, ends_at } = ticket
    const sold = { availability, startdate: starts_at.toISOString(), enddate: ends_at.toISOString() }
    // who may buy which ticket is another question
    if (findTicketWindow({ ...days, tickets: [sold] }, now, true).state !== 'open') {
      throw new Failure('ticket-sales-ended', `"${ticket.description}" is not on sale at this time.`)
    }
  }
}

function toIso(instant: Date | null): string | null {
  return instant?.toISOString() ?? null
}
