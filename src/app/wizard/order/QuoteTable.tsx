// A price line by line, for the summary and the receipt on the screen.
import { Trans, useLingui } from '@lingui/react/macro'
import { toDollars } from '../../../domain/money.ts'
import type { Quote } from '../../../domain/order.ts'
import { formatMoney } from '../../text/format.ts'
import styles from './QuoteTable.module.css'
import { listSums, toLineText } from './quoteLines.ts'

export function QuoteTable({ quote }: { quote: Quote }) {
  const { i18n } = useLingui()
  return (
    <dl className={styles.table}>
      {quote.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none ever changes place
        <div key={index}>
          <dt>{toLineText(i18n, line)}</dt>
          <dd>{toPrice(line.amountCents)}</dd>
        </div>
      ))}
      {listSums(i18n, quote).map(({ id, text, cents }) => (
        <div key={id}>
          <dt>{text}</dt>
          <dd>{toPrice(cents)}</dd>
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
