// Whom a code signs in, as the server knows it now.
import type { Accepted } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import type { Session } from '../session/session.ts'

export type FoundLinkCode = Accepted<'find_link_code'>

/** A sign-in that has ended on this device does not stand in the way of a new one. */
export async function findLinkCode(session: Session, code: string): Promise<FoundLinkCode> {
  try {
    return await session.caller.call('find_link_code', { code })
  } catch (error) {
    const hasEnded = error instanceof Failure && error.code === 'needs-signin' && session.hasToken()
    if (!hasEnded) throw error
    session.noteFailure(error)
    return session.caller.call('find_link_code', { code })
  }
}
