// Registers the service worker, offers its new versions, and knows when a reload would cost something.

import { Workbox } from 'workbox-window'
import { hourMs } from '../domain/time.ts'
import { busyLock } from '../offline/messages.ts'
import { untilIdle } from './untilIdle.ts'

declare global {
  interface Window {
    /** Not in every browser; its values pass for strings where they are taken. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  }
}

const reloadedKey = 'reloaded-for-part'

interface UpdateState {
  /** A new version waits. */
  available: boolean
  /** The last try to take it found a tab with something unsaved. */
  blocked: boolean
}

let state: UpdateState = { available: false, blocked: false }
const listeners = new Set<() => void>()
let workbox: Workbox | undefined

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

/** Marks this tab as holding something that a reload would lose; the answer ends that. */
export function holdBusy(): () => void {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(busyLock, { mode: 'shared' }, () => released)
  return release
}

/** A new version needs the lock alone. */
async function isAnyTabBusy(): Promise<boolean> {
  if (navigator.locks === undefined) return false
  return navigator.locks.request(busyLock, { ifAvailable: true }, async (lock) => lock === null)
}

/** Activates the waiting version, unless some tab holds something unsaved. Every tab then reloads. */
export async function takeUpdate(): Promise<void> {
  if (await isAnyTabBusy()) {
    setState({ available: true, blocked: true })
    return
  }
  workbox?.messageSkipWaiting()
}

/**
 * A part of the build that is gone reloads the page, once, never without a network and never over something
 * unsaved; Vite tells of it by this event.
 */
function reloadForMissingParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || sessionStorage.getItem(reloadedKey) !== null) return
    event.preventDefault()
    void isAnyTabBusy().then((busy) => {
      if (busy) return
      sessionStorage.setItem(reloadedKey, '1')
      window.location.reload()
    })
  })
}

const checkEveryMs = hourMs
const workerUrl = '/sw.js'

/** The worker's address as browsers with Trusted Types want it; ours is the only one that passes. */
function toWorkerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('showfield-worker', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('not the worker')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

/** Call once; the first screen's own files and pictures go before the worker's. */
export async function startWorker(): Promise<void> {
  reloadForMissingParts()
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  await untilIdle()
  const wb = new Workbox(toWorkerUrl(), { scope: '/' })
  workbox = wb
  const offer = () => setState({ available: true, blocked: false })
  wb.addEventListener('waiting', offer)
  // The first worker takes a page over that is its own build's; any later one brings another build.
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) window.location.reload()
    isControlled = true
  })
  await wb.register()
  const look = () => {
    if (document.visibilityState === 'visible') void wb.update().catch(ignoreOffline)
  }
  document.addEventListener('visibilitychange', look)
  window.setInterval(look, checkEveryMs)
}

/** Without a network there is nothing to learn about new versions; the next look tries again. */
function ignoreOffline(): void {}
