// Which messages of an inbox were read on this device: all up to a number, because numbers only rise.
import { useCallback, useSyncExternalStore } from 'react'
import { lastingStorage, toClubStorageName } from '../session/deviceStorage.ts'
import { useSession } from '../session/SessionContext.tsx'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export interface ReadMark {
  /** The number of the newest message that was read; 0 for none. */
  readonly readTo: number
  markRead(to: number): void
}

/** `inbox` names it within the club: an event's, or a member's. */
export function useReadMark(inbox: string): ReadMark {
  const session = useSession()
  const name = toClubStorageName(session.slug, `read ${inbox}`)
  const readTo = useSyncExternalStore(
    subscribe,
    () => Number(lastingStorage.find(name) ?? 0),
    () => 0,
  )
  const markRead = useCallback(
    (to: number) => {
      if (to <= Number(lastingStorage.find(name) ?? 0)) return
      lastingStorage.save(name, String(to))
      for (const listener of listeners) listener()
    },
    [name],
  )
  return { readTo, markRead }
}
