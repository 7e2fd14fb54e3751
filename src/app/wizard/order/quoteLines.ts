// The rows of a price, and the lines of an order, in words.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QuoteLine, SumRow } from '../../../domain/order.ts'
import type { PriceRow } from './priceRows.ts'

/** The event's own word for its tickets may take their place. */
export function toRowText(i18n: I18n, { kind, quantity, lines }: PriceRow, ticketLabel = ''): string {
  if (kind === 'registration') return i18n._(msg`Registrations (x${quantity})`)
  if (kind === 'space') return i18n._(msg`Spaces (x${quantity})`)
  if (kind === 'product') return i18n._(msg`Products (x${quantity})`)
  if (kind === 'ticket') {
    return ticketLabel === '' ? i18n._(msg`Tickets (x${quantity})`) : `${ticketLabel} (x${quantity})`
  }
  return lines.map((line) => toLineText(i18n, line)).join(', ')
}

/** One line by itself. A kind without a text here has the club's own name. */
export function toLineText(i18n: I18n, { kind, label, quantity }: QuoteLine): string {
  if (kind === 'membership') return i18n._(msg`Membership (x${quantity} Years)`)
  if (kind === 'renewal') return i18n._(msg`Renew Membership (x${quantity})`)
  if (kind === 'donation') return i18n._(msg`Donation`)
  if (kind === 'registration') {
    return label === '' ? i18n._(msg`Registration`) : i18n._(msg`Registration: ${label}`)
  }
  if (kind === 'space') return i18n._(msg`Space: ${label}`)
  if (kind === 'product') return label
  if (kind === 'shipping') return i18n._(msg`Shipping`)
  return `${label} (x${quantity})`
}

/** What each line of a row names beyond the row: which vehicle, space, ticket or product. */
export function listDetails({ kind, lines }: PriceRow): string[] {
  if (kind === 'ticket') {
    return lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ label, quantity }) => (lines.length === 1 ? label : `${label} (x${quantity})`))
      .filter((text) => text !== '')
  }
  const isNamed = kind === 'registration' || kind === 'space' || kind === 'product'
  return isNamed ? lines.map(({ label }) => label).filter((label) => label !== '') : []
}

const sumTexts: Readonly<Record<SumRow['id'], MessageDescriptor>> = {
  testMode: msg`TEST MODE: nothing is charged`,
  discount: msg`Member Discount`,
  storeDiscount: msg`Discounts`,
  subTotal: msg`Sub-total`,
  serviceFee: msg`Service fee`,
  taxes: msg`Taxes`,
}

export function toSumText(i18n: I18n, { id }: SumRow): string {
  return i18n._(sumTexts[id])
}
