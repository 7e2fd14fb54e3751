// One of an event's actions: loads the event, and shows the action while its window is open.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failure } from '../../../contract/failures.ts'
import {
  type ActionWindow,
  type ClubEvent,
  findRegistrationWindow,
  findTicketWindow,
  findVendorWindow,
  findVolunteerWindow,
} from '../../../domain/event.ts'
import { lazyPart } from '../../parts/lazyPart.tsx'
import { ScreenMissing } from '../../parts/PartMissing.tsx'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { useServerNow } from '../../session/useServerNow.ts'
import { isUnreachable } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { LoadingScreen } from '../../ui/screen/LoadingScreen.tsx'
import { PayTimeContext, usePayTime } from '../../wizard/payment/usePayTime.ts'
import type { WizardSearch } from '../../wizard/wizardSearch.ts'
import { ActionClosed } from './ActionClosed.tsx'
import { type EventAction, isEventAction, isEventId, toFlowId } from './eventActions.ts'
import { ToEvents } from './ToEvents.tsx'
import { useActionName, useActionTitle } from './useActionTitle.ts'

// one page has all actions, and each person needs one
const VolunteerWizard = lazyPart(
  async () => (await import('./volunteer/VolunteerWizard.tsx')).VolunteerWizard,
  { Waiting: () => <ActionLoading action="volunteer" />, Missing: ScreenMissing },
)

const RegisterWizard = lazyPart(async () => (await import('./register/RegisterWizard.tsx')).RegisterWizard, {
  Waiting: () => <ActionLoading action="register" />,
  Missing: ScreenMissing,
})
const TicketWizard = lazyPart(async () => (await import('./tickets/TicketWizard.tsx')).TicketWizard, {
  Waiting: () => <ActionLoading action="tickets" />,
  Missing: ScreenMissing,
})

const LookupScreen = lazyPart(async () => (await import('./lookup/LookupScreen.tsx')).LookupScreen, {
  Waiting: () => <ActionLoading action="lookup" />,
  Missing: ScreenMissing,
})

const PreviewedAction = lazyPart(async () => (await import('./PreviewedAction.tsx')).PreviewedAction, {
  Waiting: () => <ActionLoading action="tickets" />,
  Missing: ScreenMissing,
})

const VendorWizard = lazyPart(async () => (await import('./vendor/VendorWizard.tsx')).VendorWizard, {
  Waiting: () => <ActionLoading action="vendor" />,
  Missing: ScreenMissing,
})

interface ActionLoadingProps {
  action: EventAction
  /** "Loading the form…" */
  label?: string
}

function ActionLoading({ action, label }: ActionLoadingProps) {
  const { t } = useLingui()
  return (
    <LoadingScreen title={useActionName(action)} label={label ?? t`Loading the form…`}>
      <SkeletonShape shape="line" />
      <SkeletonShape shape="block" count={4} />
    </LoadingScreen>
  )
}

export function EventActionScreen({ eventId, action }: { eventId: string; action: string }) {
  return isEventAction(action) ? (
    <KnownAction key={`${eventId}/${action}`} eventId={eventId} action={action} />
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

interface KnownActionProps {
  eventId: string
  action: EventAction
}

function KnownAction({ eventId, action }: KnownActionProps) {
  const { t } = useLingui()
  const isId = isEventId(eventId)
  const reading = useRead('get_event', { event: eventId }, { enabled: isId })
  const { data, error } = reading
  if (data !== undefined) {
    return (
      <>
        {/* that there is no connection is said by what stands around it */}
        {!isUnreachable(error) && <ReadFault reading={reading} />}
        <LoadedAction event={data.event} action={action} />
      </>
    )
  }
  if (reading.isLoading) {
    const label = action === 'register' ? t`Loading event registration...` : t`Loading the event…`
    return <ActionLoading action={action} label={label} />
  }
  const isMissing = !isId || (error instanceof Failure && error.code === 'event-not-found')
  return (
    <EventNotLoaded
      isAway={isUnreachable(error)}
      again={
        !isMissing && (
          <Button variant="primary" busy={reading.isFetching} onClick={reading.refetch}>
            <Trans>Reload</Trans>
          </Button>
        )
      }
    />
  )
}

const windowCheckEveryMs = 10_000

/**
 * The window opens and ends while somebody looks. Who has finished still sees what they did, and who has begun to
 * pay can pay: the server has promised them what they chose, for as long as their order lives.
 */
function LoadedAction({ event, action }: { event: ClubEvent; action: EventAction }) {
  const title = useActionTitle(action, event)
  useScreenTitle(title)
  const { key }: WizardSearch = useSearch({ strict: false })
  const window = useActionWindow(event, action)
  const isClosed = window.state !== 'open' && key === undefined
  const { isPaying, tell } = usePayTime(toFlowId(action, event.id), isClosed)
  if (event.preview && action !== 'lookup') {
    return <PreviewedAction event={event} action={action} title={title} />
  }
  if (!isClosed || isPaying) {
    return (
      <PayTimeContext value={tell}>
        <OpenAction event={event} action={action} />
      </PayTimeContext>
    )
  }
  if (isPaying === undefined && !import.meta.env.SSR) return <ActionLoading action={action} />
  if (action === 'register' && window.state === 'not-offered') return <EventNotLoaded />
  return <ActionClosed event={event} action={action} title={title} window={window} />
}

function useActionWindow(event: ClubEvent, action: EventAction): ActionWindow {
  const { member, lapsedMember } = useSessionState()
  // who is asked to sign in again keeps what they typed
  const isSignedIn = (member ?? lapsedMember) !== undefined
  const now = useServerNow(windowCheckEveryMs)
  switch (action) {
    case 'register':
      return findRegistrationWindow(event, now)
    case 'vendor':
      return findVendorWindow(event, now)
    case 'tickets':
      // members too: by themselves, only public tickets are sold
      return findTicketWindow(event, now, false)
    case 'volunteer':
      return findVolunteerWindow(event, now, isSignedIn)
    case 'lookup':
      return { state: 'open' }
  }
}

interface OpenActionProps {
  event: ClubEvent
  action: EventAction
}

function OpenAction({ event, action }: OpenActionProps) {
  switch (action) {
    case 'register':
      return <RegisterWizard event={event} />
    case 'vendor':
      return <VendorWizard event={event} />
    case 'tickets':
      return <TicketWizard event={event} />
    case 'volunteer':
      return <VolunteerWizard event={event} />
    case 'lookup':
      return <LookupScreen event={event} />
  }
}

interface EventNotLoadedProps {
  /** There is no connection, which says nothing of the event. */
  isAway?: boolean
  again?: ReactNode
}

/** The event could not be loaded, or takes no registrations. */
function EventNotLoaded({ isAway = false, again }: EventNotLoadedProps) {
  const { t } = useLingui()
  useScreenTitle(t`Events`)
  return (
    <EmptyState
      level={1}
      title={isAway ? <Trans>This needs a connection</Trans> : <Trans>This event is not available.</Trans>}
      action={
        <div className="row">
          {again}
          <ToEvents />
        </div>
      }
    >
      <Trans>
        Registration for this event is not available at this time or we were unable to load the event due to a
        poor network connection. You can try reloading this page again to see if that fixes it.
      </Trans>
    </EmptyState>
  )
}
