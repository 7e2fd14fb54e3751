// The cart: each thing with its present price, and the way to the checkout.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { mostLines } from '../../../domain/order.ts'
import { ReadFault } from '../../reading/ReadState.tsx'

import { formatMoney } from '../../text/format.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { CartRows, type CartRowsProps } from './CartRows.tsx'
import styles from './CartScreen.module.css'
import { listCosts, toCartRows } from './stock.ts'
import { useCart } from './useCart.ts'
import { useStore } from './useStore.ts'

export function CartScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Cart`)
  const reading = useStore()
  const cart = useCart()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const { entries } = cart
  const products = reading.data?.products
  return (
    <div className="stack">
      <h1 ref={heading} tabIndex={-1}>
        <Trans>Cart</Trans>
      </h1>
      {entries.length === 0 ? (
        <EmptyState title={<Trans>Your cart is empty</Trans>} action={<ToStore />} />
      ) : (
        <>
          <ReadFault reading={reading} />
          {reading.isLoading ? (
            <Skeleton label={t`Loading the prices…`}>
              <SkeletonShape shape="row" count={entries.length} />
            </Skeleton>
          ) : (
            <Filled
              rows={toCartRows(entries, products)}
              isPriced={products !== undefined}
              onAgree={() => cart.agree(listCosts(toCartRows(entries, products)))}
              onRemove={({ id, product }) => {
                cart.remove(id)
                toast({ text: t`Removed: ${product}` })
                heading.current?.focus({ preventScroll: true })
              }}
            />
          )}
        </>
      )}
    </div>
  )
}

function ToStore() {
  return (
    <Link to="/portal/member/store" className={buttonClass()}>
      <Trans>Go back to store</Trans>
    </Link>
  )
}

interface FilledProps extends CartRowsProps {
  isPriced: boolean
  /** To the prices that the rows show. */
  onAgree(): void
}

function Filled({ rows, isPriced, onRemove, onAgree }: FilledProps) {
  const left = rows.filter(({ isGone }) => !isGone)
  const count = left.length
  const sum = formatMoney(left.reduce((total, { inventory }) => total + (inventory?.price ?? 0), 0))
  const isAnyGone = count < rows.length
  const isTooMuch = rows.length > mostLines
  const hasChanged = left.some(({ before }) => before !== undefined)
  return (
    <>
      {isAnyGone && (
        <Notice tone="warn" title={<Trans>Something in your cart is no longer available</Trans>}>
          <Trans>Remove it to buy the rest.</Trans>
        </Notice>
      )}
      {hasChanged && (
        <Notice tone="warn" title={<Trans>What is in your cart has other prices now</Trans>}>
          <Trans>Each thing says what it cost when you chose it.</Trans>
        </Notice>
      )}
      {isTooMuch && (
        <Notice tone="warn" title={<Trans>One order takes {mostLines} things.</Trans>}>
          <Trans>Remove some, and buy them with another order.</Trans>
        </Notice>
      )}
      <CartRows rows={rows} onRemove={onRemove} />
      <div className={styles.end}>
        {count > 0 && (
          <>
            <p className={styles.sum} role="status">
              <span>
                <Plural value={count} one="Subtotal (# item)" other="Subtotal (# items)" />
              </span>
              {isPriced && <span className={styles.amount}>{sum}</span>}
            </p>
            <p className="small muted">
              <Trans>Shipping, discounts and the service fee are added at the checkout.</Trans>
            </p>
          </>
        )}
        <div className={styles.buttons}>
          <ToStore />
          {isPriced && !isAnyGone && !isTooMuch && (
            <Link
              to="/portal/member/store/checkout"
              className={buttonClass({ variant: 'primary' })}
              onClick={onAgree}
            >
              <Trans>Buy now</Trans>
            </Link>
          )}
        </div>
      </div>
    </>
  )
}
