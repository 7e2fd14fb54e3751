// This page's outbox: what waits on the device as the screens see it, and when it is sent.
import type { FlushReport } from '../../offline/flush.ts'
import { syncTag } from '../../offline/messages.ts'
import { isSettled } from '../../offline/outbox.ts'
import { type OutboxDevice, openOutboxDevice } from '../../offline/outboxDevice.ts'
import type { Urgency } from '../../offline/outboxQueue.ts'
import type { OutboxEntry, StoredGrant } from '../../offline/outboxRecords.ts'
import type { Session } from '../session/session.ts'
import { holdBusy } from '../worker.ts'

export interface OutboxState {
  /** In the order in which they were made, tombstones included; undefined until the device has been read. */
  entries: readonly OutboxEntry[] | undefined
  /** Whose judging this device does, one for each event, and judges who were here before. */
  grants: readonly StoredGrant[]
}

export interface OutboxStore extends Pick<OutboxDevice, 'outbox' | 'drafts' | 'grants'> {
  getState(): OutboxState
  subscribe(listener: () => void): () => void
  /** Call after an entry was put: sends it, and asks the browser to do so should this page be gone. */
  noteEntry(): void
  /** A person pressed "Send now". */
  sendNow(): Promise<FlushReport>
  /** Call once: from then on the outbox is sent whenever it may be. */
  start(): void
}

/** Closer together than this no timer tries again. */
const shortestWaitMs = 1_000
/** Another tab may have been closed while it was sending; this one looks after so long. */
const watchOthersMs = 5_000
/** The device's own storage did not answer. */
const brokenWaitMs = 30_000

let store: OutboxStore | undefined

/** One for the whole page. */
export function openOutbox(clock: Pick<Session, 'learnTime'>): OutboxStore {
  store ??= createOutboxStore(clock)
  return store
}

function createOutboxStore(clock: Pick<Session, 'learnTime'>): OutboxStore {
  let state: OutboxState = { entries: undefined, grants: [] }
  const listeners = new Set<() => void>()
  let isStarted = false
  let timer: number | undefined
  let isReading = false
  let isStale = true

  const device = openOutboxDevice({
    clock: { learn: clock.learnTime },
    holdBusy,
    onChange: () => {
      isStale = true
      void readAll()
    },
  })
  const { outbox, drafts, grants, sender } = device

  /** One reading at a time; what changes meanwhile is read once more. */
  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    while (isStale) {
      isStale = false
      try {
        const [entries, held] = await Promise.all([outbox.list(), grants.list()])
        state = { entries, grants: held }
      } catch {
        state = { entries: state.entries ?? [], grants: state.grants } // no storage: nothing new to show
      }
      for (const listener of listeners) listener()
    }
    isReading = false
    if (isStarted && isAnyWaiting() && timer === undefined) schedule(watchOthersMs)
  }

  function isAnyWaiting(): boolean {
    return state.entries?.some((entry) => !isSettled(entry) && entry.state !== 'needs-signin') ?? false
  }

  function schedule(inMs: number): void {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void send('due'), Math.max(shortestWaitMs, inMs))
  }

  async function send(urgency: Urgency): Promise<FlushReport> {
    window.clearTimeout(timer)
    timer = undefined
    try {
      const report = await sender.flush(urgency)
      if (report.nextInMs !== undefined) schedule(report.nextInMs)
      return report
    } catch {
      schedule(brokenWaitMs) // the device's storage failed; what is in it is tried again
      return { waiting: 0, nextInMs: brokenWaitMs }
    }
  }

  function hint(): void {
    if (document.visibilityState === 'visible') void send('hint')
  }

  void readAll()

  return {
    outbox,
    drafts,
    grants,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    noteEntry() {
      void registerSync()
      void send('due')
    },
    sendNow: () => send('person'),
    start() {
      if (isStarted) return
      isStarted = true
      window.addEventListener('online', () => void send('hint'))
      window.addEventListener('pageshow', hint)
      document.addEventListener('visibilitychange', () => {
        hint()
        // should nobody come back: the browser asks the worker when there is a network
        if (document.visibilityState === 'hidden' && isAnyWaiting()) void registerSync()
      })
      void send('hint')
    },
  }
}

/** Background Sync; not in the standard library. */
interface SyncingRegistration extends ServiceWorkerRegistration {
  sync: { register(tag: string): Promise<void> }
}

/** Where the browser has no such thing, or forbids it, the page alone sends. */
async function registerSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration !== undefined && 'sync' in registration) {
      await (registration as SyncingRegistration).sync.register(syncTag)
    }
  } catch {
    return // forbidden: the page sends
  }
}
