import { createFileRoute } from '@tanstack/react-router'
import { ComingScreen } from '../../../../../features/shell/ComingScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/activities/')({ component: Coming })

function Coming() {
  return <ComingScreen topic="activities" />
}
