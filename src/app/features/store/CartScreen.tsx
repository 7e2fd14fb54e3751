// The cart: each thing with its present price, and the way to the checkout.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ReadFault } from '../../call/ReadState.tsx'

import { formatMoney } from '../../text/format.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { CartRows } from './CartRows.tsx'
import styles from './CartScreen.module.css'
import { toCartRows } from './stock.ts'
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
          {reading.isLoading && (
            <Skeleton label={t`Loading the prices…`}>
              <SkeletonShape shape="row" count={entries.length} />
            </Skeleton>
          )}
          {products !== undefined && (
            <Filled
              rows={toCartRows(entries, products)}
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

function Filled({ rows, onRemove }: Parameters<typeof CartRows>[0]) {
  const count = rows.length
  const sum = formatMoney(rows.reduce((total, { inventory }) => total + (inventory?.price ?? 0), 0))
  const isAnyGone = rows.some(({ isGone }) => isGone)
  return (
    <>
      {isAnyGone && (
        <Notice tone="warn" title={<Trans>Something in your cart is no longer available</Trans>}>
          <Trans>Remove it to buy the rest.</Trans>
        </Notice>
      )}
      <CartRows rows={rows} onRemove={onRemove} />
      <div className={styles.end}>
        <p className={styles.sum} role="status">
          <span>
            <Plural value={count} one="Subtotal (# item)" other="Subtotal (# items)" />
          </span>
          <span className={styles.amount}>{sum}</span>
        </p>
        <p className="small muted">
          <Trans>Shipping, discounts and the service fee are added at the checkout.</Trans>
        </p>
        <div className={styles.buttons}>
          <ToStore />
          {!isAnyGone && (
            <Link to="/portal/member/store/checkout" className={buttonClass({ variant: 'primary' })}>
              <Trans>Buy now</Trans>
            </Link>
          )}
        </div>
      </div>
    </>
  )
}
