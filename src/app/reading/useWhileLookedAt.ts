// Asks again for as long as somebody looks at the page: what stands on it may be another by now.
import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../session/SessionContext.tsx'

export interface LookedAt {
  /** How often, in milliseconds. Without it only at the two occasions. */
  everyMs?: number | undefined
  /** False: nothing is asked. Yes, if left out. */
  isWanted?: boolean
}

/** At an interval, when the network is back, and when the page comes to the front. Never in a page that is hidden. */
export function useWhileLookedAt(ask: () => void, { everyMs, isWanted = true }: LookedAt): void {
  const askIfSeen = useEffectEvent(() => {
    if (document.visibilityState === 'visible') ask()
  })
  useEffect(() => {
    if (!isWanted) return
    const again = () => askIfSeen()
    const timer = everyMs === undefined ? undefined : window.setInterval(again, everyMs)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [isWanted, everyMs])
}

/** How often a server that cannot be reached is asked again, by those who look. */
const shortestGapMs = 6_000
const longestGapMs = 10_000

/** While the server could not be reached: the occasions of above, and at once when it has served another call. */
export function useWhileAway(ask: () => void, isAway: boolean): void {
  const session = useSession()
  const [everyMs] = useState(() => shortestGapMs + (longestGapMs - shortestGapMs) * Math.random())
  const askAgain = useEffectEvent(() => ask())
  useWhileLookedAt(() => askAgain(), { everyMs, isWanted: isAway })
  useEffect(() => (isAway ? session.onServed(() => askAgain()) : undefined), [session, isAway])
}
