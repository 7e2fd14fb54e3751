import { createFileRoute } from '@tanstack/react-router'
import { RosterScreen } from '../../../../features/roster/RosterScreen.tsx'
import { parseRosterSearch } from '../../../../features/roster/rosterSearch.ts'

export const Route = createFileRoute('/_shell/portal/member/roster')({
  validateSearch: parseRosterSearch,
  component: RosterScreen,
})
