// Pictures of a post, a ride or a listing: thumbnails that open in a full view.
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toPictureUrl } from '../../domain/picture.ts'
import { classNames } from '../ui/classNames.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import styles from './PictureGallery.module.css'

export interface PictureGalleryProps {
  pictures: readonly { readonly id: string; readonly imageData: string }[]
  /** What they show, for who does not see them: "Post by Ann Lee". */
  name: string
  /** `wide`: as wide as its surroundings, for a post. `thumbnails`: small squares, for an album. */
  layout?: 'wide' | 'thumbnails'
}

export function PictureGallery({ pictures, name, layout = 'wide' }: PictureGalleryProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<number>()
  if (pictures.length === 0) return null
  const count = pictures.length
  return (
    <>
      <ul
        className={classNames(
          styles.gallery,
          layout === 'thumbnails' ? styles.thumbnails : count === 1 ? styles.single : styles.several,
        )}
      >
        {pictures.map(({ id, imageData }, at) => (
          <li key={id}>
            <button
              type="button"
              className={classNames(styles.thumbnail, layout === 'thumbnails' && styles.square)}
              aria-label={t`${name}, image ${at + 1} of ${count}`}
              onClick={() => setOpen(at)}
            >
              <Picture imageData={imageData} kind={layout === 'thumbnails' ? 'thumbnail' : 'shared'} />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && <FullView pictures={pictures} name={name} at={open} onMove={setOpen} />}
    </>
  )
}

/** The height is known before the picture is there, so that nothing jumps. */
function Picture({ imageData, kind }: { imageData: string; kind: 'thumbnail' | 'shared' }) {
  return (
    <img
      src={toPictureUrl(imageData, kind)}
      alt=""
      width={400}
      height={400}
      loading="lazy"
      decoding="async"
    />
  )
}

interface FullViewProps {
  pictures: PictureGalleryProps['pictures']
  name: string
  /** Which one is shown. */
  at: number
  onMove(at: number | undefined): void
}

function FullView({ pictures, name, at, onMove }: FullViewProps) {
  const { t } = useLingui()
  const count = pictures.length
  const shown = pictures[at]
  const move = (by: number) => onMove((at + by + count) % count)
  // wherever in the view the focus is
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (count > 1 && key === 'ArrowLeft') move(-1)
      if (count > 1 && key === 'ArrowRight') move(1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return (
    <Dialog open={shown !== undefined} title={name} dismissible onClose={() => onMove(undefined)}>
      {shown !== undefined && (
        <div className={styles.full}>
          <img
            src={toPictureUrl(shown.imageData, 'shared')}
            alt={t`${name}, ${at + 1} of ${count}`}
            width={400}
            height={400}
          />
          {count > 1 && (
            <div className={styles.turns}>
              <IconButton
                label={t`Image before`}
                icon={<ChevronLeft aria-hidden="true" />}
                onClick={() => move(-1)}
              />
              <span aria-live="polite">
                <Trans>
                  {at + 1} of {count}
                </Trans>
              </span>
              <IconButton
                label={t`Next image`}
                icon={<ChevronRight aria-hidden="true" />}
                onClick={() => move(1)}
              />
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}
