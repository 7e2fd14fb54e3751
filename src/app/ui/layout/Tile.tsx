// A picture with a title and one fact. A link or button in the title covers the whole tile.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { CoverTitle } from './CoverTitle.tsx'
import styles from './Tile.module.css'

export interface TileProps {
  /** An img with its alternative text, or an icon in its place. */
  picture?: ReactNode
  title: ReactNode
  level?: 2 | 3
  fact?: ReactNode
  /** Buttons of its own, above the tile's link. */
  children?: ReactNode
}

export function Tile({ picture, title, level = 3, fact, children }: TileProps) {
  return (
    <article className={styles.tile}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <CoverTitle as={`h${level}`} className={classNames('h3', styles.title)}>
          {title}
        </CoverTitle>
        {fact && <p className="small muted">{fact}</p>}
        {children && <div className={styles.more}>{children}</div>}
      </div>
    </article>
  )
}
