// The server's time on the screen, so that doors open and close while somebody looks.
import { useEffect, useState } from 'react'
import { useSession } from './SessionContext.tsx'

/** Epoch milliseconds, renewed as often as asked. */
export function useServerNow(everyMs: number): number {
  const session = useSession()
  const [now, setNow] = useState(() => session.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(session.now()), everyMs)
    return () => window.clearInterval(timer)
  }, [session, everyMs])
  return now
}
