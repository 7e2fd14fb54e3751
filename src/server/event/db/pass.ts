// All SQL about passes: what a member has for events, or what an order has brought, with the codes for the gate.
import { type RawBuilder, sql } from 'kysely'
import type { EventOption, OptionValue } from '../../../domain/event.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { selectReserved } from './space.ts'

/**
 * A member is named by the id alone, never by an e-mail address. Theirs are those of published events that end on the
 * day `since` or later.
 */
export type PassOwner = { readonly memberId: number; readonly since: string } | { readonly orderId: number }

/** Nothing that was refunded, also where it stays with the buyer. Each kind is in the order in which it was bought. */
export async function listPasses(tx: Tx, owner: PassOwner) {
  const isOwn = (table: 'entry' | 'sold' | 'vendor') => isOf(owner, table)
  const isShown =
    'since' in owner
      ? sql<boolean>`(event.published and event.end_on >= ${owner.since}::date)`
      : sql<boolean>`true`
  const tickets = await tx
    .selectFrom('sold_ticket as sold')
    .innerJoin('event', 'event.id', 'sold.event_id')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.order_id', '=', 'sold.order_id').onRef('line.line', '=', 'sold.line'),
    )
    .leftJoin('ticket', 'ticket.id', 'sold.ticket_id')
    .where(isOwn('sold'))
    .where(isShown)
    .where('sold.void_at', 'is', null)
    .where('line.state', '=', 'delivered')
    .orderBy('sold.id')
    .select(['sold.event_id as eventId', 'sold.order_id as orderId', 'sold.code'])
    .select(['sold.description', 'sold.option_values as values', 'sold.used_at as usedAt', 'ticket.options'])
    .$narrowType<{ values: OptionValue[]; options: EventOption[] | null }>()
    .execute()
  const cars = await tx
    .selectFrom('entry')
    .innerJoin('event', 'event.id', 'entry.event_id')
    .leftJoin('event_class as class', (join) =>
      join.onRef('class.event_id', '=', 'entry.event_id').onRef('class.number', '=', 'entry.class_number'),
    )
    .leftJoin('order_line as line', (join) =>
      join.onRef('line.order_id', '=', 'entry.order_id').onRef('line.line', '=', 'entry.order_line'),
    )
    .where(isOwn('entry'))
    .where(isShown)
    // no order has made what a club file brought
    .where((eb) => eb.or([eb('entry.order_id', 'is', null), eb('line.state', '=', 'delivered')]))
    .orderBy('entry.id')
    .select(['entry.event_id as eventId', 'entry.order_id as orderId', 'entry.order_line as line'])
    .select(['entry.code', 'entry.car_number as carNumber', 'entry.year', 'entry.make', 'entry.model'])
    .select(['entry.class_number as classNumber', 'class.description as className'])
    .select(['entry.option_values as values', 'event.registration_options as options'])
    .$narrowType<{ values: OptionValue[]; options: EventOption[] }>()
    .execute()
  const spaces = await selectReserved(tx)
    .innerJoin('event_map as map', 'map.id', 'element.event_map_id')
    .innerJoin('event', 'event.id', 'vendor.event_id')
    .where(isOwn('vendor'))
    .where(isShown)
    .orderBy('reservation.id')
    .select(['vendor.event_id as eventId', 'vendor.order_id as orderId', 'reservation.code'])
    .select([
      'reservation.map_element_id as elementId',
      'element.row',
      'element.num',
      'map.label as mapLabel',
    ])
    .execute()
  const shifts = 'memberId' in owner ? await listShiftPasses(tx, owner.memberId, isShown) : []
  return { tickets, cars, spaces, shifts }
}

function isOf(owner: PassOwner, table: 'entry' | 'sold' | 'vendor'): RawBuilder<boolean> {
  const [column, id] = 'memberId' in owner ? ['member_id', owner.memberId] : ['order_id', owner.orderId]
  return sql<boolean>`${sql.ref(`${table}.${column}`)} = ${id}::int`
}

function listShiftPasses(tx: Tx, memberId: number, isShown: RawBuilder<boolean>) {
  return tx
    .selectFrom('shift_worker as worker')
    .innerJoin('shift', 'shift.id', 'worker.shift_id')
    .innerJoin('shift_schedule as schedule', 'schedule.id', 'shift.shift_schedule_id')
    .innerJoin('event', 'event.id', 'schedule.event_id')
    .where('worker.member_id', '=', memberId)
    .where('worker.asked_until', 'is', null)
    .where(isShown)
    .orderBy('shift.shift_on')
    .orderBy('shift.start_hour')
    .orderBy('shift.start_minute')
    .orderBy('worker.id')
    .select(['schedule.event_id as eventId', 'schedule.name as schedule', 'worker.code'])
    .select(['shift.shift_on as shiftDate', 'shift.start_hour as start'])
    .select(['shift.start_minute as startMinute', 'shift.duration_minutes as minutes'])
    .execute()
}

/** When and where these events are. */
export function listPassEvents(tx: Tx, eventIds: readonly number[]) {
  return tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.id', '=', anyOf(eventIds))
    .orderBy('event.start_on')
    .orderBy('event.id')
    .select(['event.id', 'event.name', 'event.start_on as startDate', 'event.end_on as endDate'])
    .select(['event.place', 'event.gate_time as gateTime'])
    .select([sql<string>`coalesce(event.time_zone, club.time_zone)`.as('timeZone')])
    .execute()
}
