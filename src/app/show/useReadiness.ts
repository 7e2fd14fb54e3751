// How much of an event is on this device: pack, pictures, and the app with its map and both languages.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { canSaveFiles } from '../../offline/device.ts'
import type { PinnedPictures } from '../../offline/pictures.ts'
import { useSessionState } from '../session/SessionContext.tsx'
import { useShow, useShowState } from './ShowContext.tsx'

export interface Readiness {
  /** True if all is here: pack, every picture that visitors see, the app's files, the club's name and colours. */
  isComplete: boolean
  isAppSaved: boolean
  /** This browser keeps neither pictures nor the app, as on plain http and in some private windows. */
  areFilesRefused: boolean
  picturesWanted: number
  picturesSaved: number
  /** Those of cars, where somebody judges or votes; undefined elsewhere. */
  cars: PinnedPictures | undefined
  /** Pack and pictures. */
  bytes: number
  /** When the server last confirmed that this is the newest version; epoch milliseconds. */
  freshAt: number
}

function subscribe(listener: () => void): () => void {
  navigator.serviceWorker?.addEventListener('controllerchange', listener)
  return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener)
}

/**
 * True if a worker controls this page. Its install saves every file of the build, with the map's code and
 * both languages, or fails (rules/offline 3.3).
 */
export function useIsAppSaved(): boolean {
  return useSyncExternalStore(subscribe, () => Boolean(navigator.serviceWorker?.controller))
}

export function useReadiness(): Readiness {
  const { saved, store } = useShow()
  const { check, isUnsaved } = useShowState(store)
  const { isClubSaved } = useSessionState()
  const isAppSaved = useIsAppSaved() && isClubSaved
  const areFilesRefused = useAreFilesRefused()
  const picturesWanted = check?.picturesWanted ?? 0
  const picturesSaved = check?.picturesKept ?? 0
  return {
    isComplete: check != null && !isUnsaved && isAppSaved && picturesSaved >= picturesWanted,
    isAppSaved,
    areFilesRefused,
    picturesWanted,
    picturesSaved,
    cars: check?.cars,
    bytes: saved.bytes + (check?.pictureBytes ?? 0) + (check?.cars?.bytes ?? 0),
    freshAt: check?.checkedAt ?? saved.savedAt,
  }
}

function useAreFilesRefused(): boolean {
  const [areRefused, setAreRefused] = useState(false)
  useEffect(() => {
    void canSaveFiles().then((canSave) => setAreRefused(!canSave))
  }, [])
  return areRefused
}
