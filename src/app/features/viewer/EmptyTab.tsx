// A tab with nothing to show: its heading for screen readers, and why it is empty.
import type { ReactNode } from 'react'
import { NoticePage } from '../../ui/layout/NoticePage.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

export interface EmptyTabProps {
  heading: ReactNode
  title: ReactNode
  children: ReactNode
}

export function EmptyTab({ heading, title, children }: EmptyTabProps) {
  return (
    <NoticePage
      level={2}
      title={title}
      heading={
        <VisuallyHidden>
          <h1>{heading}</h1>
        </VisuallyHidden>
      }
    >
      {children}
    </NoticePage>
  )
}
