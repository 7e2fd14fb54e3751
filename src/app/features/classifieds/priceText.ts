// The price while it is typed. Whatever could mean two amounts stays as it is, and is asked about when it is saved.
import { type AmountText, typeAmount } from '../../wizard/fields/amountText.ts'

/** Only digits and the marks of an amount can be typed. */
export function typePrice(before: AmountText, raw: string): AmountText {
  return typeAmount(before, raw.replace(/[^\d.,$]/g, ''))
}
