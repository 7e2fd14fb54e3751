// How far the worker is with saving the app on this device.
import { channelName, isAnnouncement } from '../../offline/messages.ts'

export interface AppFilesState {
  /** A worker is active: it has every file that the viewer needs. */
  areSaved: boolean
  /** It has said that judging, ballot and the pages that lead to a show are there too. */
  isShowSaved: boolean
  /** Files so far; undefined until the worker's install tells. */
  progress: { saved: number; wanted: number } | undefined
  /** It has ended without the files, or has said nothing for long. It goes on by itself, or when asked. */
  isStuck: boolean
}

/** The worker tells of each file. On a slow line a large one takes its time. */
const mostSilenceMs = 30_000

let state: AppFilesState = {
  areSaved: Boolean(globalThis.navigator?.serviceWorker?.controller),
  isShowSaved: false,
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

/** Call once. `goOn` brings a worker, or goes on with what it saves. */
export function followAppFiles(goOn: () => void): void {
  tryAgain = goOn
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    if (state.isShowSaved || !isAnnouncement(data) || data.type !== 'app-files') return
    const { saved, wanted, isWhole = false } = data
    if (state.areSaved && !isWhole) return
    setState({ progress: { saved, wanted }, isShowSaved: isWhole && saved === wanted, isStuck: false })
    watchSilence()
  })
  watchSilence()
  // also a page that was loaded past the worker has its files
  if (!state.areSaved) void navigator.serviceWorker.ready.then(untilActivated).then(noteSaved)
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
  setState({ areSaved: true, isStuck: false })
  watchSilence()
}

export function noteStuck(): void {
  if (!isOver()) setState({ isStuck: true })
}

function isOver(): boolean {
  return state.areSaved && state.isShowSaved
}

/** The button "Try again". */
export function retryAppFiles(): void {
  if (isOver()) return
  setState({ isStuck: false })
  watchSilence()
  tryAgain()
}
