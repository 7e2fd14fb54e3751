// The current judge of an event on this device, and their grant.
import { useCallback, useSyncExternalStore } from 'react'
import type { JudgeGrant } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { openOutbox } from './outboxStore.ts'

export interface GrantView {
  grant: JudgeGrant | undefined
  /** The device has not been read yet. */
  isLoading: boolean
  /** Call after a verification. Makes them the device's judge and sends the entries that waited for it. */
  save(grant: JudgeGrant): Promise<void>
  /** The judge leaves this device. Their waiting entries stay and are sent as theirs. */
  forget(): Promise<void>
}

export function useGrant(eventId: number): GrantView {
  const session = useSession()
  const store = openOutbox(session)
  const club = session.slug ?? ''
  const { entries, grants } = useSyncExternalStore(store.subscribe, store.getState)
  const grant = grants.find((held) => held.isCurrent && held.club === club && held.eventId === eventId)
  const save = useCallback(
    async (next: JudgeGrant) => {
      await store.grants.save(next)
      store.noteOutboxEntry()
    },
    [store],
  )
  const forget = useCallback(async () => {
    if (grant !== undefined) await store.grants.forget(grant)
  }, [store, grant])
  return { grant, isLoading: entries === undefined, save, forget }
}
