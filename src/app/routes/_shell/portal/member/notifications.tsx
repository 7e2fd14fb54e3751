import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '../../../../features/notifications/NotificationsScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/notifications')({
  component: NotificationsScreen,
})
