// The name of a member on the screen.
import type { SessionMember } from './sessionState.ts'

export function toMemberName(member: Pick<SessionMember, 'fname' | 'lname' | 'email_address'>): string {
  return `${member.fname} ${member.lname}`.trim() || member.email_address
}
