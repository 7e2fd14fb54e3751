// Replaces a page that has nothing to show: what is missing, why, and what can be done.
import type { ReactNode } from 'react'
import { EmptyState } from '../EmptyState.tsx'
import styles from './NoticePage.module.css'

export interface NoticePageProps {
  title: ReactNode
  /** The heading level of the title. */
  level?: 1 | 2
  /** One button or link. */
  action?: ReactNode
  /** Several actions, one below the other. */
  actions?: ReactNode
  /** Placed before the notice, such as a heading for screen readers. */
  heading?: ReactNode
  children: ReactNode
}

export function NoticePage({ title, level = 1, action, actions, heading, children }: NoticePageProps) {
  return (
    <div className={styles.page}>
      {heading}
      <EmptyState
        level={level}
        title={title}
        action={actions === undefined ? action : <div className={styles.actions}>{actions}</div>}
      >
        {children}
      </EmptyState>
    </div>
  )
}
