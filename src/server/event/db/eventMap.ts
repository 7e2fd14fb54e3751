// All SQL about the maps of events: their spaces, which vendor has which, and places that are no stalls.
import type { MapElement } from '../../../domain/event.ts'
import { toDollars } from '../../../domain/money.ts'
import { eventPlaceFields } from '../../../domain/shapes/eventPlace.ts'
import { listShownColumns } from '../../../domain/shapes/recordShape.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { isAmong, type Sales } from './sales.ts'
import { selectReserved } from './space.ts'

export type StoredMap = Awaited<ReturnType<typeof listMaps>>[number]

export function listMaps(tx: Tx, eventIds: readonly number[]) {
  return tx
    .selectFrom('event_map')
    .where('event_id', '=', anyOf(eventIds))
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'event_id', 'label', 'picture_hash', 'member_discount_cents', 'available'])
    .select(['available_starts_at', 'available_ends_at'])
    .select(['ask_vendor_type', 'ask_vendor_taxid', 'ask_vendor_description'])
    .execute()
}

export async function listElements(
  tx: Tx,
  mapIds: readonly number[],
): Promise<{ mapId: number; element: MapElement }[]> {
  const rows = await tx
    .selectFrom('map_element')
    .where('event_map_id', '=', anyOf(mapIds))
    .orderBy('id')
    .select(['event_map_id', 'cost_cents', 'id', 'shape', 'x', 'y', 'w', 'h', 'a', 'row', 'num', 'type'])
    .select(['notes', 'available'])
    .execute()
  return rows.map(({ event_map_id, cost_cents, ...place }) => ({
    mapId: event_map_id,
    element: { ...place, cost: toDollars(cost_cents) },
  }))
}

/** Which vendor has which space, but nothing about the vendor. */
export async function listReservations(
  tx: Tx,
  mapIds: readonly number[],
  sales: Sales = 'all',
): Promise<{ mapId: number; vendorId: number; eventMapElementId: number }[]> {
  return selectReserved(tx)
    .where(isAmong(sales, 'vendor'))
    .where('element.event_map_id', '=', anyOf(mapIds))
    .orderBy('reservation.map_element_id')
    .select([
      'element.event_map_id as mapId',
      'reservation.vendor_id as vendorId',
      'reservation.map_element_id as eventMapElementId',
    ])
    .execute()
}

/** In the order of the club file. */
export function listPlaces(tx: Tx, eventId: number) {
  return tx
    .selectFrom('event_place')
    .where('event_id', '=', eventId)
    .orderBy('position')
    .orderBy('id')
    .select(['ref', ...listShownColumns(eventPlaceFields)])
    .execute()
}
