// The judge of this tab at an event, and their grant.
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { JudgeGrant } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { openOutbox } from './outboxStore.ts'
import { tabJudges } from './tabJudge.ts'

export interface GrantView {
  grant: JudgeGrant | undefined
  /** Another judge has verified in another tab, and nobody has said yet who goes on in this one. */
  other: JudgeGrant | undefined
  /** The device has not been read yet. */
  isLoading: boolean
  /** Call after a verification. Makes them the judge of device and tab, and sends what waited for it. */
  save(grant: JudgeGrant): Promise<void>
  /** The person goes on as this tab's judge although another one has verified. */
  stay(): void
  /** The judge leaves this device. Their waiting entries stay and are sent as theirs. */
  forget(): Promise<void>
}

export function useGrant(eventId: number): GrantView {
  const session = useSession()
  const store = openOutbox(session)
  const club = session.slug ?? ''
  const { entries, grants } = useSyncExternalStore(store.subscribe, store.getState)
  const mine = useSyncExternalStore(tabJudges.subscribe, () => tabJudges.find(club, eventId))
  const declined = useSyncExternalStore(tabJudges.subscribe, () => tabJudges.findDeclined(club, eventId))
  const held = grants.filter((one) => one.club === club && one.eventId === eventId && !one.hasLeft)
  const current = held.find(({ isCurrent }) => isCurrent)
  const grant = mine === undefined ? current : held.find(({ judgeId }) => judgeId === mine)
  const judgeId = grant?.judgeId
  const isOther = current !== undefined && current.judgeId !== judgeId && current.judgeId !== declined

  useEffect(() => {
    if (mine === undefined && judgeId !== undefined) tabJudges.save(club, eventId, judgeId)
  }, [club, eventId, mine, judgeId])

  const save = useCallback(
    async (next: JudgeGrant) => {
      await store.grants.save(next)
      tabJudges.save(next.club, next.eventId, next.judgeId)
      store.noteOutboxEntry()
    },
    [store],
  )
  const currentId = current?.judgeId
  const stay = useCallback(() => {
    if (currentId !== undefined) tabJudges.decline(club, eventId, currentId)
  }, [club, eventId, currentId])
  const forget = useCallback(async () => {
    if (grant !== undefined) await store.grants.forget(grant)
  }, [store, grant])
  return {
    grant,
    other: grant !== undefined && isOther ? current : undefined,
    isLoading: entries === undefined,
    save,
    stay,
    forget,
  }
}
