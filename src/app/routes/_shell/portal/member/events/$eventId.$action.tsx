import { createFileRoute } from '@tanstack/react-router'
import { EventActionScreen } from '../../../../../features/events/EventActionScreen.tsx'
import { parseWizardSearch } from '../../../../../wizard/wizardSearch.ts'

export const Route = createFileRoute('/_shell/portal/member/events/$eventId/$action')({
  validateSearch: parseWizardSearch,
  staticData: { isPurchase: ({ action }) => action !== 'lookup' },
  component: EventAction,
})

function EventAction() {
  const { eventId, action } = Route.useParams()
  return <EventActionScreen eventId={eventId} action={action} />
}
