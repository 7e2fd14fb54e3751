// All SQL about the vendors of events.
import type { EventVendor } from '../../../domain/event.ts'
import { anyOf } from '../anyOf.ts'
import type { Tx } from '../open.ts'

// not the database's own order, which differs between servers and would change a pack's version
const byName = new Intl.Collator('en', { numeric: true })

/** By name. What everybody may see: no contact, no tax number. */
export async function listVendors(
  tx: Tx,
  tenantId: number,
  eventIds: readonly number[],
): Promise<{ eventId: number; vendor: EventVendor }[]> {
  const rows = await tx
    .selectFrom('vendor')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', anyOf(eventIds))
    .orderBy('id')
    .select(['event_id', 'id', 'name', 'goods', 'vendor_type'])
    .execute()
  rows.sort((a, b) => byName.compare(a.name, b.name))
  return rows.map((row) => ({
    eventId: row.event_id,
    vendor: { id: row.id, name: row.name, goods: row.goods, vendorType: row.vendor_type },
  }))
}
