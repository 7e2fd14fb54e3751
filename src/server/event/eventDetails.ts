// Turns stored events into what everybody may see, with one statement per table for any number of events.
import type { ClubEvent, EventMap, EventTicket, MapElement } from '../../domain/event.ts'
import { toDollars } from '../../domain/money.ts'
import { eventFields } from '../../domain/shapes/event.ts'
import { toAnswer } from '../../domain/shapes/recordShape.ts'
import { vendorFields } from '../../domain/shapes/vendor.ts'
import { toPictureAddress } from '../club/addresses.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { Services } from '../process/services.ts'
import type { StoredEvent } from './db/event.ts'
import { listElements, listMaps, listReservations, type StoredMap } from './db/eventMap.ts'
import type { Sales } from './db/sales.ts'
import { countPublicSchedules } from './db/shift.ts'
import { listTickets, type StoredTicket } from './db/ticket.ts'
import { listVendors } from './db/vendor.ts'

type ToPicture = (hash: string | null) => string

/** In the order of `stored`. */
export async function readEventDetails(
  tx: Tx,
  services: Pick<Services, 'config'>,
  tenant: TenantIdentity,
  stored: readonly StoredEvent[],
  sales: Sales = 'all',
): Promise<ClubEvent[]> {
  const ids = stored.map((event) => event.id)
  const tickets = await listTickets(tx, ids, sales)
  const maps = await listMaps(tx, ids)
  const mapIds = maps.map((map) => map.id)
  const elements = await listElements(tx, mapIds)
  const reservations = await listReservations(tx, mapIds, sales)
  const vendors = await listVendors(tx, ids, sales)
  const publicSchedules = await countPublicSchedules(tx, ids)

  const toPicture: ToPicture = (hash) => toPictureAddress(services.config, tenant, hash)
  const elementsOf = Map.groupBy(elements, (one) => one.mapId)
  const reservationsOf = Map.groupBy(reservations, (one) => one.mapId)
  const mapsOf = Map.groupBy(maps, (map) => map.event_id)
  const ticketsOf = Map.groupBy(tickets, (ticket) => ticket.event_id)
  const vendorsOf = Map.groupBy(vendors, (vendor) => vendor.event_id)

  return stored.map((event) => ({
    ...toAnswer(eventFields, event, toPicture),
    tickets: (ticketsOf.get(event.id) ?? []).map((ticket) => toTicket(ticket, toPicture)),
    maps: (mapsOf.get(event.id) ?? []).map((map) =>
      toMap(
        map,
        toPicture,
        (elementsOf.get(map.id) ?? []).map((one) => one.element),
        (reservationsOf.get(map.id) ?? []).map(({ vendorId, eventMapElementId }) => ({
          vendorId,
          eventMapElementId,
        })),
      ),
    ),
    vendors: (vendorsOf.get(event.id) ?? []).map((vendor) => toAnswer(vendorFields, vendor, toPicture)),
    publicScheduleCount: publicSchedules.get(event.id) ?? 0,
    ...(event.published ? {} : { preview: true as const }),
  }))
}

function toTicket(ticket: StoredTicket, toPicture: ToPicture): EventTicket {
  return {
    id: ticket.id,
    description: ticket.description,
    price: toDollars(ticket.price_cents),
    limit: ticket.purchase_limit,
    remaining: ticket.remaining,
    availability: ticket.availability,
    startdate: ticket.starts_at.toISOString(),
    enddate: ticket.ends_at.toISOString(),
    imageData: toPicture(ticket.picture_hash),
    info: ticket.info,
    options: ticket.options,
  }
}

function toMap(
  map: StoredMap,
  toPicture: ToPicture,
  elements: MapElement[],
  reservations: EventMap['reservations'],
): EventMap {
  return {
    id: map.id,
    label: map.label,
    backgroundImage: toPicture(map.picture_hash),
    memberDiscount: toDollars(map.member_discount_cents),
    available: map.available,
    availableStartdate: toIso(map.available_starts_at),
    availableEnddate: toIso(map.available_ends_at),
    askVendorType: map.ask_vendor_type,
    askVendorTaxid: map.ask_vendor_taxid,
    askVendorDescription: map.ask_vendor_description,
    elements,
    reservations,
  }
}

function toIso(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString()
}
