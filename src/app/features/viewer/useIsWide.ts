// Whether there is room beside the main column (look: at or below 768 px is a phone).
import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 769px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
