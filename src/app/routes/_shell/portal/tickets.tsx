import { createFileRoute } from '@tanstack/react-router'
import { PassesScreen } from '../../../features/passes/PassesScreen.tsx'

export const Route = createFileRoute('/_shell/portal/tickets')({ component: PassesScreen })
