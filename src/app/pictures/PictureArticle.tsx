// Something that is for sale: its pictures above the words on a phone, beside them on a desktop.
import type { ReactNode } from 'react'
import styles from './PictureArticle.module.css'
import { PictureGallery, type PictureGalleryProps } from './PictureGallery.tsx'

export function PictureArticle({
  pictures,
  name,
  children,
}: Pick<PictureGalleryProps, 'pictures' | 'name'> & { children: ReactNode }) {
  const hasPictures = pictures.length > 0
  return (
    <article className={hasPictures ? styles.withPictures : styles.article}>
      {hasPictures && (
        <div className={styles.pictures}>
          <PictureGallery pictures={pictures} name={name} />
        </div>
      )}
      <div className={styles.words}>{children}</div>
    </article>
  )
}
