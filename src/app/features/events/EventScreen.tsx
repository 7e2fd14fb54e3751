// One event's own page: its panel with all actions, and the link to the viewer.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../../contract/failures.ts'
import { ReadFault, ShowsOfDevice, UnreadScreen } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { PreviewNote } from '../../show/PreviewNote.tsx'
import { isUnreachable } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EventPanel, EventPanelLoading } from './EventPanel.tsx'
import { EventPanels } from './EventPanels.tsx'
import { isEventId } from './eventActions.ts'

export function EventScreen({ eventId }: { eventId: string }) {
  const { t } = useLingui()
  const isId = isEventId(eventId)
  const reading = useRead('get_event', { event: eventId }, { enabled: isId })
  const event = reading.data?.event
  useScreenTitle(event?.name ?? t`Event`)
  const isMissing = !isId || (reading.error instanceof Failure && reading.error.code === 'event-not-found')
  if (isMissing) return <EventMissing />
  const blockedReason = isUnreachable(reading.error)
    ? t`To register, buy or sign up you need a connection.`
    : undefined
  return (
    <EventPanels>
      {event === undefined ? (
        <UnreadScreen reading={reading} title={t`Event`} label={t`Loading the event…`}>
          <EventPanelLoading />
        </UnreadScreen>
      ) : (
        <ReadFault reading={reading} />
      )}
      <ShowsOfDevice reading={reading} />
      {event?.preview && <PreviewNote eventId={eventId} />}
      {event !== undefined && <EventPanel event={event} level={1} isFirst blockedReason={blockedReason} />}
    </EventPanels>
  )
}

function EventMissing() {
  return (
    <EmptyState
      level={1}
      title={<Trans>This event is not available.</Trans>}
      action={
        <Link to="/portal/events" className={buttonClass()}>
          <Trans>See the events</Trans>
        </Link>
      }
    >
      <Trans>It may be over, or the club has not published it.</Trans>
    </EmptyState>
  )
}
