// The price while it is typed: digits and one point, at most seven digits and two decimals.
import { isPlainDollars } from '../../../domain/money.ts'
import { type AmountText, typeAmount } from '../../wizard/fields/amountText.ts'

/** A key that would make no price does nothing. What was pasted stays, so that its faults can be seen. */
export function typePrice(before: AmountText, raw: string): AmountText {
  const next = typeAmount(before, raw.replace(/[^\d.,$]/g, ''))
  const isLonger = next.text.length === before.text.length + 1
  return isLonger && isPlainDollars(before.text) && !isPlainDollars(next.text) ? before : next
}
