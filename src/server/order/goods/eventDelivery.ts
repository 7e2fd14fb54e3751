// Delivers one line of an order at an event: a car with its number, a space, or tickets with their codes.
import { randomBytes } from 'node:crypto'
import { findCarNumber } from '../../../domain/carNumber.ts'
import { foldEmail } from '../../../domain/member.ts'
import { toTicketCode } from '../../../domain/sales/ticketCode.ts'
import type { Tx } from '../../db/open.ts'
import { countSale, lockEvent } from '../../event/db/event.ts'
import { listClasses } from '../../event/db/eventClass.ts'
import { deleteEntry, insertEntry, listCarNumbers } from '../../event/db/showEntry.ts'
import { insertSoldTickets, voidTickets } from '../../event/db/soldTicket.ts'
import { deleteReservation, insertReservation } from '../../event/db/space.ts'
import { deleteVendorWithoutSpaces, makeVendorOfOrder } from '../../event/db/vendor.ts'
import { gateCodeBytes } from '../../limits/sizes.ts'
import { type GivenOf, getGiven } from '../db/given.ts'
import type { Delivery, DeliveryResult } from '../goods.ts'
import { type EventItemOf, eventItem } from './eventItem.ts'
import { toEntrantAddress } from './eventLengths.ts'

export async function deliverEventPart(delivery: Delivery): Promise<DeliveryResult> {
  const item = eventItem.parse(delivery.item)
  const { tx } = delivery
  // one sale after the other: car numbers are given in turn
  if (!(await lockEvent(tx, item.eventId))) return refuse('the event is gone')
  switch (item.part) {
    case 'registration':
      return deliverRegistration(delivery, item)
    case 'space':
      return deliverSpace(delivery, item)
    case 'ticket':
      return deliverTickets(delivery, item)
  }
}

function refuse(undeliverable: string): DeliveryResult {
  return { undeliverable, reason: 'not-available' }
}

async function deliverRegistration(
  delivery: Delivery,
  { eventId, event, entry }: EventItemOf<'registration'>,
): Promise<DeliveryResult> {
  const { tx, order, line } = delivery
  const { classNumber, values, allowEmailMarketing, ...rest } = entry
  const { year, make, model, trim, color, engine, address1, address2, partner: _, ...owner } = rest
  const classes = await listClasses(tx, eventId)
  if (!classes.some(({ number }) => number === classNumber)) return refuse('the class is gone')
  const carNumber = findCarNumber(
    classNumber,
    classes.map(({ number }) => number),
    await listCarNumbers(tx, eventId),
  )
  if (carNumber === undefined) return refuse('the class has no number left')
  const createdAt = new Date(delivery.now)
  const entryId = await insertEntry(tx, {
    eventId,
    orderId: order.id,
    line,
    sale: await countSale(tx, eventId, { at: createdAt, pack: 'in-time' }),
    carNumber,
    classNumber,
    vehicle: { year, make, model, trim, color, engine },
    values,
    memberId: order.memberId,
    owner: { ...owner, address: toEntrantAddress(entry) },
    allowEmailMarketing,
    createdAt,
  })
  return give<'registration'>({ eventId, event, entryId, carNumber })
}

async function deliverSpace(
  { tx, order, now }: Delivery,
  { eventId, event, elementId, vendor }: EventItemOf<'space'>,
): Promise<DeliveryResult> {
  const at = new Date(now)
  const sale = await countSale(tx, eventId, { at, pack: 'never' })
  const owner = { eventId, orderId: order.id, sale, memberId: order.memberId, at }
  const vendorId = await makeVendorOfOrder(tx, owner, vendor)
  if (!(await insertReservation(tx, { elementId, vendorId }))) {
    await giveSpaceBack(tx, { elementId, vendorId })
    return refuse('the space is taken')
  }
  return give<'space'>({ eventId, event, vendorId, elementId })
}

/** With their last space the vendor, too, goes from the show. */
async function giveSpaceBack(tx: Tx, space: { elementId: number; vendorId: number }): Promise<void> {
  await deleteReservation(tx, space)
  await deleteVendorWithoutSpaces(tx, space.vendorId)
}

async function deliverTickets(
  { tx, order, line, now }: Delivery,
  { eventId, event, ticketId, description, values, buyer }: EventItemOf<'ticket'>,
): Promise<DeliveryResult> {
  const tickets = values.map((own, index) => ({
    orderId: order.id,
    line,
    number: index + 1,
    eventId,
    ticketId,
    code: toTicketCode(randomBytes(gateCodeBytes)),
    description,
    values: own,
    memberId: order.memberId,
    buyer,
    emailFolded: foldEmail(buyer.email),
    createdAt: new Date(now),
  }))
  await insertSoldTickets(tx, tickets)
  return give<'ticket'>({ eventId, event, codes: tickets.map(({ code }) => code) })
}

function give<K extends 'registration' | 'space' | 'ticket'>(given: GivenOf<K>): DeliveryResult {
  return { given: { ...given } }
}

/** A car that was scored, and tickets that were used, stay with the buyer. */
export async function takeEventPartBack(delivery: Delivery & { readonly given: unknown }): Promise<boolean> {
  const { tx, order, line, now } = delivery
  const { part, eventId } = eventItem.parse(delivery.item)
  await lockEvent(tx, eventId)
  const at = new Date(now)
  if (part === 'ticket') return voidTickets(tx, order.id, line, at)
  if (part === 'space') {
    await giveSpaceBack(tx, getGiven('space', delivery.given))
  } else if (!(await deleteEntry(tx, getGiven('registration', delivery.given).entryId))) {
    return false
  }
  await countSale(tx, eventId, { at, pack: part === 'space' ? 'never' : 'at-once' })
  return true
}
