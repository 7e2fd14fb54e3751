// Registers the service worker until it is there, and looks for new versions of the app.
import { Workbox } from 'workbox-window'
import { hourMs } from '../../domain/time.ts'
import type { PageMessage } from '../../offline/messages.ts'
import { keepTrying } from '../parts/keepTrying.ts'
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

/** Call once, when the first screen is there. */
export async function registerWorker(): Promise<void> {
  reloadForOtherBuild()
  const url = toWorkerUrl()
  let stopTrying: (() => void) | undefined

  // A browser forgets a registration whose first install failed, and only registering tries it again.
  async function register(): Promise<void> {
    const workbox = new Workbox(url, { scope: '/' })
    let registration: ServiceWorkerRegistration | undefined
    workbox.addEventListener('waiting', ({ sw }) => sw && offerUpdate(sw))
    // where no page is controlled it does not wait, and this page is of an older build all the same; but the first
    // worker of all is nobody's update
    workbox.addEventListener('installed', ({ sw }) => sw && registration?.active && offerUpdate(sw))
    workbox.addEventListener('activated', endTrying)
    workbox.addEventListener('redundant', ({ isExternal }) => {
      if (!isExternal) noteStuck()
    })
    try {
      registration = await workbox.register({ immediate: true })
      if (registration?.active) return endTrying()
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
    if (registration === undefined) return register()
    // Workbox hears of the first one that comes after its registration, and of none that another tab found
    if (registration.active && registration.waiting) offerUpdate(registration.waiting)
    await registration.update().catch(ignoreOffline)
  }

  followAppFiles(() => {
    void register()
    completeApp()
  })
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

/** Without a network the check for a new version fails. The next check tries again. */
function ignoreOffline(): void {}
