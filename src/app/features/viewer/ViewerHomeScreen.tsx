// The viewer's first screen: poster, name, dates and place, what is on, and what the event is about.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Store, Ticket } from 'lucide-react'
import { writeClock } from '../../../domain/clock.ts'
import { findProgrammeDay, type TimedScheduleEntry } from '../../../domain/schedule.ts'
import { MyPassesLink } from '../../passes/MyPassesLink.tsx'
import { useMarks, useNow, useShow, useTimeline } from '../../show/ShowContext.tsx'
import { useTabPlace } from '../../show/tabMemory.ts'
import { ZoneNote } from '../../show/ZoneNote.tsx'
import { formatDayRange } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { AfterShow } from './AfterShow.tsx'
import { ChangeNotice } from './ChangeNotice.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'
import { OwnSpotLink } from './maps/OwnSpotLink.tsx'
import { findSale } from './onSale.ts'
import { Poster } from './Poster.tsx'
import { EntryLink } from './schedule/EntryLink.tsx'
import { NowNext } from './schedule/NowNext.tsx'
import { PlaceLink } from './schedule/PlaceLink.tsx'
import { useSavedPrerender } from './useSavedPrerender.ts'
import styles from './ViewerHomeScreen.module.css'

export function ViewerHomeScreen() {
  const { saved } = useShow()
  const language = useLanguage()
  const timeline = useTimeline()
  const { event } = saved
  useScreenTitle(event.name)
  useTabPlace(`${saved.key} home`)
  useSavedPrerender(timeline)
  return (
    <div className={styles.home}>
      <Poster event={event} />
      <div className={styles.column}>
        <h1 className={styles.name}>{event.name}</h1>
        <div className={styles.when}>
          <p className={styles.dates}>{formatDayRange(event.startDate, event.endDate, language)}</p>
          {event.place !== '' && <p className={styles.place}>{event.place}</p>}
        </div>
        <MyPassesLink />
        <OwnSpotLink />
        <AfterShow />
        <ChangeNotice />
        <NowNext timeline={timeline} />
        <OnSale />
        <ZoneNote />
        <TodaysFavourites timeline={timeline} />
        {event.carList && (
          <p>
            <Link
              to="/portal/viewer/$eventId/cars"
              params={{ eventId: String(saved.eventId) }}
              className={buttonClass({ variant: 'secondary' })}
            >
              <Trans>All cars of the show</Trans>
            </Link>
          </p>
        )}
        {event.description !== '' && (
          <section className={styles.about}>
            <h2>
              <Trans>About the show</Trans>
            </h2>
            <p>{event.description}</p>
          </section>
        )}
      </div>
    </div>
  )
}

/** One way to all that visitors can buy or sign up for now: to the form itself, if there is nothing else. */
function OnSale() {
  const { event, mapSales = [] } = useShow().saved
  const now = useNow()
  const eventId = String(event.id)
  const className = buttonClass({ variant: 'secondary' })
  const sale = findSale({ ...event, maps: mapSales }, now)
  if (sale === undefined) return null
  return (
    <p data-timed="">
      {sale === 'several' ? (
        <Link to="/portal/event/$eventId" params={{ eventId }} className={className}>
          <Ticket aria-hidden="true" />
          <Trans>Tickets and sign-up</Trans>
        </Link>
      ) : (
        <Link to="/portal/events/$eventId/$action" params={{ eventId, action: sale }} className={className}>
          {sale === 'vendor' ? <Store aria-hidden="true" /> : <Ticket aria-hidden="true" />}
          {sale === 'vendor' ? <Trans>Sell at the show</Trans> : <Trans>Buy Ticket</Trans>}
        </Link>
      )}
    </p>
  )
}

function TodaysFavourites({ timeline }: { timeline: readonly TimedScheduleEntry[] }) {
  const { t } = useLingui()
  const { saved } = useShow()
  const language = useLanguage()
  const marks = useMarks()
  const now = useNow()
  const today = findProgrammeDay(timeline, now, saved.event.timeZone)
  const favourites = timeline.filter(({ entry, date }) => date === today && marks.has('entry', entry.id))
  if (favourites.length === 0) return null
  return (
    <section className={styles.favourites} data-timed="" aria-label={t`Your favourites today`}>
      <h2 className="h3">
        <Trans>Your favourites today</Trans>
      </h2>
      <ul>
        {favourites.map(({ entry, date, endsAt }) => (
          <li key={entry.id} className={endsAt <= now ? styles.past : undefined}>
            <time>{writeClock(entry.startTime, language)}</time>
            <div className={styles.label}>
              <EntryLink entry={entry} date={date} />
              <span>{entry.cancelled === true ? <Trans>Cancelled</Trans> : entry.place}</span>
            </div>
            <PlaceLink entry={entry} id={`today-pin-${entry.id}`} />
            <FavouriteButton entry={entry} date={date} place="today" />
          </li>
        ))}
      </ul>
    </section>
  )
}
