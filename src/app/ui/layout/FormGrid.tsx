// Fields and panels of a form: below each other on phones, side by side where there is room.
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './FormGrid.module.css'

export interface FormGridProps {
  columns: 2 | 3
  /** Fields side by side end at one height, whatever hint stands above one of them. */
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
