// The offer of a new version: it waits for a person, can be put off, and never reloads over something unsaved.
import { runIfNoTabIsBusy } from './busy.ts'

export interface UpdateState {
  /** A new version waits and was not put off in this tab. */
  isOffered: boolean
  /** The last try to install it found a tab with something unsaved. */
  isBlocked: boolean
}

let state: UpdateState = { isOffered: false, isBlocked: false }
let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

function setState(next: UpdateState): void {
  state = next
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export function subscribeToUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readUpdate(): UpdateState {
  return state
}

export function offerUpdate(worker: ServiceWorker): void {
  if (worker === waiting) return
  waiting = worker
  setState({ isOffered: true, isBlocked: false })
}

/** Until the app is opened again, or a still newer version waits. */
export function putOffUpdate(): void {
  setState({ isOffered: false, isBlocked: false })
}

/** Activates the waiting version and reloads every tab, unless one of them holds something unsaved. */
export async function takeUpdate(): Promise<void> {
  const worker = waiting
  if (worker === undefined) return
  const isTaken = await runIfNoTabIsBusy(async () => {
    const isActive = untilActive(worker)
    worker.postMessage({ type: 'SKIP_WAITING' })
    await isActive
    // also a page that no worker controls, because it was loaded past the worker
    window.location.reload()
  })
  if (!isTaken) setState({ isOffered: true, isBlocked: true })
}

/** Another tab may have taken it already. */
function untilActive(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

/** The first worker of a page is of the page's own build. Any later one is of another, and every tab goes along. */
export function reloadForOtherBuild(): void {
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) window.location.reload()
    isControlled = true
  })
}
