// The vendors who bought their spaces online: they travel beside the event's pack, with a version of their own.
import { createHash } from 'node:crypto'
import type { SoldVendors } from '../../domain/event.ts'
import { noSoldVendors } from '../../domain/sales/soldVendors.ts'
import { toAnswer } from '../../domain/shapes/recordShape.ts'
import { vendorFields } from '../../domain/shapes/vendor.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { Services } from '../process/services.ts'
import { listMaps, listReservations } from './db/eventMap.ts'
import { listVendors } from './db/vendor.ts'
import { createEventMemory } from './eventMemory.ts'

const remember = createEventMemory<SoldVendors>({ withSales: true })

/** Read again only after a sale, or when the event has changed. Undefined for an unknown event or a draft. */
export function findSoldVendors(
  tx: Tx,
  services: Pick<Services, 'database'>,
  tenant: TenantIdentity,
  eventId: number,
): Promise<SoldVendors | undefined> {
  return remember(tx, services.database, tenant, eventId, () => readSoldVendors(tx, eventId))
}

async function readSoldVendors(tx: Tx, eventId: number): Promise<SoldVendors> {
  const maps = await listMaps(tx, [eventId])
  const reserved = await listReservations(
    tx,
    maps.map(({ id }) => id),
    'later',
  )
  const sold = await listVendors(tx, [eventId], 'later')
  const content = {
    vendors: sold.map((vendor) => toAnswer(vendorFields, vendor, () => '')),
    reservations: reserved.map(({ mapId, vendorId, eventMapElementId }) => ({
      map: mapId,
      vendorId,
      eventMapElementId,
    })),
  }
  return { version: content.vendors.length === 0 ? noSoldVendors : toVersion(content), ...content }
}

/** The same content gives the same version, in every process and after every restart. */
function toVersion(content: Omit<SoldVendors, 'version'>): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}
