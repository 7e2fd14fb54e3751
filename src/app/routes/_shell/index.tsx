import { createFileRoute } from '@tanstack/react-router'

// This address shows nothing itself: root routing redirects everybody.
export const Route = createFileRoute('/_shell/')({ component: Empty })

function Empty() {
  return null
}
