// Tiles of a list whose entries have pictures: the first picture, a title and one fact. Each leads to its own screen.
import type { ReactNode } from 'react'
import { FirstPicture } from './FirstPicture.tsx'
import styles from './PictureTile.module.css'

/** For the link of a tile. */
export const pictureTileClass = styles.tile

export function PictureTiles({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={styles.tiles}>
      {children}
    </ul>
  )
}

export interface PictureTileProps {
  /** The address of the first picture. */
  picture: string | undefined
  title: ReactNode
  fact: ReactNode
}

/** The content of a tile's link. */
export function PictureTile({ picture, title, fact }: PictureTileProps) {
  return (
    <>
      <FirstPicture picture={picture} kind="shared" />
      <span className={styles.words}>
        <span className={styles.label}>{title}</span>
        <span className={styles.fact}>{fact}</span>
      </span>
    </>
  )
}

export function PictureTilesLoading() {
  return (
    <span className={styles.loading}>
      <span />
      <span />
      <span />
      <span />
    </span>
  )
}
