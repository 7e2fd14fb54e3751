// Navigation at the bottom edge, near the thumb: up to five links, each with an icon and a label.

import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'

export interface BottomBarProps {
  label: string
  /** Links of `<Icon/>` and text. The current one has `aria-current`. */
  children: ReactNode
}

export function BottomBar({ label, children }: BottomBarProps) {
  return (
    <nav className={styles.bar} aria-label={label} data-bottom-bar="">
      <div className={styles.items}>{children}</div>
    </nav>
  )
}
