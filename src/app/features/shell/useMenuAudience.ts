// Who uses the portal: a visitor, a member or an expired member. For menus, guard and root routing.
import { findDay } from '../../../domain/day.ts'
import { isExpired } from '../../../domain/member.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import type { MenuAudience } from './menu.ts'

const visitor: MenuAudience = { kind: 'visitor' }

export function useMenuAudience(): MenuAudience {
  const session = useSession()
  const { club, member, mustChangePassword } = useSessionState()
  if (member === undefined || club === undefined) return visitor
  if (mustChangePassword) return { kind: 'new-password' }
  if (isExpired(member, findDay(session.now(), club.tenant.timeZone))) return { kind: 'expired' }
  return { kind: 'member', canAddLogins: member.allowChildren }
}
