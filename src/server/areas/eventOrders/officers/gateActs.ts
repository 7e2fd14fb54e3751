// What officers do at the gate: admit tickets, and sell for cash.
import type { HandMode } from '../../../../domain/order.ts'
import { readTicketCode } from '../../../../domain/sales/ticketCode.ts'
import type { Tx } from '../../../db/open.ts'
import { listViewableClasses } from '../../../event/db/eventClass.ts'
import { findTicketByCode, markTicketAdmitted } from '../../../event/db/soldTicket.ts'
import { listTickets } from '../../../event/db/ticket.ts'
import { type EventActContext, fail, type RunAct, refuseUnpublished } from '../../../officers/act.ts'
import { createCards } from '../../../order/cardProvider.ts'
import type { GatePayload } from '../../../order/gate/gatePayload.ts'
import { priceGateThings, sellGateThings } from '../../../order/gate/gateSale.ts'
import { refuseUnsold } from '../../../order/officers/handSale.ts'
import { getCardProvider } from '../../../providers/stripe.ts'
import { chooseSpace, listEventSpaces } from './spaces.ts'

/** Lets a ticket in, once. Its code is as somebody has typed or scanned it. */
export async function admitTicket(tx: Tx, context: EventActContext, { code: typed }: { code: string }) {
  const { event, now } = context
  const code = readTicketCode(typed) ?? fail('not-possible', { why: 'no-ticket-code', typed })
  const isAdmitted = await markTicketAdmitted(tx, { eventId: event.id, code, at: new Date(now) })
  const ticket = await findTicketByCode(tx, code)
  if (ticket === undefined) return fail('not-found', { thing: 'ticket-code', typed: code })
  const { orderId: order, line, description, name, usedAt } = ticket
  if (ticket.eventId !== event.id) {
    const other = { id: ticket.eventId, label: ticket.event ?? '' }
    fail('not-possible', { why: 'ticket-of-other-event', code, event: other })
  }
  if (ticket.voidAt !== null) fail('not-possible', { why: 'ticket-refunded', code, order, line })
  if (!isAdmitted) {
    fail('not-possible', {
      ...{ why: 'ticket-used', code, order, line, description, name },
      ...{ usedAt: usedAt?.toISOString() ?? null, timeZone: event.time_zone },
    })
  }
  return { ...ticket, code }
}

interface GateWish {
  readonly buyer: GateBuyer
  readonly goods: GateThing
  /** Needed only of what costs something. */
  readonly paid: HandMode | undefined
  /** Also if the same was sold to them just now. */
  readonly again: boolean
  readonly note: string | undefined
  /** On which the money came, if not today. */
  readonly day: string | undefined
  readonly isDry: boolean
}

interface GateBuyer {
  readonly name: string
  /** The parts of the name, where the officer has given them. */
  readonly fname: string | undefined
  readonly lname: string | undefined
  readonly email: string
  readonly phone: string
}

/** How the officer names the ticket, the class or the space. */
export type GateThing =
  | { readonly thing: 'ticket'; readonly ticket: string; readonly quantity: number }
  | { readonly thing: 'space'; readonly space: string }
  | {
      readonly thing: 'registration'
      readonly carClass: number
      readonly vehicle: { readonly year: string; readonly make: string; readonly model: string }
    }

/** Two steps: what is meant is found, and it is sold while the card provider lets go of who does not pay. */
export async function sellAtGate(step: RunAct<EventActContext>, context: EventActContext, wanted: GateWish) {
  const { services, tenant, event } = context
  refuseUnpublished(event)
  const payload = await step(findGoods, wanted)
  const parts = { services, cards: createCards(await getCardProvider(services)) }
  const { paid, again, note, day } = wanted
  const sale = { payload, again, note, day, paid: paid ?? 'cash' }
  return refuseUnsold(async () => {
    const foreseen =
      paid === undefined || wanted.isDry
        ? await step((tx) => priceGateThings(tx, { tenant, services, now: services.now() }, sale))
        : undefined
    const cents = foreseen?.agreed.quote.grandTotalCents ?? 0
    if (paid === undefined && cents > 0) fail('not-possible', { why: 'paid-unsaid', cents })
    if (foreseen !== undefined && wanted.isDry) return { foreseen }
    return { order: await sellGateThings(parts, { tenant }, sale) }
  })
}

async function findGoods(
  tx: Tx,
  context: EventActContext,
  { buyer: whole, goods }: GateWish,
): Promise<GatePayload> {
  const { id: eventId } = context.event
  const { fname, lname, ...buyer } = whole
  switch (goods.thing) {
    case 'ticket': {
      const ticket = await chooseTicket(tx, context, goods.ticket)
      return { eventId, tickets: { ...buyer, tickets: [{ ticket, quantity: goods.quantity }] } }
    }
    case 'space': {
      const spaces = await listEventSpaces(tx, eventId)
      const space = chooseSpace(spaces, { typed: goods.space, vendor: null })
      return { eventId, vendor: buyer, reservations: [{ eventMapId: space.mapId, elementId: space.id }] }
    }
    case 'registration': {
      const car_class = await chooseClass(tx, context, goods.carClass)
      const { name, email, phone } = buyer
      const [, before = name, last = ''] = /^(.*)\s+(\S+)$/s.exec(name) ?? []
      const parts = fname === undefined ? { fname: before, lname: last } : { fname, lname }
      return { eventId, entries: [{ ...goods.vehicle, car_class, ...parts, email, phone }] }
    }
  }
}

/** By its id, or by its whole name. */
async function chooseTicket(tx: Tx, context: EventActContext, typed: string): Promise<number> {
  const kinds = await listTickets(tx, [context.event.id])
  const [only, ...others] = kinds.filter(
    ({ id, description }) => String(id) === typed || description.trim().toLowerCase() === typed.toLowerCase(),
  )
  if (only !== undefined && others.length === 0) return only.id
  const known = kinds.map(({ id, description }) => ({ id, label: description }))
  return fail('not-found', { thing: 'ticket', typed, known })
}

async function chooseClass(tx: Tx, context: EventActContext, wanted: number): Promise<number> {
  const classes = await listViewableClasses(tx, context.event.id)
  if (classes.some(({ number }) => number === wanted)) return wanted
  const known = classes.map(({ number, description }) => ({ id: number, label: description }))
  return fail('not-found', { thing: 'class-on-sale', typed: wanted, known })
}
