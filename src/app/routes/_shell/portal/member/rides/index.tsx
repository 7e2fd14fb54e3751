import { createFileRoute } from '@tanstack/react-router'
import { ClubRidesScreen } from '../../../../../features/rides/ClubRidesScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/rides/')({ component: ClubRidesScreen })
