// A competition number in a circle. Nothing else gets a circle.

import { classNames } from './classNames.ts'
import styles from './Roundel.module.css'

export interface RoundelProps {
  number: string
  /** 40, 52 or 84 px. */
  size?: 'small' | 'medium' | 'large'
}

export function Roundel({ number, size = 'medium' }: RoundelProps) {
  return (
    <span
      className={classNames(
        styles.roundel,
        size !== 'medium' && styles[size],
        number.length > 3 && styles.long,
      )}
    >
      {number}
    </span>
  )
}
