// A picture with a title and one fact; a link or button given as title covers the whole tile.

import type { ReactNode } from 'react'
import styles from './Tile.module.css'

export interface TileProps {
  /** An img with its text alternative, or an icon that stands in for one. */
  picture?: ReactNode
  title: ReactNode
  level?: 2 | 3
  fact?: ReactNode
  /** Things of its own to press; they lie above the tile's link. */
  children?: ReactNode
}

export function Tile({ picture, title, level = 3, fact, children }: TileProps) {
  const Heading = `h${level}` as const
  return (
    <article className={styles.tile}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <Heading className={`h3 ${styles.title}`}>{title}</Heading>
        {fact && <p className={styles.fact}>{fact}</p>}
        {children && <div className={styles.more}>{children}</div>}
      </div>
    </article>
  )
}
