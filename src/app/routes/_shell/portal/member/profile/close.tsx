import { createFileRoute } from '@tanstack/react-router'
import { CloseAccountScreen } from '../../../../../features/profile/own/CloseAccountScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/profile/close')({ component: CloseAccountScreen })
