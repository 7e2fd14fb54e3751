// The judge who is at this device for an event, and the proof of it.
import { useCallback, useSyncExternalStore } from 'react'
import type { JudgeGrant } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { openOutbox } from './outboxStore.ts'

export interface GrantView {
  grant: JudgeGrant | undefined
  /** The device has not been read yet. */
  isLoading: boolean
  /** After a verification: they are the device's judge, and what waited for their sign-in goes out. */
  keep(grant: JudgeGrant): Promise<void>
  /** They leave this device; what they made and still waits is kept, and goes out as theirs. */
  forget(): Promise<void>
}

export function useGrant(eventId: number): GrantView {
  const session = useSession()
  const store = openOutbox(session)
  const club = session.slug ?? ''
  const { entries, grants } = useSyncExternalStore(store.subscribe, store.getState)
  const grant = grants.find((held) => held.isCurrent && held.club === club && held.eventId === eventId)
  const keep = useCallback(
    async (next: JudgeGrant) => {
      await store.grants.keep(next)
      store.noteEntry()
    },
    [store],
  )
  const forget = useCallback(async () => {
    if (grant !== undefined) await store.grants.forget(grant)
  }, [store, grant])
  return { grant, isLoading: entries === undefined, keep, forget }
}
