// The sizes of a product, each with its price. What is out of stock cannot be chosen.
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { formatMoney } from '../../text/format.ts'
import styles from './InventoryChoice.module.css'
import type { Inventory } from './stock.ts'

export interface InventoryChoiceProps {
  inventories: readonly Inventory[]
  /** The id of the chosen one. */
  chosen: number | undefined
  onChoose(id: number): void
}

export function InventoryChoice({ inventories, chosen, onChoose }: InventoryChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <Trans>Choose a size</Trans>
      </legend>
      <div className={styles.choices}>
        {inventories.map(({ id, name: size, price, quantity }) => (
          <label key={id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={id === chosen}
              disabled={quantity === 0}
              onChange={() => onChoose(id)}
            />
            <span className={styles.words}>
              {size === '' ? formatMoney(price) : `${size} ${formatMoney(price)}`}
              {quantity === 0 && (
                <span className="small">
                  <Trans>Out of stock</Trans>
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
