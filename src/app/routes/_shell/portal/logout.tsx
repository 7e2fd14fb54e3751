import { createFileRoute } from '@tanstack/react-router'
import { LogoutScreen } from '../../../features/signin/LogoutScreen.tsx'
import { findWayBack, type WayBack } from '../../../signin/afterSignOut.ts'

export const Route = createFileRoute('/_shell/portal/logout')({
  validateSearch: (search: Record<string, unknown>): { closed?: true; back?: WayBack } => {
    const back = findWayBack(search.back)
    return { ...(search.closed === true ? { closed: true } : {}), ...(back === undefined ? {} : { back }) }
  },
  component: LogoutScreen,
})
