// After an answer that was lost: sends the same again, under its key, until the club has said what became of it.
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWhileLookedAt } from '../reading/useWhileLookedAt.ts'

const askAgainMs = 10_000

/**
 * While `isWanted`, in a page that is looked at: on a line, at the front, and in between. `isFound`: what was typed
 * before was there when the form opened.
 */
export function useAskAgain(isWanted: boolean, isFound: boolean, ask: () => void): void {
  const askFirst = useEffectEvent(ask)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFound || !isFirst.current) return
    isFirst.current = false
    // the browser died on the way: what became of it is asked as soon as the form is there
    if (isWanted) askFirst()
  }, [isWanted, isFound])
  useWhileLookedAt(ask, { isWanted, everyMs: askAgainMs })
}
