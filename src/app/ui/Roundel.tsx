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
      className={classNames(styles.roundel, size !== 'medium' && styles[size], findLength(number.length))}
    >
      {number}
    </span>
  )
}

/** From six digits on the number takes two lines: in one it would be too small to read. */
function findLength(digits: number): string | undefined {
  if (digits > 6) return styles.sevenOrEight
  return { 4: styles.four, 5: styles.five, 6: styles.six }[digits]
}
