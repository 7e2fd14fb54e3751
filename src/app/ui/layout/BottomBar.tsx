// Navigation at the bottom edge, in the thumb's reach: up to five links, each an icon and a label.

import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'

export interface BottomBarProps {
  label: string
  /** Links of `<Icon/>` and text; the current one carries `aria-current`. */
  children: ReactNode
}

export function BottomBar({ label, children }: BottomBarProps) {
  return (
    <nav className={styles.bar} aria-label={label} data-bottom-bar="">
      <div className={styles.items}>{children}</div>
    </nav>
  )
}
