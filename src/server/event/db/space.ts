// All SQL about the spaces that vendors buy: which are for sale, and which are taken.
import { sql } from 'kysely'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { lastPartOfThing } from '../../limits/often.ts'
import { isTakenBesides } from './taken.ts'

const spacePrefix = 'space:'

/** The name of a space among the scarce things. */
export function toSpaceThing(elementId: number): string {
  return `${spacePrefix}${elementId}`
}

/** The chosen spaces of one event, each with its map. */
export function listSpaces(tx: Tx, eventId: number, elementIds: readonly number[]) {
  return tx
    .selectFrom('map_element as element')
    .innerJoin('event_map as map', 'map.id', 'element.event_map_id')
    .where('element.id', '=', anyOf(elementIds))
    .where('map.event_id', '=', eventId)
    .select([
      'element.id',
      'element.row',
      'element.num',
      'element.cost_cents as costCents',
      'map.id as mapId',
      'map.label as mapLabel',
      'map.member_discount_cents as memberDiscountCents',
      'map.available as isMapOpen',
      'map.available_starts_at as startsAt',
      'map.available_ends_at as endsAt',
    ])
    .execute()
}

/** The spaces that vendors have, each with its vendor; the caller says which. */
export function selectReserved(tx: Tx) {
  return tx
    .selectFrom('reservation')
    .innerJoin('vendor', 'vendor.id', 'reservation.vendor_id')
    .innerJoin('map_element as element', 'element.id', 'reservation.map_element_id')
}

/** Whether a space is for sale and nobody has it. Who only holds it is not asked for here. */
export async function isSpaceFree(tx: Tx, elementId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('map_element as element')
    .leftJoin('reservation', 'reservation.map_element_id', 'element.id')
    .where('element.id', '=', elementId)
    .where('element.available', '=', true)
    .select('reservation.id as reservation')
    .executeTakeFirst()
  return row !== undefined && row.reservation === null
}

/** The spaces of the same map that are for sale and that nobody has, as scarce things; also those that are held. */
export async function listSpacesAlike(tx: Tx, thing: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('map_element as element')
    .leftJoin('reservation', 'reservation.map_element_id', 'element.id')
    .where('element.event_map_id', '=', ({ selectFrom }) =>
      selectFrom('map_element as wanted')
        .where('wanted.id', '=', Number(thing.slice(spacePrefix.length)))
        .select('wanted.event_map_id'),
    )
    .where('element.available', '=', true)
    .where('reservation.id', 'is', null)
    .select('element.id')
    .execute()
  return rows.map(({ id }) => toSpaceThing(id))
}

/**
 * The spaces of an event that somebody holds, or has; without those of these orders, paid or not. Of the last tenth of
 * a map, what gives way is not taken (rules/payments 3.3).
 */
export async function listTakenSpaces(
  tx: Tx,
  eventId: number,
  ownOrderIds: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('hold')
    .where('event_id', '=', eventId)
    .where('state', 'in', ['held', 'sold'])
    .where('sole', '=', true)
    .where(isTakenBesides(ownOrderIds))
    .select(['thing', 'state', 'gives_way as givesWay'])
    .execute()
  const held = rows
    .filter(({ thing }) => thing.startsWith(spacePrefix))
    .map(({ thing, state, givesWay }) => ({
      id: Number(thing.slice(spacePrefix.length)),
      givesWay: givesWay && state === 'held',
    }))
  const free = held.some(({ givesWay }) => givesWay)
    ? await listGivenWay(tx, eventId, held)
    : new Set<number>()
  const reserved = await selectReserved(tx)
    .where('vendor.event_id', '=', eventId)
    .where(({ eb, not }) => not(eb(eb.fn.coalesce('vendor.order_id', sql.lit(0)), '=', anyOf(ownOrderIds))))
    .select('reservation.map_element_id as id')
    .execute()
  const ids = held.filter(({ id }) => !free.has(id)).map(({ id }) => id)
  return [...new Set([...ids, ...reserved.map(({ id }) => id)])].sort((a, b) => a - b)
}

/** What gives way on the maps of which less than a tenth of the unsold spaces is free. */
async function listGivenWay(
  tx: Tx,
  eventId: number,
  held: readonly { readonly id: number; readonly givesWay: boolean }[],
): Promise<Set<number>> {
  const unsold = await tx
    .selectFrom('map_element as element')
    .innerJoin('event_map as map', 'map.id', 'element.event_map_id')
    .leftJoin('reservation', 'reservation.map_element_id', 'element.id')
    .where('map.event_id', '=', eventId)
    .where('element.available', '=', true)
    .where('reservation.id', 'is', null)
    .select(['element.id', 'map.id as mapId'])
    .execute()
  const given = new Set<number>()
  for (const spaces of Map.groupBy(unsold, ({ mapId }) => mapId).values()) {
    const own = held.filter(({ id }) => spaces.some((space) => space.id === id))
    if (spaces.length - own.length >= Math.ceil(spaces.length / lastPartOfThing)) continue
    for (const { id, givesWay } of own) if (givesWay) given.add(id)
  }
  return given
}

/** False when somebody has the space already, or it is gone. */
export async function insertReservation(
  tx: Tx,
  { elementId, vendorId }: { elementId: number; vendorId: number },
): Promise<boolean> {
  if (!(await isSpaceFree(tx, elementId))) return false
  const row = await tx
    .insertInto('reservation')
    .values({ map_element_id: elementId, vendor_id: vendorId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'map_element_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteReservation(
  tx: Tx,
  { elementId, vendorId }: { elementId: number; vendorId: number },
): Promise<void> {
  await tx
    .deleteFrom('reservation')
    .where('map_element_id', '=', elementId)
    .where('vendor_id', '=', vendorId)
    .execute()
}
