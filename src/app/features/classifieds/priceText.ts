// The price while it is typed: digits and the marks of an amount, at most seven digits before the point.
import { isPlainDollars } from '../../../domain/money.ts'
import { type AmountText, typeAmount } from '../../wizard/fields/amountText.ts'

/** A digit too many does nothing. What could mean two amounts stays as it is, and is asked about on saving. */
export function typePrice(before: AmountText, raw: string): AmountText {
  const next = typeAmount(before, raw.replace(/[^\d.,$]/g, ''))
  const isLonger = next.text.length === before.text.length + 1
  const isTooLarge = /^\d+(?:\.\d{0,2})?$/.test(next.text) && !isPlainDollars(next.text)
  return isLonger && isTooLarge && isPlainDollars(before.text) ? before : next
}
