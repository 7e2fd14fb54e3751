import { createFileRoute } from '@tanstack/react-router'

// The bare address shows nothing itself: root routing sends everybody on.
export const Route = createFileRoute('/_shell/')({ component: Entry })

function Entry() {
  return null
}
