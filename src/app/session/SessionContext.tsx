// Provides the page's session to the screens.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'
import type { Club, SessionMember, SessionState } from './sessionState.ts'

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session itself: its caller, signing in and out, the server's time. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession needs a SessionProvider above it')
  return session
}

export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState, session.getState)
}

/** The club as last known; undefined until the first answer. */
export function useClub(): Club | undefined {
  return useSessionState().club
}

export function useMember(): SessionMember | undefined {
  return useSessionState().member
}
