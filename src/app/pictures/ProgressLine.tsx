// A progress bar with words beside it.
import type { ReactNode } from 'react'
import styles from './ProgressLine.module.css'

interface ProgressLineProps {
  value: number
  max: number
  label: string
  children: ReactNode
}

export function ProgressLine({ value, max, label, children }: ProgressLineProps) {
  return (
    <div className={styles.progress}>
      <progress value={value} max={max} aria-label={label} />
      <span>{children}</span>
    </div>
  )
}
