// A line of filter chips. When it is too long it scrolls sideways, or goes on in a second line.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './ChipRow.module.css'

export interface ChipRowProps {
  label: string
  /** For a few chips beside something else, where a cut chip would look like the last one. */
  wrap?: boolean
  children: ReactNode
}

export function ChipRow({ label, wrap = false, children }: ChipRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are filters of a list, not fields of a form
    <div className={classNames(styles.row, wrap && styles.wrap)} role="group" aria-label={label}>
      {children}
    </div>
  )
}
