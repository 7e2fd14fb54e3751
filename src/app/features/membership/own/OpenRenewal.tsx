// A renewal with the saved card that has not succeeded: why, and what to do.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { formatDay } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { isUnpaid } from '../../../wizard/order/orderState.ts'
import { useOrder } from '../../../wizard/order/useOrder.ts'
import type { OwnMembership } from './ownMembership.ts'

export interface OpenRenewalProps {
  open: NonNullable<OwnMembership['open']>
  refetch(): void
}

export function OpenRenewal({ open, refetch }: OpenRenewalProps) {
  const language = useLanguage()
  const { state, reason, nextTry, orderKey } = open
  if (state === 'charging') {
    return (
      <Notice tone="info" live="status">
        <Trans>A renewal with your saved card is being processed. This page keeps asking.</Trans>
      </Notice>
    )
  }
  if (state === 'confirm') return <ToConfirm orderKey={orderKey} onPaid={refetch} />
  if (state === 'taken') {
    return (
      <Notice
        tone="warn"
        live="alert"
        title={<Trans>A payment for your renewal arrived, and your membership is not renewed</Trans>}
        action={
          <OrderLink orderKey={orderKey}>
            <Trans>Your order</Trans>
          </OrderLink>
        }
      >
        <Trans>Your order's page says what happens with the money. Do not pay again until then.</Trans>
      </Notice>
    )
  }
  const day = nextTry === '' ? '' : formatDay(nextTry, language)
  return (
    <Notice
      tone="warn"
      live="alert"
      title={<Trans>Your saved card could not be charged for the renewal</Trans>}
      action={
        <Link to="/portal/member/payments" className={buttonClass()}>
          <Trans>Saved cards</Trans>
        </Link>
      }
    >
      <p>
        {reason === 'funds' ? (
          <Trans>The bank says that there is not enough money in the account.</Trans>
        ) : reason === 'expired' ? (
          <Trans>The card has expired.</Trans>
        ) : reason === 'gone' ? (
          <Trans>The card is not saved with the card provider any more.</Trans>
        ) : reason === 'holder' ? (
          <Trans>Your bank wanted you to confirm the payment, and the time for it is over.</Trans>
        ) : (
          <Trans>The bank declined the payment. Ask your bank why.</Trans>
        )}
      </p>
      <p>
        {day === '' ? (
          <Trans>Nothing was charged. Try again, or renew with another card.</Trans>
        ) : (
          <Trans>Nothing was charged. We try again on {day}. If you do not want to wait, renew now.</Trans>
        )}
      </p>
    </Notice>
  )
}

/** The holder may have confirmed it already, elsewhere: only the order itself says what was charged. */
function ToConfirm({ orderKey, onPaid }: { orderKey: string; onPaid(): void }) {
  const { order, error } = useOrder(orderKey)
  const isPaid = order !== undefined && !isUnpaid(order)
  const tellPaid = useEffectEvent(onPaid)
  useEffect(() => {
    if (isPaid) tellPaid()
  }, [isPaid])
  return (
    <Notice
      tone="warn"
      live="alert"
      title={<Trans>Your bank wants you to confirm the renewal</Trans>}
      action={
        <OrderLink orderKey={orderKey} isPrimary>
          <Trans>Confirm the payment</Trans>
        </OrderLink>
      }
    >
      {order?.uncharged === true && error === undefined ? (
        <Trans>Nothing has been charged so far.</Trans>
      ) : (
        (order !== undefined || error !== undefined) && (
          <Trans>We are asking whether your payment went through.</Trans>
        )
      )}
    </Notice>
  )
}

interface OrderLinkProps {
  orderKey: string
  isPrimary?: boolean
  children: ReactNode
}

function OrderLink({ orderKey, isPrimary = false, children }: OrderLinkProps) {
  return (
    <Link
      to="/portal/order"
      hash={`key=${orderKey}`}
      className={buttonClass(isPrimary ? { variant: 'primary' } : {})}
    >
      {children}
    </Link>
  )
}
