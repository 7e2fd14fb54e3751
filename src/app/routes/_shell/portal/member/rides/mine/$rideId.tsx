import { createFileRoute } from '@tanstack/react-router'
import { EditRideScreen } from '../../../../../../features/rides/EditRideScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/rides/mine/$rideId')({
  component: EditRideScreen,
})
