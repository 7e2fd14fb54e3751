import { createFileRoute } from '@tanstack/react-router'
import { JoinListScreen } from '../../../../features/membership/JoinListScreen.tsx'

export const Route = createFileRoute('/_shell/portal/join/')({ component: JoinListScreen })
