// How much of an event is on this device: pack, pictures, and the app with its map and both languages.
import { useSyncExternalStore } from 'react'
import { useSessionState } from '../session/SessionContext.tsx'
import { useShow, useShowState } from './ShowContext.tsx'

export interface Readiness {
  /** All that the field needs: pack, every picture, the app's own files, the club's name and colours. */
  isComplete: boolean
  isAppKept: boolean
  picturesWanted: number
  picturesKept: number
  /** Pack and pictures. */
  bytes: number
  /** When the server last confirmed that this is the newest; epoch milliseconds. */
  freshAt: number
}

function subscribe(listener: () => void): () => void {
  navigator.serviceWorker?.addEventListener('controllerchange', listener)
  return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener)
}

/**
 * A worker controls this page: its install keeps every file of the build, the map's code and both languages
 * among them, or fails (rules/offline 3.3).
 */
export function useIsAppKept(): boolean {
  return useSyncExternalStore(subscribe, () => Boolean(navigator.serviceWorker?.controller))
}

export function useReadiness(): Readiness {
  const { saved, store } = useShow()
  const { check, isUnkept } = useShowState(store)
  const { isClubKept } = useSessionState()
  const isAppKept = useIsAppKept() && isClubKept
  const picturesWanted = check?.picturesWanted ?? 0
  const picturesKept = check?.picturesKept ?? 0
  return {
    isComplete: check != null && !isUnkept && isAppKept && picturesKept >= picturesWanted,
    isAppKept,
    picturesWanted,
    picturesKept,
    bytes: saved.bytes + (check?.pictureBytes ?? 0),
    freshAt: check?.checkedAt ?? saved.savedAt,
  }
}
