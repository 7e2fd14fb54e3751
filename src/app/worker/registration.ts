// Registers the service worker until it is there, and looks for new versions of the app.
import { hourMs } from '../../domain/time.ts'
import type { PageMessage } from '../../offline/messages.ts'
import { keepTrying } from '../parts/keepTrying.ts'
import { untilIdle } from '../untilIdle.ts'
import { followAppFiles, noteStuck } from './appFiles.ts'
import { offerUpdate, reloadForOtherBuild } from './update.ts'

declare global {
  interface Window {
    /** Not in every browser. Its values are used as strings. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  }
}

const checkEveryMs = hourMs
const workerUrl = '/sw.js'

/** The worker's address as a Trusted Types value. The policy accepts no other address. */
function toWorkerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('showfield-worker', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('not the worker')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

/** Call once. The first screen's own files and pictures load before the worker's. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  await untilIdle()
  reloadForOtherBuild()
  const url = toWorkerUrl()
  const watched = new WeakSet<ServiceWorkerRegistration>()
  let stopTrying: (() => void) | undefined

  // A browser forgets a registration whose first install failed, and only registering tries it again.
  async function register(): Promise<void> {
    try {
      const registration = await navigator.serviceWorker.register(url, { scope: '/' })
      if (!watched.has(registration)) watch(registration)
      watched.add(registration)
      if (registration.active !== null) return endTrying()
      registration.installing?.addEventListener('statechange', ({ target }) => {
        const { state } = target as ServiceWorker
        if (state === 'activated') endTrying()
        if (state === 'redundant') noteStuck()
      })
    } catch {
      noteStuck() // no network, or none that brings the worker: it is tried again
    }
    stopTrying ??= keepTrying(register)
  }

  function endTrying(): void {
    stopTrying?.()
    stopTrying = undefined
  }

  async function checkForUpdate(): Promise<void> {
    if (document.visibilityState !== 'visible' || stopTrying !== undefined) return
    completeApp()
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration === undefined) await register()
    else await registration.update().catch(ignoreOffline)
  }

  followAppFiles(() => void register())
  await register()
  completeApp()
  navigator.serviceWorker.addEventListener('controllerchange', completeApp)
  window.addEventListener('online', completeApp)
  document.addEventListener('visibilitychange', () => void checkForUpdate())
  window.setInterval(() => void checkForUpdate(), checkEveryMs)
}

/** The files that no show needs follow when the first screens are there. */
function completeApp(): void {
  navigator.serviceWorker.controller?.postMessage({ type: 'complete-app' } satisfies PageMessage)
}

/** Offers each later worker that is installed and waits. */
function watch(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    if (registration.waiting !== null && registration.active !== null) offerUpdate(registration.waiting)
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
  registration.installing?.addEventListener('statechange', offer)
  offer()
}

/** Without a network the check for a new version fails. The next check tries again. */
function ignoreOffline(): void {}
