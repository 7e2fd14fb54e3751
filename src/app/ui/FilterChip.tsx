// A filter that is on or off, with the number of its results.

import type { ReactNode } from 'react'
import styles from './FilterChip.module.css'

export interface FilterChipProps {
  pressed: boolean
  onClick: () => void
  icon?: ReactNode
  count?: number | undefined
  children: ReactNode
}

export function FilterChip({ pressed, onClick, icon, count, children }: FilterChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onClick}>
      {icon}
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  )
}
