// What is on now and what comes next, each with its place and its star.
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { writeClock } from '../../../../domain/clock.ts'
import {
  findCurrent,
  findProgrammeDay,
  findUpcoming,
  type TimedScheduleEntry,
} from '../../../../domain/schedule.ts'
import { useNow, useShow } from '../../../show/ShowContext.tsx'
import { toDayTab } from '../../../show/showTime.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { FavouriteButton } from '../FavouriteButton.tsx'
import { EntryLink } from './EntryLink.tsx'
import styles from './NowNext.module.css'
import { PlaceLink } from './PlaceLink.tsx'

const mostRows = 2

export function NowNext({ timeline }: { timeline: readonly TimedScheduleEntry[] }) {
  const { saved } = useShow()
  const now = useNow()
  const language = useLanguage()
  const current = findCurrent(timeline, now)
  const upcoming = findUpcoming(timeline, now)
  const today = findProgrammeDay(timeline, now, saved.event.timeZone)
  if (current.length === 0 && upcoming.length === 0) return null
  const hidden = Math.max(0, current.length - mostRows) + Math.max(0, upcoming.length - mostRows)
  return (
    <section className={styles.panel} data-timed="" data-now-next="">
      <VisuallyHidden>
        <h2>
          <Trans>Now and next</Trans>
        </h2>
      </VisuallyHidden>
      {current.slice(0, mostRows).map((timed) => (
        <Row
          key={timed.entry.id}
          timed={timed}
          isNow
          when={<Trans>to {writeClock(timed.entry.endTime, language)}</Trans>}
          word={<Trans>Now</Trans>}
        />
      ))}
      {upcoming.slice(0, mostRows).map((timed) => (
        <Row
          key={timed.entry.id}
          timed={timed}
          isNow={false}
          when={
            <>
              {timed.date !== today && <>{toDayTab(timed.date, language)} </>}
              {writeClock(timed.entry.startTime, language)}
            </>
          }
          word={<Trans>Next</Trans>}
        />
      ))}
      {hidden > 0 && (
        <Link
          className={styles.more}
          to="/portal/viewer/$eventId/schedule"
          params={{ eventId: String(saved.eventId) }}
          resetScroll={false}
        >
          <Plural value={hidden} one="# more at this time" other="# more at this time" />
        </Link>
      )}
    </section>
  )
}

interface RowProps {
  timed: TimedScheduleEntry
  isNow: boolean
  when: ReactNode
  word: ReactNode
}

function Row({ timed, isNow, when, word }: RowProps) {
  const { entry, date } = timed
  return (
    <div className={`${styles.row} ${isNow ? styles.now : ''}`}>
      <div className={styles.when}>
        <p className={styles.word}>{word}</p>
        <p className={styles.clock}>{when}</p>
      </div>
      <div className={styles.what}>
        <h3>
          <EntryLink entry={entry} date={date} />
        </h3>
        {entry.place !== undefined && entry.place !== '' && <p>{entry.place}</p>}
      </div>
      <div className={styles.actions}>
        <PlaceLink entry={entry} id={`home-pin-${entry.id}`} />
        <FavouriteButton entry={entry} date={date} place="now" />
      </div>
    </div>
  )
}
