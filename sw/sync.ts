// Sends the outbox without an open tab, when the browser reports a network.
import { busyLock, syncTag } from '../src/offline/messages.ts'
import { openOutboxDevice } from '../src/offline/outboxDevice.ts'
import { clock } from './clock.ts'

declare const self: ServiceWorkerGlobalScope

/** Background Sync. The standard library does not have it, and not every browser does. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Fails while something still waits, so that the browser tries again. */
export function syncOutbox(event: Event): void {
  if (isSyncEvent(event) && event.tag === syncTag) event.waitUntil(deliverOutbox())
}

/** Where the browser has no Background Sync, whatever wakes the worker is an occasion. */
export function tryOutbox(event: ExtendableEvent): void {
  if ('sync' in self.registration) return
  event.waitUntil(deliverOutbox().catch(stillWaiting))
}

/** The next occasion tries again. */
function stillWaiting(): void {}

function isSyncEvent(event: Event): event is SyncEvent {
  return event instanceof ExtendableEvent && 'tag' in event
}

async function deliverOutbox(): Promise<void> {
  const { sender, close } = openOutboxDevice({
    clock,
    holdBusy,
    onChange: tellNobodyHere,
  })
  try {
    const { waiting } = await sender.flush('hint')
    if (waiting > 0) throw new Error(`${waiting} entries still wait.`)
  } finally {
    await close()
  }
}

function holdBusy(): () => void {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void self.navigator.locks?.request(busyLock, { mode: 'shared' }, () => released)
  return release
}

/** The worker shows nothing. Pages are told over the channel. */
function tellNobodyHere(): void {}
