// Saves events for the show when a page asks, one at a time for each event.
import { createClock } from '../src/offline/clock.ts'
import { openSaveDevice } from '../src/offline/device.ts'
import { Library, type ShowId, toKey } from '../src/offline/library.ts'
import { type Announcement, channelName, type WorkerAnswer } from '../src/offline/messages.ts'
import { type SaveOutcome, saveEvent } from '../src/offline/savedEvents.ts'

const clock = createClock(() => Date.now())
const running = new Map<string, Promise<SaveOutcome>>()
const following = new Map<string, Promise<SaveOutcome>>()

export async function answerSaving(show: ShowId, port: MessagePort | undefined): Promise<void> {
  const outcome = await requestSave(show)
  const answer: WorkerAnswer = { type: 'event-outcome', outcome, clockOffset: clock.offset() }
  port?.postMessage(answer)
}

/**
 * A save that already runs may have fetched its pack long ago, and now brings the pictures: whoever asks
 * meanwhile gets the one after it, which they all share.
 */
function requestSave(show: ShowId): Promise<SaveOutcome> {
  const key = toKey(show)
  const current = running.get(key)
  if (current === undefined) return beginSave(key, show)
  const waiting = following.get(key)
  if (waiting !== undefined) return waiting
  const begin = () => {
    following.delete(key)
    return beginSave(key, show)
  }
  const next = current.then(begin, begin)
  following.set(key, next)
  return next
}

function beginSave(key: string, show: ShowId): Promise<SaveOutcome> {
  const save = startSaving(show).finally(() => running.delete(key))
  running.set(key, save)
  return save
}

async function startSaving(show: ShowId): Promise<SaveOutcome> {
  const library = new Library()
  try {
    const outcome = await saveEvent(show, await openSaveDevice(library, clock))
    if (outcome.kind === 'saved') {
      const channel = new BroadcastChannel(channelName)
      const announcement: Announcement = { type: 'event-saved', version: outcome.version, ...show }
      channel.postMessage(announcement)
      channel.close()
    }
    return outcome
  } finally {
    library.close()
  }
}

/** Looks at every saved event again: after a push, which may tell of a change. */
export async function refreshSavedEvents(): Promise<void> {
  const library = new Library()
  const shows = await library.listShows().finally(() => library.close())
  for (const { club, eventId } of shows) await answerSaving({ club, eventId }, undefined)
}
