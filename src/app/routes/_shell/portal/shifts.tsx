import { createFileRoute } from '@tanstack/react-router'
import { LinkedShiftsScreen } from '../../../features/events/volunteer/LinkedShiftsScreen.tsx'

export const Route = createFileRoute('/_shell/portal/shifts')({ component: LinkedShiftsScreen })
