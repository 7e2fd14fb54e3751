// The member's own membership as the server answers it, and the names of its card.
import type { Output } from '../../../../contract/index.ts'

export type OwnMembership = Output<'get_own_membership'>['membership']

/** "Visa 4242": the provider writes brands with small letters. */
export function toCardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)}\u00a0····\u00a0${last4}`
}
