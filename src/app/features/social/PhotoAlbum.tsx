// "Your Photos": the member's own pictures of posts, rides and listings.
import { Trans, useLingui } from '@lingui/react/macro'
import { PictureGallery } from '../../pictures/PictureGallery.tsx'
import { useRead } from '../../reading/useRead.ts'
import styles from './PhotoAlbum.module.css'

export function PhotoAlbum() {
  const { t } = useLingui()
  const { data } = useRead('get_member_media', {})
  const media = data?.media ?? []
  return (
    <details className={styles.album} open={window.matchMedia('(min-width: 769px)').matches}>
      <summary className={styles.title}>
        <h2>
          <Trans>Your Photos</Trans>
        </h2>
        <span className="muted">{data !== undefined && media.length}</span>
      </summary>
      {data !== undefined && media.length === 0 ? (
        <p className="small muted">
          <Trans>The images of your posts, rides and listings are collected here.</Trans>
        </p>
      ) : (
        <PictureGallery pictures={media} name={t`Your Photos`} layout="thumbnails" />
      )}
    </details>
  )
}
