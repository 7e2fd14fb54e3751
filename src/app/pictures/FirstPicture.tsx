// The first picture of something, as a square; in its place a sign where there is none.
import { Image } from 'lucide-react'
import { shownWidths, toPictureUrl } from '../../domain/picture.ts'
import styles from './FirstPicture.module.css'

export interface FirstPictureProps {
  /** Its address. */
  picture: string | undefined
  kind: 'shared' | 'thumbnail'
}

/** As wide as its surroundings. What it shows is said beside it. */
export function FirstPicture({ picture, kind }: FirstPictureProps) {
  if (picture === undefined) {
    return (
      <span className={styles.none}>
        <Image aria-hidden="true" />
      </span>
    )
  }
  const width = shownWidths[kind]
  return (
    <img
      className={styles.picture}
      src={toPictureUrl(picture, kind)}
      alt=""
      width={width}
      height={width}
      loading="lazy"
      decoding="async"
    />
  )
}
