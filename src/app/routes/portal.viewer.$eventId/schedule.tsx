import { createFileRoute } from '@tanstack/react-router'
import { ScheduleScreen } from '../../features/viewer/schedule/ScheduleScreen.tsx'

export const Route = createFileRoute('/portal/viewer/$eventId/schedule')({ component: ScheduleScreen })
