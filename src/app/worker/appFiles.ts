// How far the worker is with saving the app on this device.
import { channelName, isAnnouncement } from '../../offline/messages.ts'

export interface AppFilesState {
  /** A worker is active: it has every file that a show needs. */
  areSaved: boolean
  /** Files so far; undefined until the worker's install tells. */
  progress: { saved: number; wanted: number } | undefined
  /** It has ended without the files, or has said nothing for long. It goes on by itself, or when asked. */
  isStuck: boolean
}

/** The worker tells of each file. On a slow line a large one takes its time. */
const mostSilenceMs = 30_000

let state: AppFilesState = {
  areSaved: Boolean(globalThis.navigator?.serviceWorker?.controller),
  progress: undefined,
  isStuck: false,
}
let tryAgain: () => void = () => {}
let timer: number | undefined
const listeners = new Set<() => void>()

function setState(change: Partial<AppFilesState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export function subscribeToAppFiles(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readAppFiles(): AppFilesState {
  return state
}

/** Call once. `register` brings a worker, or goes on with its install. */
export function followAppFiles(register: () => void): void {
  tryAgain = register
  if (state.areSaved) return
  // also a page that was loaded past the worker has its files
  void navigator.serviceWorker.ready.then(untilActivated).then(noteSaved)
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    if (state.areSaved || !isAnnouncement(data) || data.type !== 'app-files') return
    setState({ progress: { saved: data.saved, wanted: data.wanted }, isStuck: false })
    watchSilence()
  })
  watchSilence()
}

/** Until then the worker does not answer for the pages that are open. */
function untilActivated({ active }: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (active === null || active.state === 'activated' || active.state === 'redundant') resolve()
    }
    active?.addEventListener('statechange', look)
    look()
  })
}

function watchSilence(): void {
  window.clearTimeout(timer)
  timer = window.setTimeout(noteStuck, mostSilenceMs)
}

function noteSaved(): void {
  window.clearTimeout(timer)
  setState({ areSaved: true, isStuck: false })
}

export function noteStuck(): void {
  if (!state.areSaved) setState({ isStuck: true })
}

/** The button "Try again". */
export function retryAppFiles(): void {
  if (state.areSaved) return
  setState({ isStuck: false })
  watchSilence()
  tryAgain()
}
