import { createFileRoute } from '@tanstack/react-router'
import { EventScreen } from '../../../features/events/EventScreen.tsx'

export const Route = createFileRoute('/_shell/portal/event/$eventId')({ component: Event })

function Event() {
  const { eventId } = Route.useParams()
  return <EventScreen eventId={eventId} />
}
