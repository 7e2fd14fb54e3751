// The member's own membership as the server answers it, and the names of its card.
import type { Output } from '../../../../contract/index.ts'
import { toBrandName } from '../../../../domain/sales/cardBrand.ts'

export type OwnMembership = Output<'get_own_membership'>['membership']

/** "Visa ···· 4242" */
export function toCardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${toBrandName(brand)}\u00a0····\u00a0${last4}`
}
