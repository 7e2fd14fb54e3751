// One entry of the schedule with all that is known of it: when and where, what it is, and what one can do.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Clock, MapPin, Share2, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { writeClock } from '../../../../domain/clock.ts'
import { addDays, findDay } from '../../../../domain/day.ts'
import { findStartDay, type TimedScheduleEntry } from '../../../../domain/schedule.ts'
import { findSpot } from '../../../../domain/stall.ts'
import { useNow, useShow } from '../../../show/ShowContext.tsx'
import { toZoneName } from '../../../show/showTime.ts'
import { formatWeekday } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/overlay/Sheet.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useFavourite } from '../FavouriteButton.tsx'
import styles from './EntrySheet.module.css'
import { toMapSearch } from './PlaceLink.tsx'
import { useEntryActions } from './useEntryActions.ts'

export interface EntrySheetProps {
  /** The id in the address; undefined if none is open. */
  id: string | undefined
  /** Undefined for an entry that the schedule does not have any more. */
  timed: TimedScheduleEntry | undefined
  onClose(): void
}

export function EntrySheet({ id, timed, onClose }: EntrySheetProps) {
  const { t } = useLingui()
  return (
    <Sheet
      open={id !== undefined}
      onClose={onClose}
      title={timed === undefined ? t`Not in the schedule` : timed.entry.label}
    >
      {timed === undefined ? (
        <p>
          <Trans>This entry is no longer in the schedule.</Trans>
        </p>
      ) : (
        <Facts timed={timed} />
      )}
    </Sheet>
  )
}

function Facts({ timed }: { timed: TimedScheduleEntry }) {
  const { description = '' } = timed.entry
  return (
    <div className={styles.facts}>
      <State timed={timed} />
      <When timed={timed} />
      <Where timed={timed} />
      {description !== '' && <p className={styles.description}>{description}</p>}
      <div className={styles.actions}>
        <FavouriteToggle timed={timed} />
        <Actions timed={timed} />
      </div>
    </div>
  )
}

function State({ timed: { entry, startsAt, endsAt } }: { timed: TimedScheduleEntry }) {
  const now = useNow()
  if (entry.cancelled === true) {
    return (
      <p>
        <Tag solid>
          <Trans>Cancelled</Trans>
        </Tag>
      </p>
    )
  }
  if (startsAt <= now && now < endsAt) {
    return (
      <p>
        <Tag>
          <Trans>Now</Trans>
        </Tag>
      </p>
    )
  }
  return null
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      {icon}
      <div>{children}</div>
    </div>
  )
}

function When({ timed: { entry, date, startsAt, endsAt } }: { timed: TimedScheduleEntry }) {
  const { saved } = useShow()
  const language = useLanguage()
  const { timeZone } = saved.event
  const startDay = findStartDay(entry, date)
  const start = writeClock(entry.startTime, language)
  const end = writeClock(entry.endTime, language)
  const isEndedNextDay = findDay(endsAt, timeZone) !== startDay
  const endDay = formatWeekday(addDays(startDay, 1), language)
  return (
    <Fact icon={<Clock aria-hidden="true" />}>
      <p className="strong">{formatWeekday(startDay, language)}</p>
      <p>
        {endsAt <= startsAt ? (
          start
        ) : isEndedNextDay ? (
          <Trans>
            {start} to {end} on {endDay}
          </Trans>
        ) : (
          <Trans>
            {start} to {end}
          </Trans>
        )}
      </p>
      <p className="small muted">{toZoneName(timeZone, startsAt, language)}</p>
    </Fact>
  )
}

function Where({ timed: { entry } }: { timed: TimedScheduleEntry }) {
  const { saved } = useShow()
  const { place = '' } = entry
  const spot = findSpot(entry, saved.mapNames, saved.places ?? [])
  const map = spot?.map.label ?? ''
  if (place === '') return null
  return (
    <Fact icon={<MapPin aria-hidden="true" />}>
      <p className="strong">{place}</p>
      {spot !== undefined && (
        <Link
          className={styles.mapLink}
          to="/portal/viewer/$eventId/maps"
          params={{ eventId: String(saved.eventId) }}
          search={toMapSearch(spot)}
          resetScroll={false}
        >
          {spot.place === undefined ? <Trans>Open the map: {map}</Trans> : <Trans>Show on the map</Trans>}
        </Link>
      )}
    </Fact>
  )
}

function FavouriteToggle({ timed: { entry, date } }: { timed: TimedScheduleEntry }) {
  const { isMarked, toggle } = useFavourite(entry, date)
  return (
    <span className={isMarked ? styles.marked : undefined}>
      <Button full aria-pressed={isMarked} icon={<Star size={20} aria-hidden="true" />} onClick={toggle}>
        <Trans>Favourite</Trans>
      </Button>
    </span>
  )
}

function Actions({ timed }: { timed: TimedScheduleEntry }) {
  const { share, saveCalendarFile, said } = useEntryActions(timed)
  return (
    <>
      <Button full icon={<Share2 size={20} aria-hidden="true" />} onClick={() => void share()}>
        <Trans>Share</Trans>
      </Button>
      <Button full icon={<CalendarPlus size={20} aria-hidden="true" />} onClick={saveCalendarFile}>
        <Trans>Add to calendar</Trans>
      </Button>
      <p className={styles.said} role="status">
        {said}
      </p>
    </>
  )
}
