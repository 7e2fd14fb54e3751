import { createFileRoute } from '@tanstack/react-router'
import { StoreScreen } from '../../../../../features/store/StoreScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/store/')({ component: StoreScreen })
