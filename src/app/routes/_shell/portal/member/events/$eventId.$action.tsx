import { createFileRoute } from '@tanstack/react-router'
import { EventActionScreen } from '../../../../../features/events/EventActionScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/events/$eventId/$action')({
  component: EventAction,
})

function EventAction() {
  const { eventId, action } = Route.useParams()
  return <EventActionScreen eventId={eventId} action={action} />
}
