// Shown while content loads: the shapes of the real layout and one status text.

import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'
import { SkeletonShape } from './SkeletonShape.tsx'

export interface SkeletonProps {
  /** "Loading the schedule…" */
  label: string
  /** SkeletonShapes in the real layout. Without them, a few lines. */
  children?: ReactNode
}

export function Skeleton({ label, children }: SkeletonProps) {
  return (
    <div className={styles.skeleton} data-loading="">
      <div aria-hidden="true" className={styles.lines}>
        {children ?? <SkeletonShape shape="line" count={3} />}
      </div>
      <p role="status" className={styles.text}>
        {label}
      </p>
    </div>
  )
}
