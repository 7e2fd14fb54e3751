// Says that there is nothing here, why, and what can be done.

import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  title: ReactNode
  level?: 1 | 2 | 3
  /** One sentence. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

export function EmptyState({ title, level = 2, children, action }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty}>
      <svg className={styles.picture} viewBox="0 0 240 150" fill="none" aria-hidden="true">
        <path d="M8 132h224" className={styles.road} strokeWidth="3" />
        <path d="M16 144h34M66 144h34M116 144h34M166 144h34" className={styles.marks} strokeWidth="3" />
        <path d="M120 94v38M104 132h32" className={styles.road} strokeWidth="4" />
        <circle cx="120" cy="52" r="42" className={styles.plate} strokeWidth="4" />
        <path d="M102 52h36" className={styles.marks} strokeWidth="5" strokeLinecap="round" />
      </svg>
      <Heading className={`h2 ${styles.title}`}>{title}</Heading>
      {children && <div className={styles.sentence}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
