// A list of rows with a line between them.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './List.module.css'

export interface ListProps {
  label?: string | undefined
  /** Lines above and below, or only below, for a list that reaches the screen's edges. */
  edged?: boolean | 'below' | undefined
  /** Rows without padding at their sides, for a list inside something padded. */
  flush?: boolean | undefined
  children: ReactNode
}

export function List({ label, edged = false, flush = false, children }: ListProps) {
  return (
    <ul
      // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
      role="list"
      aria-label={label}
      className={classNames(
        styles.list,
        edged === true && styles.edged,
        edged === 'below' && styles.closed,
        flush && styles.flush,
      )}
    >
      {children}
    </ul>
  )
}
