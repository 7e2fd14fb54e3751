import { createFileRoute } from '@tanstack/react-router'
import { ActivitiesScreen } from '../../../../../features/activities/ActivitiesScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/activities/$start/$end')({
  component: ActivitiesScreen,
})
