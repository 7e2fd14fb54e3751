// A line of filter chips that scrolls sideways when it is too long.

import type { ReactNode } from 'react'
import styles from './ChipRow.module.css'

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are filters of a list, not fields of a form
    <div className={styles.row} role="group" aria-label={label}>
      {children}
    </div>
  )
}
