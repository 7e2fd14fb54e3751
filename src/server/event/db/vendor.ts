// All SQL about the vendors of events: those of a show, those that an order makes, and what they give back.
import { foldEmail } from '../../../domain/member.ts'
import { listShownColumns } from '../../../domain/shapes/recordShape.ts'
import { vendorFields } from '../../../domain/shapes/vendor.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { isAmong, type Sales } from './sales.ts'
import { isSpaceFree } from './space.ts'

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

type VendorText = 'name' | 'address' | 'city' | 'state' | 'zip' | 'phone' | 'email' | 'taxId' | 'description'
export interface NewVendor extends Readonly<Record<VendorText, string>> {
  readonly allowEmailMarketing: boolean
  readonly vendorType: number
  /** What visitors read; orders of earlier builds have none. */
  readonly goods?: string | undefined
}

/** The vendor that this order makes: the first line of it inserts them. Answers their id. */
export async function makeVendorOfOrder(
  tx: Tx,
  { eventId, orderId, sale, memberId, at }: VendorOfOrder,
  { allowEmailMarketing, vendorType, taxId, goods = '', ...vendor }: NewVendor,
): Promise<number> {
  const known = await tx.selectFrom('vendor').where('order_id', '=', orderId).select('id').executeTakeFirst()
  if (known !== undefined) return known.id
  const { id } = await tx
    .insertInto('vendor')
    .values({
      event_id: eventId,
      order_id: orderId,
      sale,
      member_id: memberId,
      ...vendor,
      contact_name: vendor.name,
      email_folded: foldEmail(vendor.email),
      allow_email_marketing: allowEmailMarketing,
      vendor_type: vendorType,
      tax_id: taxId,
      goods,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when the vendor does not have the one space, or somebody has the other. Both must be locked. */
export async function moveReservation(
  tx: Tx,
  { vendorId, from, to }: { vendorId: number; from: number; to: number },
): Promise<boolean> {
  if (!(await isSpaceFree(tx, to))) return false
  const row = await tx
    .updateTable('reservation')
    .set({ map_element_id: to })
    .where('map_element_id', '=', from)
    .where('vendor_id', '=', vendorId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface VendorOfOrder {
  readonly eventId: number
  readonly orderId: number
  /** As `countSale` counts. */
  readonly sale: number
  readonly memberId: number | null
  readonly at: Date
}

/** Of those that an order has made. */
export async function deleteVendorWithoutSpaces(tx: Tx, vendorId: number): Promise<void> {
  await tx
    .deleteFrom('vendor')
    .where('id', '=', vendorId)
    .where('order_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservation').where('reservation.vendor_id', '=', vendorId).select('reservation.id'),
        ),
      ),
    )
    .execute()
}
