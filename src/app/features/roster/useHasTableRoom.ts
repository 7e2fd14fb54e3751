// Whether six columns have room beside each other. Otherwise each member is a card.
import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 960px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export function useHasTableRoom(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
