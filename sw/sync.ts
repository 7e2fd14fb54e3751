// Delivers the outbox with no tab open, when the browser says that a network is there.
import { createClock } from '../src/offline/clock.ts'
import { busyLock, syncTag } from '../src/offline/messages.ts'
import { openOutboxDevice } from '../src/offline/outboxDevice.ts'

declare const self: ServiceWorkerGlobalScope

/** Background Sync; not in the standard library, nor in every browser. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Ends badly while something still waits, so that the browser comes again. */
export function syncOutbox(event: Event): void {
  if (isSyncEvent(event) && event.tag === syncTag) event.waitUntil(deliverOutbox())
}

function isSyncEvent(event: Event): event is SyncEvent {
  return event instanceof ExtendableEvent && 'tag' in event
}

async function deliverOutbox(): Promise<void> {
  const { sender, close } = openOutboxDevice({
    clock: createClock(() => Date.now()),
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

/** The worker shows nothing; the pages hear of it over the channel. */
function tellNobodyHere(): void {}
