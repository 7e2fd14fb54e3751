// One shape of a Skeleton, as high as the content it replaces.

import styles from './SkeletonShape.module.css'

export interface SkeletonShapeProps {
  /** A text line, a control, a picture, a circle, or a list row of circle and two lines. */
  shape: 'line' | 'block' | 'picture' | 'round' | 'row'
  count?: number
}

export function SkeletonShape({ shape, count = 1 }: SkeletonShapeProps) {
  return Array.from({ length: count }, (_, index) =>
    shape === 'row' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: shapes are all alike and never change places
      <span key={index} className={styles.row}>
        <span className={styles.round} />
        <span className={styles.lines}>
          <span className={styles.line} />
          <span className={styles.line} />
        </span>
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: shapes are all alike and never change places
      <span key={index} className={styles[shape]} />
    ),
  )
}
