// Leads on to the activities of the year in which it is now in the club's zone.
import { Navigate } from '@tanstack/react-router'
import { toYearSpan } from '../../../domain/calendar/activity.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { useClubZone } from '../../session/useClubZone.ts'

export function ThisYear() {
  const session = useSession()
  const { start, end } = toYearSpan(session.now(), useClubZone())
  return (
    <Navigate
      to="/portal/member/activities/$start/$end"
      params={{ start: String(start), end: String(end) }}
      replace
    />
  )
}
