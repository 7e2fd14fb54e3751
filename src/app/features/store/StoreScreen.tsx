// The club's store: a tile for each product, and the way to the cart.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  PictureTile,
  PictureTiles,
  PictureTilesLoading,
  pictureTileClass,
} from '../../pictures/PictureTile.tsx'
import { ReadFault } from '../../reading/ReadState.tsx'
import { formatMoney } from '../../text/format.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CartLink } from './CartLink.tsx'
import styles from './StoreScreen.module.css'
import { findFirst, type Product } from './stock.ts'
import { useStore } from './useStore.ts'

export function StoreScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Club store`)
  const reading = useStore()
  const products = reading.data?.products
  return (
    <div className="stack">
      <div className={styles.head}>
        <h1>
          <Trans>Club store</Trans>
        </h1>
        <CartLink />
      </div>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the store…`}>
          <PictureTilesLoading />
        </Skeleton>
      )}
      {products?.length === 0 && (
        <EmptyState title={<Trans>The store is empty</Trans>}>
          <Trans>What the club sells to its members will be here.</Trans>
        </EmptyState>
      )}
      {products !== undefined && products.length > 0 && (
        <PictureTiles>
          {products.map((product) => (
            <li key={product.id}>
              <Link
                to="/portal/member/store/$productId"
                params={{ productId: String(product.id) }}
                className={pictureTileClass}
              >
                <PictureTile
                  picture={product.images[0]?.imageData}
                  title={product.name}
                  fact={<FirstPrice product={product} />}
                />
              </Link>
            </li>
          ))}
        </PictureTiles>
      )}
    </div>
  )
}

function FirstPrice({ product }: { product: Product }) {
  const first = findFirst(product)
  return first === undefined || first.quantity === 0 ? <Trans>Out of stock</Trans> : formatMoney(first.price)
}
