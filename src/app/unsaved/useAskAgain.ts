// After an answer that was lost: sends the same again, under its key, until the club has said what became of it.
import { useEffect, useRef } from 'react'

const askAgainMs = 10_000

/** While `isWanted`, in a page that is looked at: on a line, at the front, and in between. */
export function useAskAgain(isWanted: boolean, isFound: boolean, ask: () => void): void {
  const latest = useRef(ask)
  latest.current = ask
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isWanted) return
    // the browser died on the way: what became of it is asked as soon as the form is there
    if (isFirst.current && isFound) latest.current()
    isFirst.current = false
    const askAgain = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    const timer = window.setInterval(askAgain, askAgainMs)
    window.addEventListener('online', askAgain)
    document.addEventListener('visibilitychange', askAgain)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', askAgain)
      document.removeEventListener('visibilitychange', askAgain)
    }
  }, [isWanted, isFound])
}
