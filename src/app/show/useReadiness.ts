// How much of an event is on this device: pack, pictures, and the app with its map and both languages.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { canSaveFiles } from '../../offline/device.ts'
import type { PinnedPictures } from '../../offline/files/pictures.ts'
import { useSessionState } from '../session/SessionContext.tsx'
import { readAppFiles, retryAppFiles, subscribeToAppFiles } from '../worker/appFiles.ts'
import { useShow, useShowState } from './ShowContext.tsx'

export interface Readiness {
  /** True if all is here: pack, every picture that visitors see, the app's files, the club's name and colours. */
  isComplete: boolean
  isAppSaved: boolean
  /** How many of the app's files are here, while they are being saved. */
  appFiles: { saved: number; wanted: number } | undefined
  /** Saving has ended without all of it. It goes on by itself; `retry` does it now. */
  isStuck: boolean
  retry(): void
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

/** `of`: what the screen promises: the event's link, or judging too. */
export function useReadiness(of: 'viewer' | 'judging' = 'viewer'): Readiness {
  const { saved, store } = useShow()
  const { check, isUnsaved, outcome } = useShowState(store)
  const { isClubSaved } = useSessionState()
  const app = useSyncExternalStore(subscribeToAppFiles, readAppFiles)
  const isAppSaved = app.areSaved && (of === 'viewer' || app.isShowSaved) && isClubSaved
  const areFilesRefused = useAreFilesRefused()
  const picturesWanted = check?.picturesWanted ?? 0
  const picturesSaved = check?.picturesKept ?? 0
  const isComplete = check != null && !isUnsaved && isAppSaved && picturesSaved >= picturesWanted
  return {
    isComplete,
    isAppSaved,
    appFiles: app.progress,
    isStuck: !isComplete && (app.isStuck || outcome === 'unreachable'),
    retry() {
      retryAppFiles()
      void store.poll()
    },
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
