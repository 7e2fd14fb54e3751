// All SQL for officers about what an event has sold and who is entered: with names, addresses and orders.
import { sql } from 'kysely'
import type { OptionValue } from '../../../domain/event.ts'
import type { Tx } from '../../db/open.ts'
import { selectReserved } from './space.ts'

/** Every car of an event, also those that no order has made, by class and number. */
export async function listRegistrations(tx: Tx, eventId: number) {
  const rows = await tx
    .selectFrom('entry')
    .leftJoin('order_line as line', (join) =>
      join.onRef('line.order_id', '=', 'entry.order_id').onRef('line.line', '=', 'entry.order_line'),
    )
    .leftJoin('purchase_order as order', 'order.id', 'entry.order_id')
    .where('entry.event_id', '=', eventId)
    .select([
      'entry.car_number as carNumber',
      'entry.class_number as classNumber',
      'entry.year',
      'entry.make',
      'entry.model',
      'entry.trim',
      'entry.color',
      'entry.engine',
      'entry.option_values as values',
      'entry.fname',
      'entry.lname',
      'entry.address',
      'entry.city',
      'entry.state',
      'entry.zip',
      'entry.country',
      'entry.phone',
      'entry.email',
      'entry.allow_email_marketing as allowEmailMarketing',
      'entry.notes',
      'entry.created_at as createdAt',
      'entry.order_id as orderId',
      'entry.order_line as line',
      'line.state as lineState',
      'order.state as orderState',
      'order.mode',
      'order.total_cents as totalCents',
    ])
    .execute()
  return rows.sort((a, b) => a.classNumber - b.classNumber || Number(a.carNumber) - Number(b.carNumber))
}

/** Every vendor of an event with contact and order, in the order in which they came. */
export function listVendorContacts(tx: Tx, eventId: number) {
  return tx
    .selectFrom('vendor')
    .leftJoin('purchase_order as order', 'order.id', 'vendor.order_id')
    .where('vendor.event_id', '=', eventId)
    .orderBy('vendor.id')
    .select([
      'vendor.id',
      'vendor.name',
      'vendor.goods',
      'vendor.vendor_type as vendorType',
      'vendor.contact_name as contactName',
      'vendor.address',
      'vendor.city',
      'vendor.state',
      'vendor.zip',
      'vendor.phone',
      'vendor.email',
      'vendor.allow_email_marketing as allowEmailMarketing',
      'vendor.tax_id as taxId',
      'vendor.description',
      'vendor.created_at as createdAt',
      'vendor.order_id as orderId',
      'vendor.sale',
      'order.state as orderState',
      'order.mode',
      'order.total_cents as totalCents',
    ])
    .execute()
}

/** The spaces that the vendors of an event have, each with the line of the order that has sold it. */
export function listVendorSpaces(tx: Tx, eventId: number) {
  return selectReserved(tx)
    .innerJoin('event_map as map', 'map.id', 'element.event_map_id')
    .leftJoin('order_line as line', (join) =>
      join
        .onRef('line.order_id', '=', 'vendor.order_id')
        .on('line.kind', '=', 'space')
        .on('line.state', 'in', ['delivered', 'kept'])
        .on(sql<boolean>`(line.given ->> 'elementId')::int = element.id`),
    )
    .where('vendor.event_id', '=', eventId)
    .orderBy('map.position')
    .orderBy('map.id')
    .orderBy('element.id')
    .select([
      'vendor.id as vendorId',
      'element.id as elementId',
      'element.row',
      'element.num',
      'map.id as mapId',
      'map.label as mapLabel',
      'line.line',
    ])
    .execute()
}

/** Every ticket that was sold for an event, also refunded ones, in the order of the sales. */
export function listEventTickets(tx: Tx, eventId: number) {
  return tx
    .selectFrom('sold_ticket as ticket')
    .innerJoin('purchase_order as order', 'order.id', 'ticket.order_id')
    .where('ticket.event_id', '=', eventId)
    .orderBy('ticket.order_id')
    .orderBy('ticket.line')
    .orderBy('ticket.number')
    .select([
      'ticket.code',
      'ticket.ticket_id as ticketId',
      'ticket.description',
      'ticket.option_values as values',
      'ticket.name',
      'ticket.address',
      'ticket.city',
      'ticket.state',
      'ticket.zip',
      'ticket.phone',
      'ticket.email',
      'ticket.allow_email_marketing as allowEmailMarketing',
      'ticket.created_at as createdAt',
      'ticket.used_at as usedAt',
      'ticket.void_at as voidAt',
      'ticket.order_id as orderId',
      'ticket.line',
      'order.state as orderState',
      'order.mode',
      'order.total_cents as totalCents',
    ])
    .$narrowType<{ values: OptionValue[] }>()
    .execute()
}
