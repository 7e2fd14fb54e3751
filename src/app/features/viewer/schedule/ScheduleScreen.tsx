// The schedule: a day along the road-book line, favourites, search, and a button back to now.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownUp, Search, Star, X } from 'lucide-react'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  findDayToShow,
  findProgrammeDay,
  findUpcoming,
  type ScheduleDay,
  type TimedScheduleEntry,
} from '../../../../domain/schedule.ts'
import { foldText, isMatch, toWords } from '../../../../domain/search.ts'
import { useIsReached } from '../../../notifications/usePushState.ts'
import { useClashes, useMarks, useNow, useShow, useTimeline } from '../../../show/ShowContext.tsx'
import { toDayTab } from '../../../show/showTime.ts'
import { useTabPlace, useTabState } from '../../../show/tabMemory.ts'
import { ZoneNote } from '../../../show/ZoneNote.tsx'
import { formatWeekday } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ChipRow } from '../../../ui/layout/ChipRow.tsx'
import { Segment } from '../../../ui/layout/Segment.tsx'
import { Toolbar } from '../../../ui/layout/Toolbar.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { ChangeNotice } from '../ChangeNotice.tsx'
import { EmptyTab } from '../EmptyTab.tsx'
import { useTopic } from '../notifications/useTopic.ts'
import { useIsWide } from '../useIsWide.ts'
import { EntrySheet } from './EntrySheet.tsx'
import { type EntryAddress, useScheduleAddress } from './entryAddress.ts'
import { NowNext } from './NowNext.tsx'
import { currentRowId, RoadBook, toRowId } from './RoadBook.tsx'
import styles from './ScheduleScreen.module.css'

export function ScheduleScreen() {
  const { t } = useLingui()
  const { saved } = useShow()
  useScreenTitle(t`Schedule`)
  if (!saved.schedule.some(({ entries }) => entries.length > 0)) {
    return (
      <EmptyTab heading={<Trans>Schedule</Trans>} title={<Trans>No schedule</Trans>}>
        <Trans>The club will publish the days and times here.</Trans>
      </EmptyTab>
    )
  }
  return <Programme key={saved.key} />
}

function Programme() {
  const { t } = useLingui()
  const { saved } = useShow()
  const language = useLanguage()
  const timeline = useTimeline()
  const marks = useMarks()
  const clashes = useClashes(timeline)
  const now = useNow()
  const isWide = useIsWide()
  const isReached = useIsReached(useTopic())
  const { timeZone } = saved.event
  const days = saved.schedule
  const today = findProgrammeDay(timeline, now, timeZone)
  const address = useScheduleAddress()
  // the tab comes back to the day that was left
  const [remembered, setRemembered] = useTabState(`${saved.key} day`, '')
  const opened = timeline.find(({ entry }) => entry.id === address.entry)
  const chosen = opened?.date ?? address.day ?? remembered
  useEffect(() => setRemembered(chosen), [chosen, setRemembered])
  const showToday = () => {
    setRemembered('')
    address.showToday()
  }
  const [onlyFavourites, setOnlyFavourites] = useTabState(`${saved.key} favourites`, false)
  const [query, setQuery] = useTabState<string | null>(`${saved.key} search`, null)
  const words = toWords(useDeferredValue(query ?? ''))
  const day = days.find(({ date }) => date === chosen) ?? findDayToShow(days, today)
  const date = day?.date ?? ''
  const next = useMemo(
    () => new Set(findUpcoming(timeline, now).map(({ entry }) => entry.id)),
    [timeline, now],
  )
  useTabPlace(`${saved.key} schedule`)
  useSightOfNow(saved.key, address.entry)

  const ofDay = timeline.filter((timed) => timed.date === date)
  const favouritesOfDay = ofDay.filter(({ entry }) => marks.has('entry', entry.id))
  const isSearching = words.length > 0

  return (
    <>
      <VisuallyHidden>
        <h1>
          <Trans>Schedule</Trans>
        </h1>
      </VisuallyHidden>
      <Toolbar sticky even>
        <Days days={days} value={date} today={today} onChange={address.showDay} />
        <div className={styles.filters}>
          {query === null ? (
            <>
              <div className={styles.chips}>
                <ChipRow label={t`Show`} wrap>
                  <FilterChip pressed={!onlyFavourites} onClick={() => setOnlyFavourites(false)}>
                    <Trans>Whole day</Trans>
                  </FilterChip>
                  <FilterChip
                    pressed={onlyFavourites}
                    icon={<Star aria-hidden="true" />}
                    count={favouritesOfDay.length}
                    onClick={() => setOnlyFavourites(true)}
                  >
                    <Trans>Favourites</Trans>
                  </FilterChip>
                </ChipRow>
              </div>
              <IconButton
                label={t`Search the schedule`}
                icon={<Search aria-hidden="true" />}
                onClick={() => setQuery('')}
              />
            </>
          ) : (
            <div className={styles.chips}>
              <TextInput
                type="search"
                aria-label={t`Search the schedule`}
                autoComplete="off"
                enterKeyHint="search"
                autoFocus={query === ''}
                value={query}
                icon={<Search aria-hidden="true" />}
                trailing={
                  <IconButton
                    label={t`End the search`}
                    icon={<X aria-hidden="true" />}
                    onClick={() => setQuery(null)}
                  />
                }
                onChange={(event) => setQuery(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setQuery(null)
                }}
              />
            </div>
          )}
        </div>
      </Toolbar>
      <div className={styles.content}>
        {isWide && (
          <aside className={styles.aside} aria-label={t`Now and next`}>
            <NowNext timeline={timeline} />
          </aside>
        )}
        <div className={styles.note}>
          <ChangeNotice />
          <ZoneNote />
        </div>
        {isSearching ? (
          <Found days={days} timeline={timeline} words={words} next={next} onOpen={address.open} />
        ) : onlyFavourites && favouritesOfDay.length === 0 ? (
          <EmptyState title={<Trans>No favourites on this day</Trans>}>
            {isReached ? (
              <Trans>
                The star beside an entry puts it here, and reminds you ten minutes before, also while the
                phone is locked.
              </Trans>
            ) : (
              <Trans>
                The star beside an entry puts it here, and reminds you ten minutes before, as long as the app
                is open. Allow notifications under More to be reminded while the phone is locked.
              </Trans>
            )}
          </EmptyState>
        ) : ofDay.length === 0 ? (
          <EmptyState title={<Trans>Nothing on this day</Trans>} />
        ) : (
          <div>
            <VisuallyHidden>
              <h2>{formatWeekday(date, language)}</h2>
            </VisuallyHidden>
            <RoadBook
              label={formatWeekday(date, language)}
              isToday={date === today}
              entries={onlyFavourites ? favouritesOfDay : ofDay}
              next={next}
              clashes={clashes}
              onOpen={address.open}
            />
          </div>
        )}
      </div>
      <EntrySheet id={address.entry} timed={opened} onClose={address.close} />
      {!isSearching && days.some((one) => one.date === today) && (
        <JumpToNow isToday={date === today} onToday={showToday} />
      )}
    </>
  )
}

interface DaysProps {
  days: readonly ScheduleDay[]
  value: string
  today: string
  onChange(date: string): void
}

function Days({ days, value, today, onChange }: DaysProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const options = days.map(({ date, label }) => ({
    value: date,
    label: toDayTab(date, language),
    note: date === today ? t`Today` : label,
  }))
  if (options.length === 1) {
    return <p className="strong">{formatWeekday(value, language)}</p>
  }
  if (options.length <= 4)
    return <Segment label={t`Day`} options={options} value={value} onChange={onChange} />
  return (
    <ChipRow label={t`Day`}>
      {options.map((option) => (
        <FilterChip
          key={option.value}
          pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </FilterChip>
      ))}
    </ChipRow>
  )
}

interface FoundProps {
  days: readonly ScheduleDay[]
  timeline: readonly TimedScheduleEntry[]
  words: readonly string[]
  next: ReadonlySet<string>
  onOpen(address: EntryAddress): void
}

/** A search covers all days. */
function Found({ days, timeline, words, next, onOpen }: FoundProps) {
  const language = useLanguage()
  const found = timeline.filter(({ entry }) =>
    isMatch(words, foldText(`${entry.label} ${entry.place ?? ''} ${entry.description ?? ''}`)),
  )
  return (
    <div>
      <p className={`small muted ${styles.note}`} role="status">
        {found.length === 0 ? (
          <Trans>Nothing in the schedule matches.</Trans>
        ) : (
          <Plural value={found.length} one="# entry matches" other="# entries match" />
        )}
      </p>
      {days.map(({ date }) => {
        const entries = found.filter((timed) => timed.date === date)
        const label = formatWeekday(date, language)
        return (
          entries.length > 0 && (
            <section key={date}>
              <h2 className={styles.day}>{label}</h2>
              <RoadBook label={label} entries={entries} next={next} clashes={[]} onOpen={onOpen} />
            </section>
          )
        )
      })}
    </div>
  )
}

/** Where the current row stood on the page when the person last looked, by the show's key. */
const nowPlaces = new Map<string, number>()

/**
 * The schedule opens at an entry's link or at the current time, and later where the person left it, unless "now"
 * has moved on by more than a screen since.
 */
function useSightOfNow(key: string, entry: string | undefined): void {
  const [linked] = useState(entry)
  useLayoutEffect(() => {
    const note = () => {
      const place = findNowPlace()
      if (place !== undefined) nowPlaces.set(key, place)
    }
    const show = () => {
      const before = nowPlaces.get(key)
      const place = findNowPlace()
      note()
      if (place === undefined || Math.abs(place - (before ?? -Infinity)) <= window.innerHeight) return
      document.getElementById(currentRowId)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }
    const noteOrShow = () => {
      // the rows of the present time are drawn first
      if (document.visibilityState === 'visible') requestAnimationFrame(show)
      else note()
    }
    const row = linked === undefined || nowPlaces.has(key) ? null : document.getElementById(toRowId(linked))
    if (row === null) show()
    else {
      note()
      row.scrollIntoView({ block: 'center', behavior: 'instant' })
    }
    document.addEventListener('visibilitychange', noteOrShow)
    return () => {
      document.removeEventListener('visibilitychange', noteOrShow)
      note()
    }
  }, [key, linked])
}

function findNowPlace(): number | undefined {
  const row = document.getElementById(currentRowId)
  return row === null ? undefined : row.getBoundingClientRect().top + window.scrollY
}

/** Shown above the bar while the current row is out of sight. */
function JumpToNow({ isToday, onToday }: { isToday: boolean; onToday(): void }) {
  const [isInSight, setIsInSight] = useState(true)
  const wanted = useRef(false)
  const now = useNow()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another minute or day may have another current row
  useEffect(() => {
    const row = document.getElementById(currentRowId)
    if (row === null) {
      setIsInSight(isToday)
      return
    }
    if (wanted.current) {
      wanted.current = false
      showRow(row)
    }
    const observer = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting === true))
    observer.observe(row)
    return () => observer.disconnect()
  }, [isToday, now])

  if (isInSight) return null
  const jump = () => {
    const row = document.getElementById(currentRowId)
    if (row !== null && isToday) {
      showRow(row)
      return
    }
    wanted.current = true
    onToday()
  }
  return (
    <div className={styles.jump}>
      <button type="button" onClick={jump}>
        <ArrowDownUp aria-hidden="true" />
        <Trans>Jump to now</Trans>
      </button>
    </div>
  )
}

function showRow(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' })
  row.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
}
