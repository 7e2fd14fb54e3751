// The server's time for the screen, so that actions open and close while a person looks.
import { useEffect, useState } from 'react'
import { useSession } from './SessionContext.tsx'

/** Epoch milliseconds, renewed every `everyMs`. */
export function useServerNow(everyMs: number): number {
  const session = useSession()
  const [now, setNow] = useState(() => session.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(session.now()), everyMs)
    return () => window.clearInterval(timer)
  }, [session, everyMs])
  return now
}
