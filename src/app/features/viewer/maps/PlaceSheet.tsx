// The place that was tapped on a map: what is on there, now and later.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { writeClock } from '../../../../domain/clock.ts'
import type { EventPlace } from '../../../../domain/event.ts'
import { findProgrammeDay } from '../../../../domain/schedule.ts'
import { findSpot } from '../../../../domain/stall.ts'
import { useNow, useShow, useTimeline } from '../../../show/ShowContext.tsx'
import { toDayTab } from '../../../show/showTime.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/overlay/Sheet.tsx'
import { NearLine } from './NearLine.tsx'
import styles from './PlaceSheet.module.css'

export interface PlaceSheetProps {
  place: EventPlace | undefined
  /** The name of another place close by. */
  near: string | undefined
  /** Of a spot of one's own, on which nothing is planned. */
  onForget?: (() => void) | undefined
  onClose(): void
}

export function PlaceSheet({ place, near, onForget, onClose }: PlaceSheetProps) {
  return (
    <Sheet open={place !== undefined} onClose={onClose} modal={false} title={place?.label}>
      {place !== undefined && (
        <>
          <NearLine near={near} />
          {onForget === undefined ? (
            <OnHere place={place} />
          ) : (
            <Button onClick={onForget}>
              <Trans>Remove this spot</Trans>
            </Button>
          )}
        </>
      )}
    </Sheet>
  )
}

/** More would cover the map. */
const mostRows = 4

function OnHere({ place }: { place: EventPlace }) {
  const { t } = useLingui()
  const { saved } = useShow()
  const language = useLanguage()
  const timeline = useTimeline()
  const now = useNow()
  const today = findProgrammeDay(timeline, now, saved.event.timeZone)
  const here = timeline.filter(
    ({ entry, startsAt, endsAt }) =>
      (now < startsAt || now < endsAt) &&
      entry.cancelled !== true &&
      findSpot(entry, saved.mapNames, saved.places ?? [])?.place === place,
  )
  if (here.length === 0) {
    return (
      <p className="muted">
        <Trans>Nothing more is planned here.</Trans>
      </p>
    )
  }
  return (
    <ul className={styles.entries} aria-label={t`On here`}>
      {here.slice(0, mostRows).map(({ entry, date }) => (
        <li key={entry.id}>
          <Link
            to="/portal/viewer/$eventId/schedule"
            params={{ eventId: String(saved.eventId) }}
            search={{ day: date, entry: entry.id }}
            resetScroll={false}
          >
            <span className={styles.when}>
              {date !== today && <>{toDayTab(date, language)} </>}
              {writeClock(entry.startTime, language)}
            </span>
            <span>{entry.label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
