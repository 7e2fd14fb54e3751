// A day's entries along the road-book line: past ones faded, the current one tinted, favourites as diamonds.

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { writeClock, writeClockAt } from '../../../../domain/clock.ts'
import {
  type Clash,
  findProgress,
  findStartDay,
  type TimedScheduleEntry,
} from '../../../../domain/schedule.ts'
import { minuteMs } from '../../../../domain/time.ts'
import { useMarks, useNow, useShow } from '../../../show/ShowContext.tsx'
import { toDayTab } from '../../../show/showTime.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { classNames } from '../../../ui/classNames.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { FavouriteButton } from '../FavouriteButton.tsx'
import type { EntryAddress } from './entryAddress.ts'
import styles from './RoadBook.module.css'

export interface RoadBookProps {
  label: string
  /** Its day is the programme's present one. */
  isToday?: boolean
  entries: readonly TimedScheduleEntry[]
  /** The ids of the next entries. */
  next: ReadonlySet<string>
  clashes: readonly Clash[]
  onOpen(address: EntryAddress): void
}

/** The entry that is on, else the next one of today, else today's last. */
export const currentRowId = 'current-entry'

/** The link of an entry, which takes the focus back when the entry is closed. */
export function toRowId(entryId: string): string {
  return `entry-${entryId}`
}

export function RoadBook({ label, isToday = false, entries, next, clashes, onOpen }: RoadBookProps) {
  const now = useNow()
  const marks = useMarks()
  const language = useLanguage()
  const axis = toAxis(entries, clashes)
  const current =
    entries.findLast((timed) => isOn(timed, now)) ?? (isToday ? findNearest(entries, now) : undefined)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ol role="list" aria-label={label} className={styles.road}>
      {entries.map((timed, index) => {
        const { entry } = timed
        const isNow = isOn(timed, now)
        const isPast = timed.endsAt <= now && timed.startsAt <= now
        return (
          <li
            key={entry.id}
            id={timed === current ? currentRowId : undefined}
            aria-current={isNow ? 'time' : undefined}
          >
            <div
              className={classNames(
                styles.row,
                isNow && styles.now,
                isPast && styles.past,
                marks.has('entry', entry.id) && styles.marked,
                axis[index] === 'start' && styles.clashStart,
                axis[index] === 'within' && styles.clashing,
              )}
            >
              <div className={styles.time} aria-hidden="true">
                {writeClock(entry.startTime, language)}
                {entry.endTime !== '' && <small>{writeClock(entry.endTime, language)}</small>}
              </div>
              <div className={styles.axis} />
              <div className={styles.words}>
                <ScheduleEntryText
                  timed={timed}
                  isNow={isNow}
                  isNext={next.has(entry.id)}
                  now={now}
                  onOpen={onOpen}
                />
              </div>
              <div className={styles.actions}>
                <FavouriteButton entry={entry} date={timed.date} place="road" />
              </div>
            </div>
            {clashes
              .filter(({ second }) => second === timed)
              .map((clash) => (
                <ClashNotice key={clash.first.entry.id} clash={clash} />
              ))}
          </li>
        )
      })}
    </ol>
  )
}

function isNewWindow({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey
}

function isOn({ entry, startsAt, endsAt }: TimedScheduleEntry, now: number): boolean {
  return entry.cancelled !== true && startsAt <= now && now < endsAt
}

/** Where nothing is on, the place of the present time: before the next entry, or at the last one. */
function findNearest(entries: readonly TimedScheduleEntry[], now: number): TimedScheduleEntry | undefined {
  const valid = entries.filter(({ entry }) => entry.cancelled !== true)
  return valid.find(({ startsAt }) => startsAt > now) ?? valid.at(-1)
}

/** Between two clashing entries the axis is thick. */
function toAxis(
  entries: readonly TimedScheduleEntry[],
  clashes: readonly Clash[],
): ('plain' | 'start' | 'within')[] {
  const axis = entries.map((): 'plain' | 'start' | 'within' => 'plain')
  for (const { first, second } of clashes) {
    const from = entries.indexOf(first)
    const to = entries.indexOf(second)
    if (from < 0 || to < 0) continue
    if (axis[from] === 'plain') axis[from] = 'start'
    axis.fill('within', from + 1, to + 1)
  }
  return axis
}

function TimeLeft({ minutes }: { minutes: number }) {
  if (minutes < 100) return <Trans>ends in {minutes} min</Trans>
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return (
    <Trans>
      ends in {hours} h {rest} min
    </Trans>
  )
}

interface ScheduleEntryTextProps {
  timed: TimedScheduleEntry
  isNow: boolean
  isNext: boolean
  now: number
  onOpen(address: EntryAddress): void
}

function ScheduleEntryText({ timed, isNow, isNext, now, onOpen }: ScheduleEntryTextProps) {
  const { t } = useLingui()
  const { saved } = useShow()
  const language = useLanguage()
  const { entry, date } = timed
  const address = { day: date, entry: entry.id }
  const [start, end] = [entry.startTime, entry.endTime].map((time) => writeClock(time, language))
  const night = toDayTab(findStartDay(entry, date), language)
  const minutesLeft = Math.max(1, Math.round((timed.endsAt - now) / minuteMs))
  const status = isNow ? <TimeLeft minutes={minutesLeft} /> : isNext ? <Trans>next</Trans> : undefined
  const place = entry.place ?? ''
  return (
    <>
      <h3>
        <Link
          id={toRowId(entry.id)}
          className={styles.open}
          to="/portal/viewer/$eventId/schedule"
          params={{ eventId: String(saved.eventId) }}
          search={address}
          resetScroll={false}
          onClick={(event) => {
            if (isNewWindow(event)) return
            event.preventDefault()
            onOpen(address)
          }}
        >
          {/* a screen reader reads '{startTime} - {endTime} : {label}' */}
          <VisuallyHidden>{`${start} - ${end} : `}</VisuallyHidden>
          {entry.cancelled === true ? <s>{entry.label}</s> : entry.label}
        </Link>
      </h3>
      {entry.startsNextDay === true && (
        <p>
          <Trans>After midnight, {night}</Trans>
        </p>
      )}
      {(place !== '' || status !== undefined || entry.cancelled === true) && (
        <p>
          {entry.cancelled === true && (
            <span className={styles.cancelled}>
              <Trans>Cancelled</Trans>
            </span>
          )}
          {place}
          {place !== '' && status !== undefined && ' · '}
          {status}
        </p>
      )}
      {isNow && (
        <progress
          className={styles.progress}
          max={100}
          value={Math.round(findProgress(timed, now) * 100)}
          aria-label={t`Progress of ${entry.label}`}
        />
      )}
    </>
  )
}

function ClashNotice({ clash }: { clash: Clash }) {
  const { saved } = useShow()
  const language = useLanguage()
  const { timeZone } = saved.event
  const { minutes } = clash
  const { label } = clash.first.entry
  const from = writeClockAt(clash.from, timeZone, language)
  const until = writeClockAt(clash.until, timeZone, language)
  return (
    <p className={styles.clash}>
      <TriangleAlert aria-hidden="true" />
      <span>
        <Trans>
          Overlaps {minutes} min with {label}, {from} to {until}.
        </Trans>
      </span>
    </p>
  )
}
