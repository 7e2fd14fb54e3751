import { createFileRoute } from '@tanstack/react-router'
import { ReportsScreen } from '../../../../../features/social/moderating/ReportsScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/social/reports')({ component: ReportsScreen })
