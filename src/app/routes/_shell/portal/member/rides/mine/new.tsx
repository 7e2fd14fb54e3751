import { createFileRoute } from '@tanstack/react-router'
import { AddRideScreen } from '../../../../../../features/rides/AddRideScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/rides/mine/new')({
  validateSearch: (search: Record<string, unknown>): { vehicle?: string } =>
    typeof search.vehicle === 'string' ? { vehicle: search.vehicle } : {},
  component: AddRideScreen,
})
