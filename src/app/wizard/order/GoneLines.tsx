// What goes back of an order's money: for lines that the buyer does not have, not delivered or taken back, and for
// lines that they keep.
import { Trans, useLingui } from '@lingui/react/macro'
import { toHeading, useStandingWords } from '../../text/useStandingWords.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './GoneLines.module.css'
import type { OrderLine, OrderView } from './orderState.ts'
import { toPrice } from './QuoteTable.tsx'
import { toLineText } from './quoteLines.ts'
import { PartReturned } from './UnfulfilledOrder.tsx'

export function GoneLines({ order }: { order: OrderView }) {
  const words = useStandingWords()
  const { lines, state } = order
  const failed = lines.filter((line) => line.state === 'failed')
  const returned = lines.filter((line) => line.state === 'returned')
  // money went back, but not for one of the lines
  const isPartial = state === 'fulfilled_partial' && failed.length + returned.length === 0
  const isCancelled = returned.length > 0 || isPartial
  const partly = lines.filter((line) => line.state === 'delivered' && (line.refundedCents ?? 0) > 0)
  return (
    <>
      {partly.length > 0 && (
        <Notice tone="info" title={<Trans>The club has given back a part of your payment</Trans>}>
          <LineNames lines={partly} />
          {failed.length === 0 && !isCancelled && <PartReturned order={order} />}
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="warn" title={toHeading(words.part.failed)}>
          <LineNames lines={failed} />
          {!isCancelled && <PartReturned order={order} />}
        </Notice>
      )}
      {isCancelled && (
        <Notice
          tone="warn"
          title={toHeading(isPartial ? words.order.fulfilled_partial : words.part.returned)}
        >
          <LineNames lines={returned} />
          <PartReturned order={order} />
        </Notice>
      )}
    </>
  )
}

function LineNames({ lines }: { lines: readonly OrderLine[] }) {
  const { i18n } = useLingui()
  if (lines.length === 0) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={styles.names}>
      {lines.map((line, at) => {
        const refunded = toPrice(line.refundedCents ?? 0)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none ever changes place
          <li key={at}>
            {toLineText(i18n, line)}
            {(line.refundedCents ?? 0) > 0 && (
              <>
                {': '}
                <Trans>{refunded} goes back</Trans>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
