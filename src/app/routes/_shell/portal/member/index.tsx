import { createFileRoute } from '@tanstack/react-router'

// The member area's entry shows nothing itself: root routing sends everybody on.
export const Route = createFileRoute('/_shell/portal/member/')({ component: Entry })

function Entry() {
  return null
}
