// The server's time for the screen, so that actions open and close while a person looks.
import { useEffect, useState } from 'react'
import { useSession } from './SessionContext.tsx'

/** Epoch milliseconds, renewed every `everyMs`. */
export function useServerNow(everyMs: number): number {
  const session = useSession()
  const [now, setNow] = useState(() => session.now())
  useEffect(() => {
    const read = () => setNow(session.now())
    const timer = window.setInterval(read, everyMs)
    // nobody waits for the next round before a form that a wrong clock has closed
    const unsubscribe = session.onClockSet(read)
    return () => {
      window.clearInterval(timer)
      unsubscribe()
    }
  }, [session, everyMs])
  return now
}
