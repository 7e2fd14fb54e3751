// The variant of a button as a class name, so that a router's link can use it.

import styles from './Button.module.css'
import { classNames } from './classNames.ts'

export interface ButtonVariant {
  /** Only one primary per view. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** 52 px high; 48 in rows, 58 for scoring. */
  size?: 'normal' | 'row' | 'scoring' | undefined
  full?: boolean | undefined
}

export function buttonClass({
  variant = 'secondary',
  size = 'normal',
  full = false,
}: ButtonVariant = {}): string {
  return classNames(
    styles.button,
    styles[variant],
    size === 'row' && styles.inRow,
    size === 'scoring' && styles.scoring,
    full && styles.full,
  )
}
