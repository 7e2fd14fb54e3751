// The maps and vendors of an event's pack, together with the vendors who bought their spaces online.
import type { EventMap, EventVendor, SoldVendors } from '../event.ts'

/** The version while nobody has bought a space online. */
export const noSoldVendors = 'none'

interface PackVendors {
  readonly maps: EventMap[]
  readonly vendors: EventVendor[]
}

/** A vendor or a space that the pack has is the pack's: packs of earlier builds have those that were sold, too. */
export function withSoldVendors<P extends PackVendors>(
  packed: P,
  sold: Pick<SoldVendors, 'vendors' | 'reservations'> | undefined,
): P {
  if (sold === undefined || sold.vendors.length === 0) return packed
  const known = new Set(packed.vendors.map(({ id }) => id))
  const added = sold.vendors.filter(({ id }) => !known.has(id))
  const ids = new Set(added.map(({ id }) => id))
  const spacesOf = Map.groupBy(
    sold.reservations.filter(({ vendorId }) => ids.has(vendorId)),
    ({ map }) => map,
  )
  return {
    ...packed,
    vendors: [...packed.vendors, ...added],
    maps: packed.maps.map((map) => ({
      ...map,
      reservations: [
        ...map.reservations,
        ...(spacesOf.get(map.id) ?? []).map(({ vendorId, eventMapElementId }) => ({
          vendorId,
          eventMapElementId,
        })),
      ],
    })),
  }
}
