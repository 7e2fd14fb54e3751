// How many posts others have added since the feed was read. They are announced, and never pushed into it.
import { useEffect, useState } from 'react'
import { minuteMs } from '../../../domain/time.ts'
import { useSession } from '../../session/SessionContext.tsx'

/** Asks once a minute while the page is in sight, and when it comes into sight again. */
export function useNewPosts(topicId: number, newestId: number | undefined): number {
  const session = useSession()
  const [found, setFound] = useState({ newestId, count: 0 })
  useEffect(() => {
    if (newestId === undefined) return
    let isLeft = false
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const input = { LIMIT: 1, newerThan: newestId, ...(topicId === 0 ? {} : { topicId }) }
        const { newer } = await session.caller.call('get_posts', input)
        if (!isLeft) setFound({ newestId, count: newer })
      } catch {
        return // no connection: it looks again in a minute
      }
    }
    const timer = setInterval(look, minuteMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      isLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [session, topicId, newestId])
  return found.newestId === newestId ? found.count : 0
}
