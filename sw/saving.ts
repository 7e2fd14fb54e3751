// Saves events for the show when a page asks for it, one save at a time for each event.
import { openSaveDevice } from '../src/offline/device.ts'
import { Library, type ShowId, toKey } from '../src/offline/library.ts'
import type { WorkerAnswer } from '../src/offline/messages.ts'
import { pinEvent, type SaveOutcome, saveEvent } from '../src/offline/savedEvents.ts'
import { clock } from './clock.ts'

const saving = createTurns<SaveOutcome>()
const pinning = createTurns<void>()

/** The page hears what became of the event before its pictures are fetched. It always hears something. */
export async function answerSaving(
  show: ShowId,
  withCars: boolean,
  port: MessagePort | undefined,
): Promise<void> {
  let outcome: SaveOutcome = { kind: 'unreachable' }
  try {
    outcome = await saving(toKey(show), () => save(show))
  } finally {
    port?.postMessage({ type: 'event-outcome', outcome, clockOffset: clock.offset() } satisfies WorkerAnswer)
  }
  await pinning(`${toKey(show)} ${withCars}`, () => pin(show, withCars))
}

/**
 * One turn at a time for each key. Requests that come during a turn, which may have asked the server long ago,
 * share the next one.
 */
function createTurns<T>(): (key: string, turn: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const following = new Map<string, Promise<T>>()

  function begin(key: string, turn: () => Promise<T>): Promise<T> {
    following.delete(key)
    const current = turn().finally(() => running.delete(key))
    running.set(key, current)
    return current
  }

  return (key, turn) => {
    const current = running.get(key)
    if (current === undefined) return begin(key, turn)
    const waiting = following.get(key)
    if (waiting !== undefined) return waiting
    const next = current.then(
      () => begin(key, turn),
      () => begin(key, turn),
    )
    following.set(key, next)
    return next
  }
}

async function save(show: ShowId): Promise<SaveOutcome> {
  const library = new Library()
  try {
    return await saveEvent(show, await openSaveDevice(library, clock))
  } finally {
    await library.close()
  }
}

async function pin(show: ShowId, withCars: boolean): Promise<void> {
  const library = new Library()
  try {
    await pinEvent(show, await openSaveDevice(library, clock), withCars)
  } finally {
    await library.close()
  }
}

/** Saves every saved event again. Called after a push, which may announce a change. */
export async function refreshSavedEvents(): Promise<void> {
  const library = new Library()
  const shows = await library.listShows().finally(() => library.close())
  for (const { club, eventId } of shows) await answerSaving({ club, eventId }, false, undefined)
}
