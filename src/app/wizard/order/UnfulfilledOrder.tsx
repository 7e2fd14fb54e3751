// Why an order was not paid, or why nothing of it was delivered, and what happens with the money.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toEndText } from '../../text/membershipEnd.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { toHeading, useStandingWords } from '../../text/useStandingWords.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { OrderView } from './orderState.ts'
import { toPrice } from './QuoteTable.tsx'

export function UnpaidOrder({ order, action }: { order: OrderView; action: ReactNode }) {
  const words = useStandingWords()
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
      <Notice tone="warn" title={toHeading(words.order.pending)} action={action}>
        <Trans>
          Nothing has been charged so far. If you have just paid, this page will show it by itself.
        </Trans>
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title={toHeading(words.order[order.state])} action={action}>
      {order.gaveWay && (
        <p>
          <Trans>Somebody else wanted the last of it while you had not paid.</Trans>
        </p>
      )}
      {order.uncharged ? (
        <Trans>Nothing was charged. You can order again.</Trans>
      ) : (
        <Trans>You can order again.</Trans>
      )}
    </Notice>
  )
}

/** A refund takes the membership back as well. */
function ReturnedMembership({ order: { returned } }: { order: OrderView }) {
  const { i18n } = useLingui()
  const language = useLanguage()
  if (returned === undefined) return null
  const day = toEndText(i18n, returned, language)
  return (
    <p>
      {returned.isOver ? (
        <Trans>The membership that was paid with it goes back too: it is over now.</Trans>
      ) : (
        <Trans>The membership that was paid with it goes back too: it is now valid until {day}.</Trans>
      )}
    </p>
  )
}

export function UnfulfilledOrder({ order }: { order: OrderView }) {
  const words = useStandingWords()
  const { state, receiptId, refundedCents } = order
  const refunded = toPrice(refundedCents)
  switch (state) {
    case 'refunding':
      return (
        <Notice tone="warn" title={toHeading(words.order[state])}>
          <p>
            <ReturnReason order={order} />
          </p>
          {refundedCents > 0 && (
            <p>
              <Trans>{refunded} goes back to your card. You don't need to do anything.</Trans>
            </p>
          )}
          <ReturnedMembership order={order} />
          <OrderNumber receiptId={receiptId} />
        </Notice>
      )
    case 'refunded':
      return (
        <Notice tone="warn" title={toHeading(words.order[state])}>
          <p>
            <ReturnReason order={order} />
          </p>
          {refundedCents > 0 && (
            <p>
              {order.byCheque ? (
                <Trans>It was paid by cheque: the club gives {refunded} back if the bank has paid it.</Trans>
              ) : order.inCash ? (
                <Trans>The club gives {refunded} back in cash.</Trans>
              ) : (
                <Trans>{refunded} went back to your card. Your bank may take some days to show it.</Trans>
              )}
            </p>
          )}
          <ReturnedMembership order={order} />
          <OrderNumber receiptId={receiptId} />
        </Notice>
      )
    case 'review':
      return (
        <Notice tone="warn" title={toHeading(words.order[state])}>
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
          <ReturnedMembership order={order} />
          <OrderNumber receiptId={receiptId} />
        </Notice>
      )
  }
}

/** The money for undelivered things goes back automatically. Otherwise an officer has given it back. */
function ReturnReason({ order }: { order: OrderView }) {
  const { part } = useStandingWords()
  return toHeading(order.lines.some(({ state }) => state === 'failed') ? part.failed : part.returned)
}

/** The order knows no amount for money that was refunded elsewhere or could not be refunded. */
export function PartReturned({ order: { refundedCents, inCash, byCheque } }: { order: OrderView }) {
  const refunded = toPrice(refundedCents)
  return (
    refundedCents > 0 && (
      <p>
        {byCheque ? (
          <Trans>It was paid by cheque: the club gives {refunded} of it back if the bank has paid it.</Trans>
        ) : inCash ? (
          <Trans>The club gives {refunded} of it back in cash.</Trans>
        ) : (
          <Trans>{refunded} of it goes back to your card.</Trans>
        )}
      </p>
    )
  )
}

function OrderNumber({ receiptId }: { receiptId: number }) {
  return (
    <p>
      <Trans>Order number: {receiptId}</Trans>
    </p>
  )
}
