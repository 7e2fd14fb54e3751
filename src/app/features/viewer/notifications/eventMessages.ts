// The messages of one event as this page knows them: from the device at first, then from the server.
import { minuteMs } from '../../../../domain/time.ts'
import type { Message } from '../../../notifications/MessagesPanel.tsx'
import { savedAnswers, toPersonPrefix } from '../../../reading/savedAnswers.ts'
import type { Reading } from '../../../reading/useRead.ts'
import type { Session } from '../../../session/session.ts'
import { createWatchedState } from '../../../session/watchedState.ts'

type MessagesReading = Omit<Reading<{ alerts: readonly Message[] }>, 'refetch'>

export interface EventMessages {
  get(): MessagesReading
  subscribe(listener: () => void): () => void
  /** Asks the server, unless it is being asked. */
  read(): void
  /** Asks the server if the last answer is older than a minute. */
  readIfOld(): void
}

const freshMs = minuteMs
const opened = new Map<string, EventMessages>()

/** One for all screens. They are the same for everybody, so they are saved for nobody in particular. */
export function openEventMessages(session: Session, eventId: number): EventMessages {
  const key = `${toPersonPrefix(session.slug, 0)}get_event_alerts/${eventId}`
  const known = opened.get(key)
  if (known !== undefined) return known
  const state = createWatchedState<MessagesReading>({
    data: undefined,
    error: undefined,
    isLoading: true,
    isFetching: false,
    savedAt: 0,
  })
  /** By this page's own clock. */
  let readAt = Number.NEGATIVE_INFINITY

  const read = () => {
    if (state.get().isFetching) return
    state.change({ isFetching: true })
    session.caller
      .call('get_event_alerts', { eventId })
      .then(
        ({ alerts }) => {
          const savedAt = session.now()
          readAt = performance.now()
          state.change({ data: { alerts }, savedAt, error: undefined })
          // where nothing can be saved, it is read again
          savedAnswers.save(key, { savedAt, answer: { alerts } }).catch(() => undefined)
        },
        (error: unknown) => {
          session.noteFailure(error)
          state.change({ error })
        },
      )
      .finally(() => state.change({ isFetching: false, isLoading: false }))
  }
  savedAnswers.find(key).then(
    (saved) => {
      if (saved === undefined || state.get().data !== undefined) return
      const data = saved.answer as { alerts: readonly Message[] }
      state.change({ data, savedAt: saved.savedAt, isLoading: false })
    },
    // a device that saves nothing
    () => undefined,
  )
  const messages = {
    get: state.get,
    subscribe: state.subscribe,
    read,
    readIfOld: () => {
      if (performance.now() - readAt > freshMs) read()
    },
  }
  opened.set(key, messages)
  return messages
}
