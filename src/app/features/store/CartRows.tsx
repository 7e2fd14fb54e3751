// The things in a cart, each with its picture, words, price and a button that removes it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Image, Trash2, TriangleAlert } from 'lucide-react'
import { toPictureUrl } from '../../../domain/picture.ts'
import { formatMoney } from '../../text/format.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './CartRows.module.css'
import type { CartEntry } from './cart.ts'
import type { CartRow } from './stock.ts'

export interface CartRowsProps {
  rows: readonly CartRow[]
  onRemove(entry: CartEntry): void
}

export function CartRows({ rows, onRemove }: CartRowsProps) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={styles.rows} aria-label={t`In your cart`}>
      {rows.map((row) => (
        <Row key={row.entry.id} row={row} onRemove={() => onRemove(row.entry)} />
      ))}
    </ul>
  )
}

function Row({ row, onRemove }: { row: CartRow; onRemove(): void }) {
  const { t } = useLingui()
  const { entry, product, inventory, isGone } = row
  const name = product?.name ?? entry.product
  const size = inventory?.name ?? entry.size
  const whole = size === '' ? name : `${name} (${size})`
  const picture = product?.images[0]?.imageData
  return (
    <li className={styles.row}>
      {picture === undefined ? (
        <span className={styles.picture}>
          <Image aria-hidden="true" />
        </span>
      ) : (
        <img
          className={styles.picture}
          src={toPictureUrl(picture, 'thumbnail')}
          alt=""
          width={160}
          height={160}
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={styles.words}>
        <h2 className="h3">{whole}</h2>
        {product !== undefined && product.description !== '' && (
          <p className={styles.description}>{product.description}</p>
        )}
        <p className="small muted">
          <Trans>quantity: 1</Trans>
        </p>
        {isGone && (
          <p className={styles.gone}>
            <TriangleAlert aria-hidden="true" />
            <Trans>No longer available</Trans>
          </p>
        )}
      </div>
      <p className={styles.price}>{inventory !== undefined && !isGone && formatMoney(inventory.price)}</p>
      <div className={styles.remove}>
        <Button
          size="row"
          icon={<Trash2 aria-hidden="true" />}
          aria-label={t`Remove ${whole}`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}
