import { createFileRoute } from '@tanstack/react-router'
import { EventListScreen } from '../../../../../features/events/EventListScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/events/')({ component: EventList })

function EventList() {
  return <EventListScreen availability="1" />
}
