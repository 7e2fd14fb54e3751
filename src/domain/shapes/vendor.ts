// A vendor of an event: each field once. Everybody sees what is sold, only officers see who sells it.
import { z } from 'zod'
import { email, flag, instant, lengths, optional, refTo, required, text } from './fileValues.ts'
import { vendorLengths } from './personLengths.ts'
import { column, optionalInFile, shown, shownId, toWireShape } from './recordShape.ts'

const types = '1 swap, 2 food, 3 merchandise, 4 camping, 0 other'

export const vendorFields = {
  id: shownId,
  name: shown(column.text('name', required(lengths.vendor.name))),
  goods: shown(column.text('goods', optional(lengths.vendor.goods))),
  vendorType: shown(column.int('vendor_type', z.int().min(0).max(99).default(0).describe(types))),
  member: column.ref('member_id', 'member', refTo('a member').optional()),
  contactName: column.text('contact_name', optional(lengths.vendor.name)),
  address: column.text('address', optional(lengths.vendor.address)),
  city: column.text('city', optional(lengths.vendor.city)),
  state: column.text('state', optional(lengths.vendor.state)),
  zip: column.text('zip', optional(lengths.vendor.zip)),
  phone: column.text('phone', optional(lengths.vendor.phone)),
  email: column.text('email', email.max(lengths.vendor.email).or(z.literal('')).default('')),
  allowEmailMarketing: column.flag('allow_email_marketing', flag.default(false)),
  /** What they write to the club when they sign up. */
  description: optionalInFile(column.text('description', text(vendorLengths.description).optional())),
  taxId: column.text('tax_id', optional(lengths.vendor.taxId)),
  created: optionalInFile(column.instant('created_at', instant.optional())),
}

export const vendorWire = z.object(toWireShape(vendorFields))

/** The vendors of an event who bought their spaces online. */
export const soldVendorsWire = z.object({
  /** 'none' while there are no such vendors. */
  version: z.string(),
  vendors: z.array(vendorWire),
  /** `map` is the map's id. */
  reservations: z.array(z.object({ map: z.number(), vendorId: z.number(), eventMapElementId: z.number() })),
})
