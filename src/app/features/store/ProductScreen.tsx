// One product: its pictures, its sizes with their prices, and the way into the cart.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { mostLines } from '../../../domain/order.ts'
import { PictureArticle } from '../../pictures/PictureArticle.tsx'
import { ReadFault, UnreadScreen } from '../../reading/ReadState.tsx'
import { formatMoney } from '../../text/format.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { CartLink } from './CartLink.tsx'
import { InventoryChoice } from './InventoryChoice.tsx'
import styles from './ProductScreen.module.css'
import { findFirst, findLeft, type Product, toCost } from './stock.ts'
import { useCart } from './useCart.ts'
import { useStore } from './useStore.ts'

export function ProductScreen({ productId }: { productId: string }) {
  const { t } = useLingui()
  const reading = useStore()
  const product = reading.data?.products.find(({ id }) => String(id) === productId)
  useScreenTitle(product?.name ?? t`Club store`)
  // an older answer may lack what is new
  const isKnown = reading.data !== undefined && !reading.isFetching && reading.error === undefined
  // the way back is one link in all states: a press on it may last while the answer comes
  return (
    <div className="stack">
      <div className={styles.head}>
        <Link to="/portal/member/store" className={buttonClass({ variant: 'quiet', size: 'row' })}>
          <ArrowLeft aria-hidden="true" />
          <Trans>Back to the store</Trans>
        </Link>
        <CartLink />
      </div>
      {isKnown && product === undefined ? (
        <EmptyState level={1} title={<Trans>The store does not have this any more.</Trans>} />
      ) : product === undefined ? (
        <UnreadScreen reading={reading} title={t`Club store`} label={t`Loading the product…`}>
          <SkeletonShape shape="picture" />
          <SkeletonShape shape="line" count={3} />
        </UnreadScreen>
      ) : (
        <>
          <ReadFault reading={reading} />
          <ProductView key={product.id} product={product} />
        </>
      )}
    </div>
  )
}

function ProductView({ product }: { product: Product }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toast = useToast()
  const cart = useCart()
  const { id, name, description, images, inventories } = product
  const [chosen, setChosen] = useState<number>()
  // before anybody chooses, and when the chosen one is not there any more
  const shown = inventories.find((one) => one.id === chosen) ?? findFirst(product)
  const isSoldOut = shown === undefined || shown.quantity === 0
  const isAllInCart = !isSoldOut && findLeft(shown, cart.entries) <= 0
  const hasChoice = inventories.length > 1 || inventories.some((one) => one.name !== '')
  const isFull = cart.entries.length >= mostLines
  const reason = isAllInCart
    ? t`All that are left are in your cart.`
    : isFull
      ? t`Your cart is full: one order takes ${mostLines} things.`
      : undefined
  const isAdded = useRef(false)
  const add = () => {
    // a second press while the store opens puts in no second one
    if (shown === undefined || isAdded.current) return
    isAdded.current = true
    const cost = toCost(shown)
    cart.add({ inventoryId: shown.id, productId: id, product: name, size: shown.name, cost })
    toast({ text: t`In your cart: ${name}` })
    void navigate({ to: '/portal/member/store' })
  }
  return (
    <PictureArticle pictures={images} name={name}>
      <h1>{name}</h1>
      <p className={styles.price}>{isSoldOut ? <Trans>Out of stock</Trans> : formatMoney(shown.price)}</p>
      {!isSoldOut && <MoreCosts discount={shown.discount} shipping={shown.shipping} />}
      {hasChoice && <InventoryChoice inventories={inventories} chosen={shown?.id} onChoose={setChosen} />}
      <div className={styles.add}>
        <Button
          variant="primary"
          full
          disabled={isSoldOut}
          disabledReason={isSoldOut ? undefined : reason}
          onClick={add}
        >
          <Trans>Add to cart</Trans>
        </Button>
      </div>
      {description !== '' && <p className={styles.description}>{description}</p>}
    </PictureArticle>
  )
}

function MoreCosts({ discount, shipping }: { discount: number; shipping: number }) {
  const [off, postage] = [formatMoney(discount), formatMoney(shipping)]
  return (
    <>
      {discount > 0 && (
        <p>
          <Trans>Discount: {off}</Trans>
        </p>
      )}
      <p className="small muted">
        {shipping > 0 ? <Trans>Shipping: {postage}</Trans> : <Trans>Free shipping</Trans>}
      </p>
    </>
  )
}
