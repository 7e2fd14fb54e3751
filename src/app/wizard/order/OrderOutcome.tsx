// The state of an order, in words that are true whatever happened before.
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useClub } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { formatDay } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './OrderOutcome.module.css'
import { isFulfilled, isUnpaid, type OrderView } from './orderState.ts'
import { toPrice } from './QuoteTable.tsx'
import { toLineText } from './quoteLines.ts'
import type { OrderReading } from './useOrder.ts'

export interface OrderOutcomeProps {
  reading: OrderReading
  /** What is being bought on this device; undefined if only the order's address is known. */
  kind: string | undefined
  /** The heading level, below the page's own. */
  level: 2 | 3
  /** The action to offer if nothing was paid. */
  unpaidAction?: ReactNode
}

/** One region for all outcomes: a region that appears with its words is not announced. */
export function OrderOutcome(props: OrderOutcomeProps) {
  return (
    <div role="status">
      <Outcome {...props} />
    </div>
  )
}

function Outcome({ reading, kind, level, unpaidAction }: OrderOutcomeProps) {
  const { order, isMissing } = reading
  if (isMissing) {
    return (
      <Notice tone="bad" title={<Trans>We can't find this order</Trans>}>
        <Trans>Check the link, or ask an officer of the club.</Trans>
      </Notice>
    )
  }
  const ordered = order?.kind ?? kind
  if (ordered === undefined) return <CheckingOrder reading={reading} />
  if (order === undefined || (order.state === 'pending' && order.paid)) {
    return <Processing reading={reading} kind={ordered} level={level} />
  }
  if (isUnpaid(order)) return <Unpaid order={order} action={unpaidAction} />
  return isFulfilled(order) ? <Thanks order={order} level={level} /> : <Unfulfilled order={order} />
}

/** It is not known yet whether the order exists, so nothing may be promised. */
function CheckingOrder({ reading: { error } }: { reading: OrderReading }) {
  const { i18n } = useLingui()
  return (
    <Panel>
      <div className={styles.processing}>
        <Spinner />
        <p className="strong">
          <Trans>Checking your order…</Trans>
        </p>
      </div>
      {error !== undefined && <Notice tone="warn">{toFailureText(i18n, error)}</Notice>}
    </Panel>
  )
}

interface ProcessingProps {
  reading: OrderReading
  kind: string
  level: 2 | 3
}

function Processing({ reading, kind, level }: ProcessingProps) {
  const { i18n } = useLingui()
  const { order, error, isLate } = reading
  const number = order?.receiptId
  const Heading = `h${level}` as const
  return (
    <Panel>
      <div className={styles.processing}>
        <Spinner />
        <div>
          <Heading className="h3">
            <ProcessingText kind={kind} />
          </Heading>
          <p className="strong">
            <Trans>Do not click the back button.</Trans>
          </p>
        </div>
      </div>
      {isLate && (
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
      {error !== undefined && <Notice tone="warn">{toFailureText(i18n, error)}</Notice>}
    </Panel>
  )
}

function ProcessingText({ kind }: { kind: string }) {
  if (kind === 'membership') return <Trans>Processing membership...</Trans>
  if (kind === 'renewal') return <Trans>Processing membership renewal...</Trans>
  if (kind === 'donation') return <Trans>Processing donation...</Trans>
  return <Trans>Processing order...</Trans>
}

function Unpaid({ order, action }: { order: OrderView; action: ReactNode }) {
  if (order.state === 'pending' && !order.uncharged) {
    return (
      <Notice
        tone="warn"
        title={<Trans>We can't tell yet whether your payment went through</Trans>}
        action={action}
      >
        <Trans>This page keeps asking. Paying again charges the card once at most.</Trans>
      </Notice>
    )
  }
  if (order.state === 'pending') {
    return (
      <Notice tone="warn" title={<Trans>This order has not been paid yet</Trans>} action={action}>
        <Trans>
          Nothing has been charged so far. If you have just paid, this page will show it by itself.
        </Trans>
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title={<Trans>This order has ended without a payment</Trans>} action={action}>
      {order.uncharged ? (
        <Trans>Nothing was charged. You can order again.</Trans>
      ) : (
        <Trans>You can order again.</Trans>
      )}
    </Notice>
  )
}

function Unfulfilled({ order }: { order: OrderView }) {
  const { state, receiptId, refundedCents } = order
  const refunded = toPrice(refundedCents)
  switch (state) {
    case 'refunding':
      return (
        <Notice tone="warn" title={<Trans>Your payment is being returned</Trans>}>
          <p>
            <ReturnReason order={order} />
          </p>
          {refundedCents > 0 && (
            <p>
              <Trans>{refunded} goes back to your card. You don't need to do anything.</Trans>
            </p>
          )}
          <OrderNumber receiptId={receiptId} />
        </Notice>
      )
    case 'refunded':
      return (
        <Notice tone="warn" title={<Trans>Your payment was returned</Trans>}>
          <p>
            <ReturnReason order={order} />
          </p>
          {refundedCents > 0 && (
            <p>
              {order.inCash ? (
                <Trans>The club gives {refunded} back in cash.</Trans>
              ) : (
                <Trans>{refunded} went back to your card. Your bank may take some days to show it.</Trans>
              )}
            </p>
          )}
          <OrderNumber receiptId={receiptId} />
        </Notice>
      )
    case 'review':
      return (
        <Notice tone="warn" title={<Trans>An officer of the club looks at this order</Trans>}>
          <p>
            <Trans>Your payment arrived, but something about it has to be checked. Do not pay again.</Trans>
          </p>
          <OrderNumber receiptId={receiptId} />
        </Notice>
      )
    default:
      return (
        <Notice tone="warn" title={<ReturnReason order={order} />}>
          <PartReturned order={order} />
          <OrderNumber receiptId={receiptId} />
        </Notice>
      )
  }
}

/** The money for undelivered things goes back automatically. Otherwise an officer has given it back. */
function ReturnReason({ order }: { order: OrderView }) {
  return order.lines.some(({ state }) => state === 'failed') ? (
    <Trans>What you ordered could not be delivered.</Trans>
  ) : (
    <Trans>The club has cancelled this order.</Trans>
  )
}

/** The order knows no amount for money that was refunded elsewhere or could not be refunded. */
function PartReturned({ order: { refundedCents, inCash } }: { order: OrderView }) {
  const refunded = toPrice(refundedCents)
  return (
    refundedCents > 0 && (
      <p>
        {inCash ? (
          <Trans>The club gives {refunded} of it back in cash.</Trans>
        ) : (
          <Trans>{refunded} of it goes back to your card.</Trans>
        )}
      </p>
    )
  )
}

function Thanks({ order, level }: { order: OrderView; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const language = useLanguage()
  const club = useClub()?.tenant.name ?? ''
  const { kind, state, expiration, autoRenews, email, receiptId, quote } = order
  const day = expiration === undefined ? undefined : formatDay(expiration, language)
  return (
    <Panel>
      <div className={styles.thanks}>
        <CircleCheck size={40} aria-hidden="true" />
        <Heading className="h1">
          <Trans>Thank You</Trans>
        </Heading>
        <p>
          {kind === 'membership' ? (
            <Trans>Thank you for joining {club}. Your membership has been created.</Trans>
          ) : kind === 'renewal' ? (
            <Trans>Thank you for renewing your membership of {club}.</Trans>
          ) : kind === 'donation' ? (
            <Trans>Thank you for your donation to {club}.</Trans>
          ) : (
            <Trans>Thank you for your order from {club}.</Trans>
          )}
        </p>
      </div>
      <dl className={styles.facts}>
        {day !== undefined && (
          <Fact name={kind === 'renewal' ? <Trans>New Expiration Date</Trans> : <Trans>Member until</Trans>}>
            {day}
          </Fact>
        )}
        <Fact name={<Trans>Order number</Trans>}>{receiptId}</Fact>
        {quote.grandTotalCents > 0 && (
          <Fact name={<Trans>Paid</Trans>}>{toPrice(quote.grandTotalCents)}</Fact>
        )}
        {email !== '' && <Fact name={<Trans>The receipt goes to</Trans>}>{email}</Fact>}
      </dl>
      {autoRenews && (
        <p>
          <Trans>
            Your choice to renew the membership automatically is noted. Automatic renewal has not begun yet:
            until it does, renew before the membership expires. To take the choice back, write to the club.
          </Trans>
        </p>
      )}
      {kind === 'membership' && (
        <p>
          <Trans>
            You are a member from now on. Signing in needs a password, which cannot be set in this portal yet.
            Ask your club if you need something from the members' area.
          </Trans>
        </p>
      )}
      {state === 'fulfilled_partial' && <PartMissing order={order} />}
    </Panel>
  )
}

function PartMissing({ order }: { order: OrderView }) {
  const { i18n } = useLingui()
  const { lines } = order
  const failed = lines.filter(({ state }) => state === 'failed')
  const missing = failed.length > 0 ? failed : lines.filter(({ state }) => state === 'returned')
  const names = missing.map((line) => toLineText(i18n, line)).join(', ')
  return (
    <Notice
      tone="warn"
      title={
        failed.length > 0 ? (
          <Trans>A part of your order could not be delivered</Trans>
        ) : (
          <Trans>The club has cancelled a part of your order</Trans>
        )
      }
    >
      {names !== '' && <p>{names}</p>}
      <PartReturned order={order} />
    </Notice>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function OrderNumber({ receiptId }: { receiptId: number }) {
  return (
    <p>
      <Trans>Order number: {receiptId}</Trans>
    </p>
  )
}
