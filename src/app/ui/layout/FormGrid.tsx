// Fields and panels of a form: one below the other on phones, side by side where there is room.
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './FormGrid.module.css'

export interface FormGridProps {
  columns: 2 | 3
  /** Fields side by side are aligned at the bottom, even if one has a hint above it. */
  level?: boolean
  children: ReactNode
}

export function FormGrid({ columns, level = false, children }: FormGridProps) {
  return (
    <div
      className={classNames(styles.grid, columns === 2 ? styles.two : styles.three, level && styles.level)}
    >
      {children}
    </div>
  )
}
