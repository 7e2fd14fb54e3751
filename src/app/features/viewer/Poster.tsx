// The event's first picture. Without one, its dates in large type on the club's colour.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PackEvent } from '../../../domain/event.ts'
import { toPictureUrl } from '../../../domain/picture.ts'
import { formatPosterDate } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import styles from './Poster.module.css'

export function Poster({ event }: { event: PackEvent }) {
  const { t } = useLingui()
  const language = useLanguage()
  const imageData = event.images[0]?.imageData ?? ''
  const [missing, setMissing] = useState('')
  if (imageData !== '' && missing !== imageData) {
    return (
      <div className={styles.poster}>
        <img
          className={styles.picture}
          src={toPictureUrl(imageData, 'poster')}
          alt={t`Poster of ${event.name}`}
          width={800}
          height={450}
          decoding="async"
          fetchPriority="high"
          onError={() => setMissing(imageData)}
        />
      </div>
    )
  }
  const { days, month } = formatPosterDate(event.startDate, event.endDate, language)
  return (
    <div className={`${styles.poster} ${styles.dates}`}>
      <span className={styles.days} aria-hidden="true">
        {days}
      </span>
      <span className={styles.month} aria-hidden="true">
        {month}
      </span>
      {imageData === '' && (
        <span className={styles.none}>
          <Trans>No Image</Trans>
        </span>
      )}
    </div>
  )
}
