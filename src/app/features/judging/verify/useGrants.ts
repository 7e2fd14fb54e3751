// All judges who have verified on this device for an event and have not left it.
import { useMemo, useSyncExternalStore } from 'react'
import type { StoredGrant } from '../../../../offline/outboxRecords.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useSession } from '../../../session/SessionContext.tsx'

export function useGrants(eventId: number): readonly StoredGrant[] {
  const session = useSession()
  const store = openOutbox(session)
  const club = session.slug ?? ''
  const { grants } = useSyncExternalStore(store.subscribe, store.getState)
  return useMemo(
    () => grants.filter((grant) => grant.club === club && grant.eventId === eventId && !grant.hasLeft),
    [grants, club, eventId],
  )
}
