// Whether the signed-in member's membership has ended: on their screens other things are true then.
import { findDay } from '../../domain/day.ts'
import { isExpired } from '../../domain/member.ts'
import { useSession, useSessionState } from './SessionContext.tsx'

/** False for a visitor. */
export function useIsMembershipOver(): boolean {
  const session = useSession()
  const { club, member } = useSessionState()
  if (member === undefined || club === undefined) return false
  return isExpired(member, findDay(session.now(), club.tenant.timeZone))
}
