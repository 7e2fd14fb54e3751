// The order so far, with the server's prices: beside the steps, or in a sheet on a phone.
import { Trans, useLingui } from '@lingui/react/macro'
import { toQuote } from '../../../domain/order.ts'
import { isUnreachable, toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { useWizard } from '../wizardContext.ts'
import styles from './OrderSummary.module.css'
import { QuoteTable } from './QuoteTable.tsx'

/** Nothing is chosen yet, so all prices are 0. */
const nothing = toQuote([], {
  serviceFeeCents: 0,
  taxRates: { membership: 0, event: 0, tickets: 0, products: 0 },
})

/** The panel beside the steps. */
export function OrderSummary() {
  const { flow } = useWizard()
  return (
    <Panel title={flow.summaryTitle}>
      <SummaryBody />
      <SummaryButton />
    </Panel>
  )
}

/** The prices, or why there are none. */
export function SummaryBody() {
  const { i18n, t } = useLingui()
  const { flow, price, values, orderQuote } = useWizard()
  const isChosen = flow.toPriced(values) !== undefined
  const quote = orderQuote ?? (isChosen ? price.quote : { ...nothing, lines: flow.emptyLines })
  const isOld = orderQuote === undefined && isChosen && !price.isCurrent
  return (
    <>
      {quote !== undefined && (
        <div className={isOld ? styles.old : undefined} aria-busy={isOld || undefined}>
          <QuoteTable quote={quote} />
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
            flow.unpriced === undefined && (
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

/** Cancel while there is something to cancel, and Finished when all is done. */
export function SummaryButton() {
  const { cancel, finish, done, isCompleted, isPaying } = useWizard()
  return (
    <div className={styles.buttons}>
      <Button full onClick={cancel} disabled={isPaying || done !== undefined}>
        <Trans>Cancel</Trans>
      </Button>
      <Button full onClick={finish} disabled={!isCompleted}>
        <Trans>Finished</Trans>
      </Button>
    </div>
  )
}
