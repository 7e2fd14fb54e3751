// Search, filters and choices over what they narrow down: below each other on phones, in two columns elsewhere.
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Toolbar.module.css'

export interface ToolbarProps {
  /** Stays in sight while what is beneath it scrolls. */
  sticky?: boolean
  /** Two columns of one width; otherwise the first is as wide as a search wants. */
  even?: boolean
  children: ReactNode
}

export function Toolbar({ sticky = false, even = false, children }: ToolbarProps) {
  return (
    <div className={classNames(styles.tools, sticky && styles.sticky, even && styles.even)}>{children}</div>
  )
}
