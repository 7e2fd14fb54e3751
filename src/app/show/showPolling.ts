// Polls the server for an event: once, or repeatedly while the page is visible.
import type { Clock } from '../../offline/clock.ts'
import { openSaveDevice } from '../../offline/device.ts'
import type { Library, ShowId } from '../../offline/library.ts'
import type { PageMessage, WorkerAnswer } from '../../offline/messages.ts'
import { transactionTimeLimitMs, withTimeLimit } from '../../offline/notSaved.ts'
import { findNextPollMs, pinEvent, type SaveOutcome, saveEvent } from '../../offline/savedEvents.ts'
import type { WatchedState } from '../session/watchedState.ts'
import { untilIdle } from '../untilIdle.ts'
import { type ShowState, toUnsavedShow } from './showState.ts'

export type ShowClock = Pick<Clock, 'now' | 'learnTime'>

export interface ShowPolling {
  /** Polls the server now. */
  poll(): Promise<void>
  /** Polls now and repeatedly while the page is visible. Call the returned function to stop. */
  startPolling(): () => void
}

const workerSilenceMs = 90_000

export function createShowPolling(
  show: ShowId,
  clock: ShowClock,
  state: WatchedState<ShowState>,
  library: Library,
  areCarsWanted: () => boolean,
): ShowPolling {
  let polling: Promise<void> | undefined
  let failures = 0

  async function poll(): Promise<void> {
    polling ??= pollOnce().finally(() => {
      polling = undefined
    })
    return polling
  }

  async function pollOnce(): Promise<void> {
    state.change({ isPolling: true })
    // whatever fails: the screen must not wait for ever
    let outcome: SaveOutcome = { kind: 'unreachable' }
    try {
      outcome = (await saveInWorker(show, clock, areCarsWanted())) ?? (await saveHere())
    } finally {
      failures = outcome.kind === 'unreachable' ? failures + 1 : 0
      const first = state.get().saved == null ? await readFirst(outcome) : {}
      state.change({ ...first, isPolling: false, outcome: outcome.kind })
    }
  }

  // The outcome may be known before the page has heard of the write: the two are told together.
  async function readFirst(outcome: SaveOutcome): Promise<Partial<ShowState>> {
    if (outcome.kind === 'not-kept') return toUnsavedShow(show, outcome.pack, clock.now())
    if (outcome.kind !== 'saved' && outcome.kind !== 'unchanged') return {}
    try {
      const saved = await withTimeLimit(library.findShow(show), transactionTimeLimitMs)
      return saved === undefined ? {} : { saved }
    } catch {
      // this page cannot read what the worker has saved
      const own = await saveHere()
      return own.kind === 'not-kept' ? toUnsavedShow(show, own.pack, clock.now()) : {}
    }
  }

  async function saveHere(): Promise<SaveOutcome> {
    const device = await openSaveDevice(library, clock)
    const outcome = await saveEvent(show, device)
    // the next poll tries again what fails
    void untilIdle()
      .then(() => pinEvent(show, device, areCarsWanted()))
      .catch(ignoreUnpinned)
    return outcome
  }

  function startPolling(): () => void {
    let timer = 0
    const isVisible = () => document.visibilityState === 'visible'
    const pollAgain = () => {
      window.clearTimeout(timer)
      if (!isVisible()) return
      void poll().finally(() => {
        window.clearTimeout(timer)
        timer = window.setTimeout(pollAgain, findNextPollMs(failures, Math.random))
      })
    }
    // A poll from before the network was back says nothing about now. Its failures do not count.
    const restartPolling = () => {
      void Promise.resolve(polling).finally(() => {
        failures = 0
        pollAgain()
      })
    }
    pollAgain()
    window.addEventListener('online', restartPolling)
    window.addEventListener('pageshow', pollAgain)
    document.addEventListener('visibilitychange', pollAgain)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', restartPolling)
      window.removeEventListener('pageshow', pollAgain)
      document.removeEventListener('visibilitychange', pollAgain)
    }
  }

  return { poll, startPolling }
}

/** Storage failed: the next poll tries again. */
function ignoreUnpinned(): void {}

/** Undefined if no worker controls this page, or the worker does not answer. */
async function saveInWorker(
  show: ShowId,
  clock: ShowClock,
  withCars: boolean,
): Promise<SaveOutcome | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const message: PageMessage = { type: 'save-event', club: show.club, eventId: show.eventId, withCars }
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => {
      port1.close()
      resolve(undefined)
    }, workerSilenceMs)
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.type !== 'event-outcome') return
      window.clearTimeout(timer)
      port1.close()
      const { kind } = data.outcome
      if (kind === 'saved' || kind === 'unchanged') clock.learnTime(Date.now() + data.clockOffset)
      resolve(data.outcome)
    }
    worker.postMessage(message, [port2])
  })
}
