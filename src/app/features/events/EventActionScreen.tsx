// One of an event's actions under its title. The wizards themselves are not built yet.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { ClubEvent } from '../../../domain/event.ts'
import { EventsLoading } from '../../call/ReadState.tsx'
import { useRead } from '../../call/useRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type EventAction, isEventAction, isEventId } from './eventActions.ts'

export function EventActionScreen({ eventId, action }: { eventId: string; action: string }) {
  return isEventAction(action) ? (
    <KnownAction eventId={eventId} action={action} />
  ) : (
    <InvalidAction action={action} />
  )
}

/** For an address whose action no event has. */
function InvalidAction({ action }: { action: string }) {
  const { t } = useLingui()
  useScreenTitle(t`Invalid action: ${action}`)
  return (
    <EmptyState level={1} title={<Trans>Invalid action: {action}</Trans>} action={<ToEvents />}>
      <Trans>There is nothing at this address.</Trans>
    </EmptyState>
  )
}

function KnownAction({ eventId, action }: { eventId: string; action: EventAction }) {
  const { t } = useLingui()
  // action pages load events with availability "1"
  const reading = useRead('get_upcoming_events', { availability: '1' }, { enabled: isEventId(eventId) })
  const event = reading.data?.events.find(({ id }) => String(id) === eventId)
  const title = useActionTitle(action, event)
  useScreenTitle(title ?? t`Events`)
  if (reading.isLoading) return <EventsLoading />
  if (title === undefined) return <EventNotLoaded />
  return (
    <EmptyState level={1} title={title} action={<ToEvents />}>
      <Trans>This part of the portal is not open yet.</Trans>
    </EmptyState>
  )
}

/** The title by action. */
function useActionTitle(action: EventAction, event: ClubEvent | undefined): string | undefined {
  const { t } = useLingui()
  if (event === undefined) return undefined
  const { name } = event
  switch (action) {
    case 'register':
      return t`Register for ${name}`
    case 'vendor':
      return t`Signup for ${name}`
    case 'tickets': {
      const label = event.ticketLabel || t`tickets`
      return t`Purchase ${label} for ${name}`
    }
    case 'volunteer':
      return t`Volunteer for ${name}`
    case 'lookup':
      return t`Lookup purchase for ${name}`
  }
}

/** The event could not be loaded. */
function EventNotLoaded() {
  return (
    <EmptyState level={1} title={<Trans>This event is not available.</Trans>} action={<ToEvents />}>
      <Trans>
        Registration for this event is not available at this time or we were unable to load the event due to a
        poor network connection. You can try reloading this page again to see if that fixes it.
      </Trans>
    </EmptyState>
  )
}

/** A link back to the event list of the current area. */
function ToEvents() {
  const { pathname } = useLocation()
  return (
    <Link
      to={pathname.includes('member') ? '/portal/member/events' : '/portal/events'}
      className={buttonClass()}
    >
      <Trans>See the events</Trans>
    </Link>
  )
}
