// The order so far, with the server's prices.
import { Trans, useLingui } from '@lingui/react/macro'
import { toQuote } from '../../../domain/order.ts'
import { isUnreachable, toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { useOrderWizard } from '../wizardContext.ts'
import styles from './PriceSummary.module.css'
import { fillLines } from './priceRows.ts'
import { QuoteTable } from './QuoteTable.tsx'

/** Nothing is chosen yet, so all prices are 0. */
const nothing = toQuote([], {
  serviceFeeCents: 0,
  taxRates: { membership: 0, event: 0, tickets: 0, products: 0 },
})

/** The prices, or why there are none. */
export function PriceSummary() {
  const { i18n, t } = useLingui()
  const { ending, price, values, orderQuote } = useOrderWizard()
  const isChosen = ending.toPriced(values) !== undefined
  const known = orderQuote ?? (isChosen ? price.quote : nothing)
  const quote = known && { ...known, lines: fillLines(known.lines, ending.emptyLines) }
  const isOld = orderQuote === undefined && isChosen && !price.isCurrent
  return (
    <>
      {quote !== undefined && (
        <div className={isOld ? styles.old : undefined} aria-busy={isOld || undefined}>
          <QuoteTable quote={quote} hasDiscount={ending.hasDiscount} ticketLabel={ending.ticketLabel} />
        </div>
      )}
      {quote === undefined && price.error === undefined && (
        <Skeleton label={t`Loading the price…`}>
          <SkeletonShape shape="line" count={5} />
        </Skeleton>
      )}
      {orderQuote === undefined && price.error !== undefined && (
        <Notice
          tone={isUnreachable(price.error) ? 'info' : 'bad'}
          live="status"
          action={
            // after signing in again the price is loaded automatically
            ending.unpriced === undefined && (
              <Button size="row" busy={price.isFetching} onClick={price.refetch}>
                <Trans>Try again</Trans>
              </Button>
            )
          }
        >
          {isUnreachable(price.error) ? (
            <Trans>No connection: the price cannot be checked now. What you typed is kept.</Trans>
          ) : (
            toFailureText(i18n, price.error)
          )}
        </Notice>
      )}
    </>
  )
}
