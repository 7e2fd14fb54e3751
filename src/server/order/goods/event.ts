// An order at an event: vehicles to register, spaces for a vendor, and tickets, each a line of its own.
import type { z } from 'zod'
import { eventPayload, eventPricing } from '../../../contract/eventOrders.ts'
import type { InputFault } from '../../../contract/failures.ts'
import { foldEmail } from '../../../domain/member.ts'
import { categories, mostLines } from '../../../domain/order.ts'
import { type ReadValues, readOptionValues } from '../../../domain/sales/optionValues.ts'
import type { StoredEvent } from '../../event/db/event.ts'
import { listViewableClasses } from '../../event/db/eventClass.ts'
import { isSpaceFree, listSpacesAlike, toSpaceThing } from '../../event/db/space.ts'
import { findTicketQuantity, toTicketThing } from '../../event/db/ticket.ts'
import { gatePayload } from '../gate/gatePayload.ts'
import type { Goods, Purchase, PurchaseLine, QuoteContext } from '../goods.ts'
import { parsePayload, toInvalid } from '../payload.ts'
import { deliverEventPart, takeEventPartBack } from './eventDelivery.ts'
import type { EventItem } from './eventItem.ts'
import { requireEventLengths } from './eventLengths.ts'
import {
  type EventSale,
  readEventSale,
  requireOnSale,
  toFault,
  toRegistrationLine,
  toSpaceLine,
  toTicketLine,
} from './eventSale.ts'

type Payload = z.output<typeof eventPayload>

export const eventGoods: Goods = {
  kind: 'event',

  async quote(context, payload) {
    const parts = parsePayload(eventPricing, payload)
    const sale = await readEventSale(context, parts)
    return {
      lines: [
        ...parts.entries.map((vehicle) => toRegistrationLine(context, sale.event, vehicle)),
        ...sale.spaces.map((space) => toSpaceLine(context, space)),
        ...sale.tickets.map(({ ticket, wanted }) => toTicketLine(ticket, wanted.quantity)),
      ],
      isTest: sale.event.test_mode,
    }
  },

  async order(context, payload) {
    const parts = parsePayload(context.isByOfficer === true ? gatePayload : eventPayload, payload)
    requireParts(parts)
    await requireEventLengths(context, parts)
    const sale = await readEventSale(context, parts)
    if (context.isDiscreet !== true && context.isByOfficer !== true && context.isHeld !== true) {
      requireOnSale(sale, { vehicles: parts.entries.length, now: context.now })
    }
    const lines = [
      ...(await toRegistrations(context, parts, sale)),
      ...toSpaces(context, parts, sale),
      ...toTickets(context, parts, sale),
    ]
    const isTicketsAlone = parts.entries.length === 0 && sale.spaces.length === 0
    return {
      category: isTicketsAlone ? categories.tickets : categories.event,
      description: isTicketsAlone ? `${sale.event.name} tickets` : sale.event.name,
      isTest: sale.event.test_mode,
      lines,
      ...toBuyer(parts),
      memberId: context.member?.id ?? null,
    }
  },

  deliver: deliverEventPart,
  takeBack: takeEventPartBack,

  async findCapacity(tx, thing) {
    const [kind, id] = thing.split(':')
    return kind === 'space' ? Number(await isSpaceFree(tx, Number(id))) : findTicketQuantity(tx, Number(id))
  },

  listAlike: listSpacesAlike,
}

function requireParts({ entries, vendor, reservations, tickets }: Payload): void {
  const lines = tickets?.tickets.filter(({ quantity }) => quantity > 0).length ?? 0
  const faults: InputFault[] = []
  if (entries.length + reservations.length + lines === 0)
    faults.push(toFault('entries', 'nothing was chosen'))
  if (entries.length + reservations.length + lines > mostLines) {
    faults.push(toFault('entries', `an order has at most ${mostLines} lines`))
  }
  if (reservations.length > 0 && vendor === undefined) faults.push(toFault('vendor', 'is missing'))
  if (faults.length > 0) throw toInvalid(faults)
}

/** All parts are one person's: the receipt goes to one address. */
function toBuyer({ entries, vendor, tickets }: Payload): Pick<Purchase, 'email' | 'name'> {
  const people = [
    ...entries.map(({ fname, lname, email }, index) => ({
      at: `entries.${index}.email`,
      name: `${fname} ${lname}`.trim(),
      email,
    })),
    ...(vendor === undefined ? [] : [{ at: 'vendor.email', name: vendor.name, email: vendor.email }]),
    ...(tickets === undefined ? [] : [{ at: 'tickets.email', name: tickets.name, email: tickets.email }]),
  ]
  const [first] = people
  if (first === undefined) throw toInvalid([toFault('entries', 'nothing was chosen')])
  const others = people.filter(({ email }) => foldEmail(email) !== foldEmail(first.email))
  if (others.length > 0) throw toInvalid(others.map(({ at }) => toFault(at, 'must be the same in all parts')))
  return { email: first.email, name: first.name }
}

function toPlace({ id, name }: StoredEvent) {
  return { eventId: id, event: name }
}

async function toRegistrations(
  context: QuoteContext,
  { entries }: Payload,
  { event: stored }: EventSale,
): Promise<PurchaseLine[]> {
  if (entries.length === 0) return []
  const { tx } = context
  const classes = await listViewableClasses(tx, stored.id)
  const faults: InputFault[] = []
  const lines = entries.map((entry, index) => {
    const { values: given, car_class: classNumber, ...rest } = entry
    if (!classes.some(({ number }) => number === classNumber)) {
      faults.push(toFault(`entries.${index}.car_class`, 'is no class of this event'))
    }
    const { values, faults: wrong } = readOptionValues(
      stored.registration_options,
      given.map(({ value }) => value),
    )
    for (const { optionId, fault } of listRefused(context, wrong)) {
      faults.push(toFault(`entries.${index}.values.${optionId}`, fault))
    }
    const item: EventItem = {
      part: 'registration',
      ...toPlace(stored),
      entry: { ...rest, classNumber, values },
    }
    return { ...toRegistrationLine(context, stored, entry), item }
  })
  if (faults.length > 0) throw toInvalid(faults)
  return lines
}

/** By an officer nobody is asked the event's own questions. */
function listRefused({ isByOfficer }: QuoteContext, faults: ReadValues['faults']): ReadValues['faults'] {
  return isByOfficer === true ? faults.filter(({ fault }) => fault !== 'missing') : faults
}

function toSpaces(
  context: QuoteContext,
  { vendor }: Payload,
  { event: stored, spaces }: EventSale,
): PurchaseLine[] {
  if (vendor === undefined) return []
  return spaces.map((space) => {
    const item: EventItem = {
      part: 'space',
      ...toPlace(stored),
      elementId: space.id,
      vendor,
    }
    return {
      ...toSpaceLine(context, space),
      item,
      scarce: [{ thing: toSpaceThing(space.id), quantity: 1, sole: true, eventId: stored.id }],
    }
  })
}

function toTickets(
  context: QuoteContext,
  { entries, reservations, tickets: wish }: Payload,
  { event: stored, tickets }: EventSale,
): PurchaseLine[] {
  if (wish === undefined) return []
  const { tickets: _, ...buyer } = wish
  const isTicketsAlone = entries.length === 0 && reservations.length === 0
  const faults: InputFault[] = []
  const lines = tickets.map(({ ticket, wanted: { quantity, values } }) => {
    const at = `tickets.tickets.${wish.tickets.findIndex((one) => one.ticket === ticket.id)}`
    // alone only what is public is sold
    if (
      isTicketsAlone &&
      ticket.availability !== 0 &&
      context.isDiscreet !== true &&
      context.isByOfficer !== true
    ) {
      faults.push(toFault(at, 'is not sold by itself'))
    }
    const isTooMany = quantity > ticket.purchase_limit && context.isByOfficer !== true
    if (isTooMany) faults.push(toFault(`${at}.quantity`, `must be at most ${ticket.purchase_limit}`))
    // the answers of tickets that are not sold count for nothing, and reading a thousand takes long
    const perTicket = Array.from({ length: isTooMany ? 0 : quantity }, (_one, number) =>
      readOptionValues(
        ticket.options,
        values.filter(({ ticketIndex }) => ticketIndex === number).map(({ value }) => value),
      ),
    )
    perTicket.forEach(({ faults: wrong }, number) => {
      for (const { optionId, fault } of listRefused(context, wrong))
        faults.push(toFault(`${at}.values.${number}.${optionId}`, fault))
    })
    const item: EventItem = {
      part: 'ticket',
      ...toPlace(stored),
      ticketId: ticket.id,
      description: ticket.description,
      values: perTicket.map((one) => one.values),
      buyer,
    }
    return {
      ...toTicketLine(ticket, quantity),
      item,
      scarce: [{ thing: toTicketThing(ticket.id), quantity, eventId: stored.id }],
    }
  })
  if (faults.length > 0) throw toInvalid(faults)
  return lines
}
