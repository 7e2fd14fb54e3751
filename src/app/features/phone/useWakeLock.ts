// Keeps the screen on while somebody shows it to somebody else.
import { useEffect } from 'react'

/** Where the browser can: it lets go by itself when the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let isHere = true
    let held: WakeLockSentinel | undefined
    async function hold(): Promise<void> {
      // not in every browser, whatever the types say
      const lock: WakeLock | undefined = navigator.wakeLock
      if (lock === undefined || document.visibilityState !== 'visible') return
      try {
        const got = await lock.request('screen')
        if (isHere) held = got
        else await got.release()
      } catch {
        return // an empty battery may refuse it: the screen goes dark as always
      }
    }
    const holdAgain = () => void hold()
    document.addEventListener('visibilitychange', holdAgain)
    void hold()
    return () => {
      isHere = false
      document.removeEventListener('visibilitychange', holdAgain)
      void held?.release()
    }
  }, [])
}
