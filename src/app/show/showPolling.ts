// Asks the server for an event: once, or again and again while the page is visible.
import { createClock } from '../../offline/clock.ts'
import { openSaveDevice } from '../../offline/device.ts'
import type { Library, ShowId } from '../../offline/library.ts'
import type { PageMessage, WorkerAnswer } from '../../offline/messages.ts'
import { findNextPollMs, type SaveOutcome, saveEvent } from '../../offline/savedEvents.ts'
import type { WatchedState } from '../session/watchedState.ts'
import { untilIdle } from '../untilIdle.ts'
import { type ShowState, toUnkeptShow } from './showState.ts'

export interface ShowClock {
  now(): number
  learnTime(serverNow: number): void
}

export interface ShowPolling {
  /** Asks the server now. */
  poll(): Promise<void>
  /** Asks now and goes on asking while the page is visible; the answer ends that. */
  keepFresh(): () => void
}

const workerSilenceMs = 90_000

export function createShowPolling(
  show: ShowId,
  clock: ShowClock,
  state: WatchedState<ShowState>,
  library: Library,
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
    state.change({ isLooking: true })
    const outcome = (await askWorker(show, clock)) ?? (await saveHere(show, clock, library))
    failures = outcome.kind === 'unreachable' ? failures + 1 : 0
    if (outcome.kind === 'not-kept' && state.get().saved == null) {
      state.change(toUnkeptShow(show, outcome.pack, clock.now()))
    }
    state.change({ isLooking: false, outcome: outcome.kind })
  }

  function keepFresh(): () => void {
    let timer = 0
    const isVisible = () => document.visibilityState === 'visible'
    const pollAgain = () => {
      window.clearTimeout(timer)
      if (!isVisible()) return
      void poll().then(() => {
        window.clearTimeout(timer)
        timer = window.setTimeout(pollAgain, findNextPollMs(failures, Math.random))
      })
    }
    // A look that began before the network was back says nothing about now, and its failures do not count.
    const lookAfresh = () => {
      void Promise.resolve(polling).finally(() => {
        failures = 0
        pollAgain()
      })
    }
    pollAgain()
    window.addEventListener('online', lookAfresh)
    window.addEventListener('pageshow', pollAgain)
    document.addEventListener('visibilitychange', pollAgain)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', lookAfresh)
      window.removeEventListener('pageshow', pollAgain)
      document.removeEventListener('visibilitychange', pollAgain)
    }
  }

  return { poll, keepFresh }
}

/** Undefined when no worker controls this page, or it never answers. */
async function askWorker(show: ShowId, clock: ShowClock): Promise<SaveOutcome | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const message: PageMessage = { type: 'save-event', club: show.club, eventId: show.eventId }
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

async function saveHere(show: ShowId, clock: ShowClock, library: Library): Promise<SaveOutcome> {
  const own = createClock(() => Date.now())
  const device = await openSaveDevice(library, { ...own, now: clock.now, learn: clock.learnTime })
  return saveEvent(show, { ...device, untilIdle })
}
