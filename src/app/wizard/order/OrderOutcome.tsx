// The state of an order, in words that are true whatever happened before.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ClubContact } from '../../text/ClubContact.tsx'
import { isUnreachable, toFailureText } from '../../text/failureText.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ProcessingPanel } from '../thanks/ProcessingPanel.tsx'
import { listParts, type PartKind } from '../thanks/parts.ts'
import { useLateParts } from '../thanks/useLateParts.ts'
import styles from './OrderOutcome.module.css'
import { OrderThanks } from './OrderThanks.tsx'
import { isFulfilled, isUnpaid } from './orderState.ts'
import { UnfulfilledOrder, UnpaidOrder } from './UnfulfilledOrder.tsx'
import type { OrderReading } from './useOrder.ts'

export interface OrderOutcomeProps {
  reading: OrderReading
  /** What is being bought on this device; undefined if only the order's address is known. */
  parts: readonly PartKind[] | undefined
  /** The heading level, below the page's own. */
  level: 2 | 3
  /** The action to offer if nothing was paid. */
  unpaidAction?: ReactNode
}

/** One region for all outcomes: a region that appears with its words is not announced. */
export function OrderOutcome(props: OrderOutcomeProps) {
  return (
    <>
      <div role="status">
        <Outcome {...props} />
      </div>
      <ClubContact />
    </>
  )
}

function Outcome({ reading, parts: wanted, level, unpaidAction }: OrderOutcomeProps) {
  const { order, isMissing } = reading
  if (isMissing) {
    return (
      <Notice tone="bad" title={<Trans>We can't find this order</Trans>}>
        <Trans>Check the link, or ask an officer of the club.</Trans>
      </Notice>
    )
  }
  const parts = order === undefined ? wanted : listParts(order.lines)
  if (parts === undefined) return <CheckingOrder reading={reading} />
  if (order === undefined || (order.state === 'pending' && order.paid)) {
    return <Processing reading={reading} parts={parts} level={level} />
  }
  if (isUnpaid(order)) return <UnpaidOrder order={order} action={unpaidAction} />
  return isFulfilled(order) ? <OrderThanks order={order} level={level} /> : <UnfulfilledOrder order={order} />
}

/** It is not known yet whether the order exists, so nothing may be promised. */
function CheckingOrder({ reading: { error } }: { reading: OrderReading }) {
  return (
    <Panel>
      <div className={styles.processing}>
        <Spinner />
        <p className="strong">
          <Trans>Checking your order…</Trans>
        </p>
      </div>
      {error !== undefined && <AskFault error={error} />}
    </Panel>
  )
}

/** There is nothing to try: the order's state is asked for again anyway. */
function AskFault({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="warn">
      {isUnreachable(error) ? (
        <Trans>The club's server cannot be reached. It will be tried again automatically.</Trans>
      ) : (
        toFailureText(i18n, error)
      )}
    </Notice>
  )
}

interface ProcessingProps {
  reading: OrderReading
  parts: readonly PartKind[]
  level: 2 | 3
}

function Processing({ reading, parts, level }: ProcessingProps) {
  const { order, error } = reading
  const late = useLateParts(parts)
  const number = order?.receiptId
  return (
    <ProcessingPanel parts={parts} level={level} late={late}>
      {late.size > 0 && (
        <Notice tone="info" title={<Trans>This takes longer than usual. Your order is safe.</Trans>}>
          {number !== undefined && (
            <p>
              <Trans>Order number: {number}</Trans>
            </p>
          )}
          <p>
            <Trans>
              This page keeps asking. You may also close it: the club's server finishes the order by itself
              and sends the receipt by e-mail.
            </Trans>
          </p>
        </Notice>
      )}
      {error !== undefined && <AskFault error={error} />}
    </ProcessingPanel>
  )
}
