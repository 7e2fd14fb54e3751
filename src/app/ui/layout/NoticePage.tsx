// In place of what a page should show: in the middle of it, what is missing, why, and what can be done.
import type { ReactNode } from 'react'
import { EmptyState } from '../EmptyState.tsx'
import styles from './NoticePage.module.css'

export interface NoticePageProps {
  title: ReactNode
  /** The title's rank in the page. */
  level?: 1 | 2
  /** One button or link. */
  action?: ReactNode
  /** Several of them, one below the other. */
  actions?: ReactNode
  /** Before the notice, such as a heading for screen readers. */
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
