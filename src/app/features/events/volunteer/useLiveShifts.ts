// Keeps the places that are left fresh while somebody chooses.
import { useEffect, useRef } from 'react'

const refreshEveryMs = 15_000

export function useLiveShifts(refetch: () => void): void {
  const latest = useRef(refetch)
  latest.current = refetch
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    refresh()
    const timer = window.setInterval(refresh, refreshEveryMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
}
