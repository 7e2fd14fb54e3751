// What joining and renewing share: whole years of a membership type.
import { Failure } from '../../../contract/failures.ts'
import { isYearsChoice } from '../../../domain/membership.ts'
import { categories, type PricedLine } from '../../../domain/order.ts'
import type { StoredMemberType } from '../../member/db/memberType.ts'
import type { QuoteContext } from '../goods.ts'

/** kept-wording */
export const childText = 'This is a child membership and cannot be used to renew a membership.'
export const lifeText = 'This is a membership for life. There is nothing to renew.'
/** The same words whatever the reason: whoever reads them may be a stranger. */
export const notRenewableText = 'There is no membership that can be renewed.'
export const tooEarlyText = 'This membership cannot be renewed yet.'

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
