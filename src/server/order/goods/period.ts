// What joining and renewing share: whole years of a membership type.
import { Failure } from '../../../contract/failures.ts'
import { isYearsChoice } from '../../../domain/membership.ts'
import { categories, type PricedLine } from '../../../domain/order.ts'
import type { StoredMemberType } from '../../member/db/memberType.ts'
import type { QuoteContext } from '../goods.ts'

/** Why there is nothing to renew. */
export const renewalTexts = {
  /** kept-wording */
  'child-membership': 'This is a child membership and cannot be used to renew a membership.',
  'life-member': 'This is a membership for life. There is nothing to renew.',
  'renewal-too-early': 'This membership cannot be renewed yet.',
  // the same words whatever the reason: whoever reads them may be a stranger
  'renewal-not-found': 'There is no membership that can be renewed.',
} as const

export function refuseRenewal(code: keyof typeof renewalTexts): Failure {
  return new Failure(code, renewalTexts[code])
}

export function requireYears(settings: { maxRenewYears: number }, years: number): void {
  if (!isYearsChoice(years, settings)) {
    throw new Failure('bad-years', 'This number of years cannot be chosen.')
  }
}

export function toPeriodLine(
  kind: 'membership' | 'renewal',
  type: StoredMemberType,
  years: number,
): PricedLine {
  const yearCents = kind === 'membership' ? type.priceCents : type.renewPriceCents
  return {
    kind,
    label: type.label,
    itemId: type.id,
    quantity: years,
    amountCents: yearCents * years,
    sale: 'membership',
  }
}

export function toMembershipPayment({ club }: QuoteContext) {
  return { category: categories.membership, description: `${club.name} membership` }
}
