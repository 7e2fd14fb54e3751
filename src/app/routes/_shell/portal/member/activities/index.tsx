import { createFileRoute } from '@tanstack/react-router'
import { ThisYear } from '../../../../../features/activities/ThisYear.tsx'

export const Route = createFileRoute('/_shell/portal/member/activities/')({ component: ThisYear })
