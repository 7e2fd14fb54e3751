// The messages of the event for its screens, how many are unread, and when they are read again.
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { minuteMs } from '../../../../domain/time.ts'
import type { Message } from '../../../notifications/MessagesPanel.tsx'
import { useReadMark } from '../../../notifications/readMarks.ts'
import { useWordsInLanguage } from '../../../notifications/useWordsInLanguage.ts'
import type { Reading } from '../../../reading/useRead.ts'
import { useWhileLookedAt } from '../../../reading/useWhileLookedAt.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { useShow } from '../../../show/ShowContext.tsx'
import { untilIdle } from '../../../untilIdle.ts'
import { openEventMessages } from './eventMessages.ts'

const againMs = 5 * minuteMs

export interface EventInbox {
  reading: Reading<{ alerts: readonly Message[] }>
  inbox: string
  unread: number
  readIfOld(): void
}

export function useEventMessages(): EventInbox {
  const session = useSession()
  const { eventId } = useShow().saved
  const messages = useMemo(() => openEventMessages(session, eventId), [session, eventId])
  const state = useSyncExternalStore(messages.subscribe, messages.get)
  const inbox = `event ${eventId}`
  const { readTo } = useReadMark(inbox)
  const unread = (state.data?.alerts ?? []).filter(({ id }) => id > readTo).length
  return { reading: { ...state, refetch: messages.read }, inbox, unread, readIfOld: messages.readIfOld }
}

/** For as long as the viewer is open. */
export function useFreshMessages(): void {
  const { reading, readIfOld } = useEventMessages()
  useWordsInLanguage(reading)
  const readFirst = useEffectEvent(readIfOld)
  useEffect(() => {
    // the event itself comes first
    void untilIdle().then(readFirst)
  }, [])
  useWhileLookedAt(readIfOld, { everyMs: againMs })
}
