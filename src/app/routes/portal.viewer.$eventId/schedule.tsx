import { createFileRoute } from '@tanstack/react-router'
import { ScheduleScreen } from '../../features/viewer/schedule/ScheduleScreen.tsx'
import { findText } from '../../features/viewer/viewerSearch.ts'

export const Route = createFileRoute('/portal/viewer/$eventId/schedule')({
  validateSearch: (search: Record<string, unknown>): { day?: string; entry?: string } => ({
    ...findText(search, 'day'),
    ...findText(search, 'entry'),
  }),
  component: ScheduleScreen,
})
