// How many posts others have added since the feed was read. They are announced, and never pushed into it.
import { useState } from 'react'
import { minuteMs } from '../../../domain/time.ts'
import { useWhileLookedAt } from '../../reading/useWhileLookedAt.ts'
import { useSession } from '../../session/SessionContext.tsx'

export function useNewPosts(topicId: number, newestId: number | undefined): number {
  const session = useSession()
  const [found, setFound] = useState({ topicId, newestId, count: 0 })
  const look = async () => {
    if (newestId === undefined) return
    try {
      const input = { LIMIT: 1, newerThan: newestId, ...(topicId === 0 ? {} : { topicId }) }
      const { newer } = await session.caller.call('get_posts', input)
      setFound({ topicId, newestId, count: newer })
    } catch {
      return // no connection: it looks again in a minute
    }
  }
  useWhileLookedAt(() => void look(), { isWanted: newestId !== undefined, everyMs: minuteMs })
  return found.topicId === topicId && found.newestId === newestId ? found.count : 0
}
