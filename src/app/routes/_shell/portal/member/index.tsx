import { createFileRoute } from '@tanstack/react-router'

// The member area's entry shows nothing itself: root routing redirects everybody.
export const Route = createFileRoute('/_shell/portal/member/')({ component: Empty })

function Empty() {
  return null
}
