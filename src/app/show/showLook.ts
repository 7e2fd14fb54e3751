// Looks at the server for an event: once, or again and again while the page is visible.
import { createClock } from '../../offline/clock.ts'
import { openSaveDevice } from '../../offline/device.ts'
import type { Library, ShowId } from '../../offline/library.ts'
import type { PageMessage, WorkerAnswer } from '../../offline/messages.ts'
import { findNextLookMs, type SaveOutcome, saveEvent } from '../../offline/savedEvents.ts'
import type { WatchedState } from '../session/watchedState.ts'
import { untilIdle } from '../untilIdle.ts'
import { type ShowState, toUnkeptShow } from './showState.ts'

export interface ShowClock {
  now(): number
  learnTime(serverNow: number): void
}

export interface ShowLook {
  /** Looks at the server now. */
  look(): Promise<void>
  /** Looks now and goes on looking while the page is visible; the answer ends that. */
  keepFresh(): () => void
}

const workerSilenceMs = 90_000

export function createShowLook(
  show: ShowId,
  clock: ShowClock,
  state: WatchedState<ShowState>,
  library: Library,
): ShowLook {
  let looking: Promise<void> | undefined
  let failures = 0

  async function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function lookOnce(): Promise<void> {
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
    const lookAgain = () => {
      window.clearTimeout(timer)
      if (!isVisible()) return
      void look().then(() => {
        window.clearTimeout(timer)
        timer = window.setTimeout(lookAgain, findNextLookMs(failures, Math.random))
      })
    }
    // A look that began before the network was back says nothing about now, and its failures do not count.
    const lookAfresh = () => {
      void Promise.resolve(looking).finally(() => {
        failures = 0
        lookAgain()
      })
    }
    lookAgain()
    window.addEventListener('online', lookAfresh)
    window.addEventListener('pageshow', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', lookAfresh)
      window.removeEventListener('pageshow', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }

  return { look, keepFresh }
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
