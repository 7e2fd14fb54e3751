// A price row by row, for the summary and the receipt on the screen.
import { Trans, useLingui } from '@lingui/react/macro'
import { toDollars } from '../../../domain/money.ts'
import { listSums, type Quote } from '../../../domain/order.ts'
import { formatMoney } from '../../text/format.ts'
import { groupLines } from './priceRows.ts'
import styles from './QuoteTable.module.css'
import { listDetails, toRowText, toSumText } from './quoteLines.ts'

export interface QuoteTableProps {
  quote: Quote
  /** The discount of members is listed at $0 too. */
  hasDiscount?: boolean | undefined
  /** The event's own word for its tickets. */
  ticketLabel?: string | undefined
}

export function QuoteTable({ quote, hasDiscount, ticketLabel }: QuoteTableProps) {
  const { i18n } = useLingui()
  return (
    <dl className={styles.table}>
      {groupLines(quote.lines).map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike, and none ever changes place
        <div key={index}>
          <dt>{toRowText(i18n, row, ticketLabel)}</dt>
          <dd>{toPrice(row.cents)}</dd>
          {listDetails(row).map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two cars may have the same name
            <dd key={place} className={styles.detail}>
              {text}
            </dd>
          ))}
        </div>
      ))}
      {listSums(quote, { hasDiscount }).map((row) => (
        <div key={row.id}>
          <dt>{toSumText(i18n, row)}</dt>
          <dd>{toPrice(row.cents)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd>{toPrice(quote.grandTotalCents)}</dd>
      </div>
    </dl>
  )
}

/** `-$5.00` with a real minus sign. */
export function toPrice(cents: number): string {
  return formatMoney(toDollars(cents)).replace('-', '−')
}
