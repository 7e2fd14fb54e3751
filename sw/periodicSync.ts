// Refreshes saved events with no page open, where the browser wakes the worker now and then (Periodic Background Sync).
import { dayMs, hourMs } from '../src/domain/time.ts'
import { findJudgingWindow } from '../src/domain/window.ts'
import { Library } from '../src/offline/library.ts'
import { clock } from './clock.ts'
import { refreshSavedEvents } from './saving.ts'

/** The standard library has neither, and not every browser does. */
interface PeriodicSyncRegistration {
  readonly periodicSync?: {
    register(tag: string, options: { minInterval: number }): Promise<void>
    unregister(tag: string): Promise<void>
  }
}

declare const self: ServiceWorkerGlobalScope & { readonly registration: PeriodicSyncRegistration }

export const refreshTag = 'saved-events'

type EventDays = Parameters<typeof findJudgingWindow>[0]

/** Milliseconds: an hour from the day before an event to its end, else a day; undefined if all of them are over. */
export function findRefreshInterval(events: readonly EventDays[], now: number): number | undefined {
  const windows = events.map(findJudgingWindow).filter(({ endsAt }) => now < endsAt)
  if (windows.length === 0) return undefined
  return windows.some(({ startsAt }) => startsAt - dayMs <= now) ? hourMs : dayMs
}

/** Asks for it anew whenever it may be another interval. How often it happens is the browser's own choice. */
export async function planRefresh(): Promise<void> {
  const { periodicSync } = self.registration
  if (periodicSync === undefined) return
  try {
    const minInterval = findRefreshInterval(await listSavedEvents(), clock.now())
    if (minInterval === undefined) await periodicSync.unregister(refreshTag)
    else await periodicSync.register(refreshTag, { minInterval })
  } catch {
    return // not installed, or not allowed: pages and pushes keep it fresh
  }
}

async function listSavedEvents(): Promise<EventDays[]> {
  const library = new Library()
  try {
    const shows = await library.listShows()
    const saved = await Promise.all(shows.map((show) => library.findShow(show)))
    return saved.flatMap((show) => (show === undefined ? [] : [show.event]))
  } finally {
    await library.close()
  }
}

export function refreshByTheClock(event: Event): void {
  if (event instanceof ExtendableEvent && 'tag' in event && event.tag === refreshTag) {
    event.waitUntil(refreshSavedEvents().then(planRefresh))
  }
}
