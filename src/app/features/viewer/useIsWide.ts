// Whether there is room beside the main column. Up to 768 px wide, or below 480 px high, counts as a phone.
import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 769px) and (min-height: 480px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
