// An event's picture; without one, its dates in large type on the club's colour.
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ClubEvent } from '../../domain/event.ts'
import { toPictureUrl } from '../../domain/picture.ts'
import { formatPosterDate } from '../text/format.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { Coachline } from '../ui/layout/Coachline.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './EventPoster.module.css'

export interface EventPosterProps {
  event: Pick<ClubEvent, 'name' | 'images' | 'startDate' | 'endDate'>
  /** The first picture in sight is fetched before all others. */
  isFirst?: boolean
}

export function EventPoster({ event, isFirst = false }: EventPosterProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const imageData = event.images[0]?.imageData ?? ''
  const [missing, setMissing] = useState<string>()
  if (imageData !== '' && missing !== imageData) {
    return (
      <img
        className={styles.picture}
        src={toPictureUrl(imageData, 'poster')}
        alt={t`Poster of ${event.name}`}
        // Without a connection, a picture that was never fetched is replaced by the dates.
        onError={() => setMissing(imageData)}
        decoding="async"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
      />
    )
  }
  const { days, month } = formatPosterDate(event.startDate, event.endDate, language)
  return (
    <div className={styles.date} data-on-club="">
      <VisuallyHidden>{t`No Image`}</VisuallyHidden>
      <div className={styles.words} aria-hidden="true">
        <span className={styles.days}>{days}</span>
        <span className={styles.month}>{month}</span>
      </div>
      <Coachline />
    </div>
  )
}
