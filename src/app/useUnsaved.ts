// Marks the tab while a reload would lose something in it, so that no new version is installed or offered in it.
import { useEffect, useSyncExternalStore } from 'react'
import { holdBusy } from './worker/busy.ts'

let unsaved = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  unsaved += by
  for (const listener of listeners) listener()
}

export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const release = holdBusy()
    change(1)
    return () => {
      change(-1)
      release()
    }
  }, [isUnsaved])
}

/** Whether this tab holds something unsaved. */
export function useIsAnythingUnsaved(): boolean {
  return useSyncExternalStore(subscribe, isAnythingUnsaved, isAnythingUnsaved)
}

function isAnythingUnsaved(): boolean {
  return unsaved > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
