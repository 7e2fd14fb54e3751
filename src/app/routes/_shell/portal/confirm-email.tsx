import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '../../../features/profile/ConfirmEmailScreen.tsx'

export const Route = createFileRoute('/_shell/portal/confirm-email')({ component: ConfirmEmailScreen })
