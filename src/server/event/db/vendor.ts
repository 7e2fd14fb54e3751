// All SQL about the vendors of events.
import { listShownColumns } from '../../../domain/shapes/recordShape.ts'
import { vendorFields } from '../../../domain/shapes/vendor.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { isAmong, type Sales } from './sales.ts'

// not the database's own order, which differs between servers and would change a pack's version
const byName = new Intl.Collator('en', { numeric: true })

/** By name. Answers show no contact and no tax number of a vendor. */
export async function listVendors(tx: Tx, eventIds: readonly number[], sales: Sales = 'all') {
  const rows = await tx
    .selectFrom('vendor')
    .where('event_id', '=', anyOf(eventIds))
    .where(isAmong(sales, 'vendor'))
    .orderBy('id')
    .select(['event_id', ...listShownColumns(vendorFields)])
    .execute()
  return rows.sort((a, b) => byName.compare(a.name, b.name))
}
