// The frame of the viewer's five screens: header, bar, what is saved, and the event from the device.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { CalendarDays, Ellipsis, House, Map as MapIcon, Store } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import '../../install/installEvent.ts'
import { optionalPart } from '../../parts/lazyPart.tsx'
import { useSession } from '../../session/SessionContext.tsx'
import { MissingShow } from '../../show/MissingShow.tsx'
import { PreviewNote } from '../../show/PreviewNote.tsx'
import { findPrerenderedEvent } from '../../show/prerenderedEvent.ts'
import { ShowProvider, useChanges, useShowState } from '../../show/ShowContext.tsx'
import { ViewerHeader } from '../../show/ShowHeader.tsx'
import { openShow } from '../../show/showStore.ts'
import { useReadiness } from '../../show/useReadiness.ts'
import { useLooseWhenTall } from '../../ui/layout/useLooseWhenTall.ts'
import { useCoveredHeight } from '../../ui/useCoveredHeight.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { untilIdle } from '../../untilIdle.ts'
import { useEventMessages, useFreshMessages } from './notifications/useEventMessages.ts'
import { useSubscriptionRenewal } from './notifications/useSubscriptionRenewal.ts'
import { OfflineStrip, SavedStrip } from './SavedStrip.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'
import { useReminders } from './useReminders.ts'
import styles from './ViewerLayout.module.css'

export function ViewerLayout() {
  const { eventId } = useParams({ from: '/portal/viewer/$eventId' })
  const session = useSession()
  const id = Number(eventId)
  const store = useMemo(() => openShow({ club: session.slug ?? '', eventId: id }, session), [session, id])
  const state = useShowState(store)
  const { saved } = state
  const show = useMemo(() => (saved == null ? undefined : { store, saved }), [store, saved])
  useEffect(() => store.startPolling(), [store])
  const tab = useRouterState({
    select: ({ location }) => /\/viewer\/[^/]+\/?(\w*)/.exec(location.pathname)?.[1],
  })

  // one header for both cases, so that a sheet opened from it stays open when the event arrives
  return (
    <div className={styles.frame}>
      <ViewerHeader eventName={(show?.saved.event ?? findPrerenderedEvent(id))?.name} />
      {show === undefined ? (
        <main id="main" className={styles.main} tabIndex={-1}>
          <MissingShow store={store} />
        </main>
      ) : (
        <ShowProvider value={show}>
          <Dock>
            {tab === '' ? (
              <SavedStrip />
            ) : (
              <OfflineStrip isZoneNamed={tab === 'schedule' || tab === 'more'} />
            )}
            <Bar eventId={eventId} />
          </Dock>
          <main id="main" className={styles.main} tabIndex={-1}>
            <UpdateNotice />
            {show.saved.event.preview && <PreviewNote eventId={eventId} />}
            <Outlet />
          </main>
          <Attendant />
          {tab === '' && <OnceSaved />}
        </ShowProvider>
      )}
    </div>
  )
}

/** What stays at the bottom edge of a phone; toasts and the way back to now are above it. */
function Dock({ children }: { children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null)
  useLooseWhenTall(dock)
  useCoveredHeight('--bottom-clear', dock)
  return (
    <div ref={dock} className={styles.dock} data-bottom-bar="">
      {children}
    </div>
  )
}

const InstallOffer = optionalPart(async () => (await import('../../install/InstallOffer.tsx')).InstallOffer)

/** What comes when all of the show is on the device. */
function OnceSaved() {
  return useReadiness().isComplete ? <InstallOffer /> : null
}

/** Runs beside every screen: reminders, the renewal of the subscription, the next screen's code. */
function Attendant() {
  useReminders()
  useSubscriptionRenewal()
  useFreshMessages()
  useScheduleAtHand()
  return null
}

/** Most people tap it next: its code comes when the first screen is complete, not with the tap. */
function useScheduleAtHand(): void {
  const router = useRouter()
  useEffect(() => {
    void untilIdle().then(() => router.loadRouteChunk(router.routesById[tabs.schedule]))
  }, [router])
}

const tabs = {
  home: '/portal/viewer/$eventId',
  schedule: '/portal/viewer/$eventId/schedule',
  maps: '/portal/viewer/$eventId/maps',
  vendors: '/portal/viewer/$eventId/vendors',
  more: '/portal/viewer/$eventId/more',
} as const

function Bar({ eventId }: { eventId: string }) {
  const { t } = useLingui()
  const hasNews = useChanges().length > 0
  const { unread } = useEventMessages()
  return (
    <nav className={styles.bar} aria-label={t`Event`}>
      <Tab to={tabs.home} eventId={eventId} icon={<House aria-hidden="true" />}>
        <Trans>Home</Trans>
      </Tab>
      <Tab to={tabs.schedule} eventId={eventId} icon={<CalendarDays aria-hidden="true" />}>
        <Trans>Schedule</Trans>
        {hasNews && (
          <span className={styles.dot}>
            <VisuallyHidden>
              <Trans>Favourites have changed</Trans>
            </VisuallyHidden>
          </span>
        )}
      </Tab>
      <Tab to={tabs.maps} eventId={eventId} icon={<MapIcon aria-hidden="true" />}>
        <Trans>Maps</Trans>
      </Tab>
      <Tab to={tabs.vendors} eventId={eventId} icon={<Store aria-hidden="true" />}>
        <Trans>Vendors</Trans>
      </Tab>
      <Tab to={tabs.more} eventId={eventId} icon={<Ellipsis aria-hidden="true" />}>
        <Trans>More</Trans>
        <VisuallyHidden>
          {' '}
          <Trans>of this event</Trans>
        </VisuallyHidden>
        {unread > 0 && (
          <span className={styles.dot} data-not-prerendered="">
            <VisuallyHidden>
              <Plural value={unread} one="# new message" other="# new messages" />
            </VisuallyHidden>
          </span>
        )}
      </Tab>
    </nav>
  )
}

interface TabProps {
  to: (typeof tabs)[keyof typeof tabs]
  eventId: string
  icon: ReactNode
  children: ReactNode
}

/** Each tab restores its own scroll, so the router must not change it. */
function Tab({ to, eventId, icon, children }: TabProps) {
  return (
    <Link
      to={to}
      params={{ eventId }}
      activeOptions={{ exact: true, includeSearch: false }}
      resetScroll={false}
      className={styles.tab}
    >
      {icon}
      {children}
    </Link>
  )
}
