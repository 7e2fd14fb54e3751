// The token with which this device says whose it is.
import type { Session } from '../session/session.ts'

/**
 * Undefined for a visitor, and for whoever has signed in with a temporary password only. Throws if another member
 * has signed in on this device since.
 */
export function findDeviceToken(session: Pick<Session, 'getState' | 'findToken'>): string | undefined {
  return session.getState().mustChangePassword ? undefined : session.findToken()
}
