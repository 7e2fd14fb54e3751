// The lines of a price in words.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Quote, QuoteLine } from '../../../domain/order.ts'

/** A kind without a text here has the club's own name. */
export function toLineText(i18n: I18n, { kind, label, quantity }: QuoteLine): string {
  if (kind === 'membership') return i18n._(msg`Membership (x${quantity} Years)`)
  if (kind === 'renewal') return i18n._(msg`Renew Membership (x${quantity})`)
  if (kind === 'donation') return i18n._(msg`Donation`)
  return `${label} (x${quantity})`
}

export interface SumLine {
  id: 'discount' | 'subTotal' | 'serviceFee' | 'taxes'
  text: string
  cents: number
}

/** The sums between lines and total, in the order of adding. A discount only if there is one. */
export function listSums(i18n: I18n, quote: Quote): SumLine[] {
  const { subTotalCents, discountCents, serviceFeeCents, taxesCents } = quote
  const sums: SumLine[] = [
    { id: 'subTotal', text: i18n._(msg`Sub-total`), cents: subTotalCents },
    { id: 'serviceFee', text: i18n._(msg`Service fee`), cents: serviceFeeCents },
    { id: 'taxes', text: i18n._(msg`Taxes`), cents: taxesCents },
  ]
  const discount: SumLine = { id: 'discount', text: i18n._(msg`Member Discount`), cents: -discountCents }
  return discountCents === 0 ? sums : [discount, ...sums]
}
