// The club's home: its own page, or panels that lead into the portal.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import type { PortalSettings } from '../../../domain/club.ts'
import { isOn, isOver } from '../../../domain/event.ts'
import { BegunPayments } from '../../passes/AskingPayment.tsx'
import { MyPassesLink } from '../../passes/MyPassesLink.tsx'
import { SavedShows, ShowsOfDevice } from '../../reading/ReadState.tsx'
import { type Reading, useRead } from '../../reading/useRead.ts'
import { useClub, useSession, useSessionState } from '../../session/SessionContext.tsx'
import { EventPoster } from '../../show/EventPoster.tsx'
import { PastShows } from '../../show/PastShows.tsx'
import { isUnreachable } from '../../text/failureText.ts'
import { formatShortRange } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { classNames } from '../../ui/classNames.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { UnansweredSignUps } from '../../unsaved/UnansweredSignUps.tsx'
import { CustomPage } from './CustomPage.tsx'
import styles from './HomeScreen.module.css'

export function HomeScreen() {
  const club = useClub()
  useScreenTitle(undefined)
  if (club === undefined) return null
  const { homePage } = club.portalSettings
  const page = homePage === 0 ? undefined : club.pages.find(({ id }) => id === homePage)
  const name = (
    <VisuallyHidden>
      <h1>{club.tenant.name}</h1>
    </VisuallyHidden>
  )
  if (page !== undefined) {
    return (
      <>
        {name}
        <BegunPayments />
        <MyPassesLink />
        <UnansweredSignUps />
        <SavedWhenAway />
        {/* the server has no parser for the club's own HTML */}
        {import.meta.env.SSR ? (
          <div className={styles.unread} data-loading="" />
        ) : (
          <>
            <CustomPage content={page.content} />
            <PastShowsOfClub />
          </>
        )}
      </>
    )
  }
  return (
    <div className={styles.home}>
      {name}
      <BegunPayments />
      <MyPassesLink />
      <UnansweredSignUps />
      <PortalPanels settings={club.portalSettings} />
    </div>
  )
}

/** Without the server a page of the club's own leads nowhere; what is on the phone does. */
function SavedWhenAway() {
  const { clubState, clubFault } = useSessionState()
  return clubState === 'saved' && isUnreachable(clubFault) ? <SavedShows /> : null
}

/** Below a page of the club's own, so that whoever bought finds it after the show too. */
function PastShowsOfClub() {
  const { data } = useRead('get_upcoming_events', { availability: '0' })
  return (
    <div className={styles.past}>
      <PastShows answer={data} />
    </div>
  )
}

function PortalPanels({ settings }: { settings: PortalSettings }) {
  const reading = useRead('get_upcoming_events', { availability: '0' })
  return (
    <>
      <ShowsOfDevice reading={reading} />
      <NextEvent reading={reading} />
      {/* below what is not known yet nothing is shown that would move away under a finger */}
      {!reading.isLoading && (
        <>
          <PastShows answer={reading.data} />
          <Ways settings={settings} />
        </>
      )}
    </>
  )
}

function Ways({ settings: { joinLink, donateTab } }: { settings: PortalSettings }) {
  return (
    <div className={styles.ways}>
      {joinLink && (
        <Way
          title={<Trans>Join/Renew Membership</Trans>}
          action={
            <Link to="/portal/join" className={buttonClass({ size: 'row' })}>
              <Trans>Join now</Trans>
            </Link>
          }
        >
          <Trans>Become a member, or stay one for another year.</Trans>
        </Way>
      )}
      <Way
        title={<Trans>Already a Member?</Trans>}
        action={
          <Link to="/portal/signin" className={buttonClass({ size: 'row' })}>
            <Trans>Log in now</Trans>
          </Link>
        }
      >
        <Trans>See what the club shares with its members.</Trans>
      </Way>
      {donateTab && (
        <Way
          title={<Trans>Donate</Trans>}
          action={
            <Link to="/portal/donate" className={buttonClass({ size: 'row' })}>
              <Trans>Donate now</Trans>
            </Link>
          }
        >
          <Trans>All of it goes to the club.</Trans>
        </Way>
      )}
    </div>
  )
}

function NextEvent({ reading }: { reading: Reading<Accepted<'get_upcoming_events'>> }) {
  const { t } = useLingui()
  const language = useLanguage()
  const session = useSession()
  const { data, isLoading } = reading
  const now = session.now()
  const event = data?.events.find((one) => !isOver(one, now))
  const isToday = event !== undefined && isOn(event, now)
  if (isLoading) return <NextEventLoading />
  return (
    <section
      className={event === undefined ? styles.plain : styles.next}
      aria-label={t`Upcoming Events`}
      data-timed=""
    >
      {event !== undefined && (
        <div className={styles.poster}>
          <EventPoster event={event} isFirst />
        </div>
      )}
      <div className={styles.words}>
        {event === undefined ? (
          <>
            <h2 className={styles.name}>
              <Trans>Upcoming Events</Trans>
            </h2>
            {data !== undefined && (
              <p className={styles.when}>
                <Trans>There are no upcoming events at this time, check back later.</Trans>
              </p>
            )}
          </>
        ) : (
          <>
            <p className={styles.kicker}>
              <Trans>Upcoming Events</Trans>
            </p>
            <h2 className={styles.name}>
              <Link to="/portal/event/$eventId" params={{ eventId: String(event.id) }}>
                {event.name}
              </Link>
            </h2>
            <p className={styles.when}>
              {formatShortRange(event.startDate, event.endDate, language)}
              {event.place !== '' && (
                <>
                  <br />
                  {event.place}
                </>
              )}
            </p>
          </>
        )}
        {isToday && (
          <Link
            to="/portal/viewer/$eventId"
            params={{ eventId: String(event.id) }}
            className={`${buttonClass({ variant: 'primary' })} ${styles.find}`}
          >
            <Trans>Open the show</Trans>
          </Link>
        )}
        <Link
          to="/portal/events"
          className={`${buttonClass({ variant: event === undefined || isToday ? 'secondary' : 'primary' })} ${styles.find}`}
        >
          <Trans>Find an event</Trans>
        </Link>
      </div>
    </section>
  )
}

function NextEventLoading() {
  const { t } = useLingui()
  return (
    <Skeleton label={t`Loading the events…`}>
      <div className={styles.next}>
        <div className={classNames(styles.poster, styles.loading)} />
        <div className={styles.words}>
          <SkeletonShape shape="line" count={3} />
          <SkeletonShape shape="block" />
        </div>
      </div>
    </Skeleton>
  )
}

function Way({ title, action, children }: { title: ReactNode; action: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.way}>
      <div className={styles.wayWords}>
        <h2 className={styles.wayTitle}>{title}</h2>
        <p>{children}</p>
      </div>
      {action}
    </section>
  )
}
