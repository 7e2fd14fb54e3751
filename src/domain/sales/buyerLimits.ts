// How long what vendors and ticket buyers type may be. Those of other forms: membership.ts.
import type { FieldLimit } from '../membership.ts'

export const vendorLimits = {
  name: { most: 64, required: true },
  address: { most: 128, required: true },
  city: { most: 64, required: true },
  state: { most: 2, required: true },
  zip: { most: 10, required: true },
  phone: { most: 20, required: true },
  email: { most: 128, required: true },
  taxId: { most: 20, required: false },
  description: { most: 2048 + 18, required: false },
} as const satisfies Record<string, FieldLimit>

/** The name is two fields of the form, the address too. */
export const ticketBuyerLimits = {
  name: { most: 32 + 1 + 32, required: true },
  address: { most: 128, required: true },
  city: { most: 64, required: true },
  state: { most: 32, required: true },
  zip: { most: 12, required: true },
  phone: { most: 12, required: true },
  email: { most: 128, required: true },
} as const satisfies Record<string, FieldLimit>
