// The things in a cart, each with its picture, words, price and a button that removes it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2, TriangleAlert } from 'lucide-react'
import { FirstPicture } from '../../pictures/FirstPicture.tsx'
import { formatMoney } from '../../text/format.ts'
import { Button } from '../../ui/Button.tsx'
import { List } from '../../ui/layout/List.tsx'
import styles from './CartRows.module.css'
import { ChangedCost } from './ChangedCost.tsx'
import type { CartEntry } from './cart.ts'
import type { CartRow } from './stock.ts'

export interface CartRowsProps {
  rows: readonly CartRow[]
  onRemove(entry: CartEntry): void
}

export function CartRows({ rows, onRemove }: CartRowsProps) {
  const { t } = useLingui()
  return (
    <List framed label={t`In your cart`}>
      {rows.map((row) => (
        <Row key={row.entry.id} row={row} onRemove={() => onRemove(row.entry)} />
      ))}
    </List>
  )
}

function Row({ row, onRemove }: { row: CartRow; onRemove(): void }) {
  const { t } = useLingui()
  const { entry, product, inventory, isGone, before } = row
  const name = product?.name ?? entry.product
  const size = inventory?.name ?? entry.size
  const whole = size === '' ? name : `${name} (${size})`
  return (
    <li className={styles.row}>
      <div className={styles.picture}>
        <FirstPicture picture={product?.images[0]?.imageData} kind="thumbnail" />
      </div>
      <div className={styles.words}>
        <h2 className="h3">{whole}</h2>
        {product !== undefined && product.description !== '' && (
          <p className={styles.description}>{product.description}</p>
        )}
        <p className="small muted">
          <Trans>quantity: 1</Trans>
        </p>
        {!isGone && before !== undefined && inventory !== undefined && (
          <ChangedCost before={before} now={inventory} />
        )}
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
