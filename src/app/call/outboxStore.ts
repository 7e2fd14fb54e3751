// This page's outbox: the entries that its screens show, and when they are sent.
import type { FlushReport } from '../../offline/flush.ts'
import { syncTag } from '../../offline/messages.ts'
import { type OutboxDevice, openOutboxDevice } from '../../offline/outboxDevice.ts'
import type { Urgency } from '../../offline/outboxQueue.ts'
import { isSettled } from '../../offline/outboxRecords.ts'
import { keepTrying } from '../parts/keepTrying.ts'
import type { Session } from '../session/session.ts'
import { holdBusy } from '../worker/busy.ts'
import { createOutboxReading, type OutboxReading } from './outboxReading.ts'
import { askServer, watchServer } from './serverWatch.ts'

export interface OutboxStore
  extends Pick<OutboxDevice, 'outbox' | 'drafts' | 'grants'>,
    Pick<OutboxReading, 'getState' | 'subscribe'> {
  /** Call after an entry was put. Sends it, and asks the browser to send it if this page is gone. */
  noteOutboxEntry(): void
  /** A person pressed "Send now". */
  sendNow(): Promise<FlushReport>
  /** A person asks to read the device again. */
  readAgain(): void
  /** Call once. From then on the outbox is sent whenever possible. */
  start(): void
}

/** No timer tries again sooner than this. */
const shortestWaitMs = 1_000
/** Another tab may have been closed while it was sending. This tab checks after so long. */
const watchOthersMs = 5_000
/** The wait after the device's own storage has failed. */
const brokenWaitMs = 30_000

const stores = new WeakMap<object, OutboxStore>()

/** The outbox store of the page's session. */
export function openOutbox(session: Pick<Session, 'learnTime'>): OutboxStore {
  const known = stores.get(session)
  if (known !== undefined) return known
  const made = createOutboxStore(session)
  stores.set(session, made)
  return made
}

function createOutboxStore(clock: Pick<Session, 'learnTime'>): OutboxStore {
  let isStarted = false
  let timer: number | undefined

  const device = openOutboxDevice({
    clock,
    holdBusy,
    onChange(part, isOwn) {
      reading.noteChange(part, isOwn)
      if (!isVisible()) watchOthers()
    },
  })
  const { outbox, drafts, grants, sender } = device
  const reading = createOutboxReading({
    outbox,
    grants,
    isSeen: isVisible,
    keepTrying,
    onRead() {
      if (isAnyWaiting()) watchOthers()
      planQuestion()
    },
  })

  /** Whoever sends what waits may be closed. */
  function watchOthers(): void {
    if (isStarted && timer === undefined) schedule(watchOthersMs)
  }

  function isAnyWaiting(): boolean {
    return (
      reading.getState().entries?.some((entry) => !isSettled(entry) && entry.state !== 'needs-signin') ??
      false
    )
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
      schedule(brokenWaitMs) // the device's storage failed: try again
      return { waiting: 0, nextInMs: brokenWaitMs }
    }
  }

  function isVisible(): boolean {
    return document.visibilityState === 'visible'
  }

  function hint(): void {
    if (isVisible()) void send('hint')
    planQuestion()
  }

  /** What other tabs told in the meantime was not read, or not heard. */
  function comeBack(): void {
    if (isVisible()) void reading.readAgain()
    hint()
  }

  const planQuestion = watchServer({
    isWanted: () => isStarted && isVisible() && isAnyWaiting(),
    isAnswering: () => askServer(clock.learnTime),
    onAnswer: () => void send('answering'),
  })

  void reading.readAgain()

  return {
    outbox,
    drafts,
    grants,
    getState: reading.getState,
    subscribe: reading.subscribe,
    noteOutboxEntry() {
      void registerSync()
      void send('due')
    },
    sendNow: () => send('person'),
    readAgain: () => void reading.readAgain(),
    start() {
      if (isStarted) return
      isStarted = true
      window.addEventListener('online', () => void send('hint'))
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) comeBack()
        else hint()
      })
      document.addEventListener('resume', comeBack)
      // a page that the browser freezes must not keep the lock from the others
      window.addEventListener('pagehide', sender.letGo)
      document.addEventListener('freeze', sender.letGo)
      document.addEventListener('visibilitychange', () => {
        comeBack()
        // if the person does not come back, the browser wakes the worker when there is a network
        if (document.visibilityState === 'hidden' && isAnyWaiting()) void registerSync()
      })
      void send('hint')
    },
  }
}

/** Background Sync. It is not in the standard library. */
interface SyncingRegistration extends ServiceWorkerRegistration {
  sync: { register(tag: string): Promise<void> }
}

/** If the browser lacks it or forbids it, only the page sends. */
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
