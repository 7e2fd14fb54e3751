import { createFileRoute } from '@tanstack/react-router'
import { MyRidesScreen } from '../../../../../../features/rides/MyRidesScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/rides/mine/')({ component: MyRidesScreen })
