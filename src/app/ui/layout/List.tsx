// A list of rows with a line between them.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './List.module.css'

export interface ListProps {
  label?: string | undefined
  /** Lines above and below, or only on one side, for a list that reaches its surroundings' edges. */
  edged?: boolean | 'above' | 'below' | undefined
  /** A panel of its own. */
  framed?: boolean | undefined
  /** Rows without padding at their sides, for a list inside something padded. */
  flush?: boolean | undefined
  children: ReactNode
}

export function List({ label, edged = false, framed = false, flush = false, children }: ListProps) {
  return (
    <ul
      // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
      role="list"
      aria-label={label}
      className={classNames(
        styles.list,
        edged === true && styles.edged,
        edged === 'below' && styles.closed,
        edged === 'above' && styles.opened,
        framed && styles.framed,
        flush && styles.flush,
      )}
    >
      {children}
    </ul>
  )
}
