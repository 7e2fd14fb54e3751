// A tab that has nothing to show: its heading for screen readers, and why it is empty.
import type { ReactNode } from 'react'
import styles from '../../show/MissingShow.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

export interface EmptyTabProps {
  heading: ReactNode
  title: ReactNode
  children: ReactNode
}

export function EmptyTab({ heading, title, children }: EmptyTabProps) {
  return (
    <div className={styles.wrap}>
      <VisuallyHidden>
        <h1>{heading}</h1>
      </VisuallyHidden>
      <EmptyState title={title}>{children}</EmptyState>
    </div>
  )
}
