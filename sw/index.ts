// The service worker: its event listeners. Each hands the work to another file.
import { isPageMessage, savePrerenderType } from '../src/offline/messages.ts'
import { planRefresh, refreshByTheClock } from './periodicSync.ts'
import { answerPicture, forgetMemberPictures, isPicture } from './pictures.ts'
import { findPrerender, savePrerender } from './prerenders.ts'
import { openAlert, showPush } from './push.ts'
import { answerSaving, refreshSavedEvents } from './saving.ts'
import {
  activateShell,
  answerScreen,
  answerShellFile,
  completeShell,
  installShell,
  isScreen,
  isShellFile,
  routeFiles,
} from './shell.ts'
import { renewSubscription } from './subscription.ts'
import { syncOutbox, tryOutbox } from './sync.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => {
  routeFiles(event)
  event.waitUntil(installShell())
})
self.addEventListener('activate', (event) => event.waitUntil(activateShell()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    tryOutbox(event)
    if (isScreen(url)) {
      event.respondWith(findPrerender(url).then((prerender) => prerender ?? answerScreen(request)))
    }
  } else if (isShellFile(url)) event.respondWith(answerShellFile(request))
  else if (isPicture(url)) event.respondWith(answerPicture(event))
})

self.addEventListener('message', (event) => {
  const { data } = event
  if (data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (!isPageMessage(data)) return
  if (data.type === 'save-event')
    event.waitUntil(
      answerSaving({ club: data.club, eventId: data.eventId }, data.withCars === true, event.ports[0]).then(
        planRefresh,
      ),
    )
  if (data.type === savePrerenderType) event.waitUntil(savePrerender(data.painting))
  if (data.type === 'signed-out') event.waitUntil(forgetMemberPictures())
  if (data.type === 'complete-app') event.waitUntil(completeShell())
})

self.addEventListener('push', (event) => {
  event.waitUntil(Promise.all([showPush(event), refreshSavedEvents()]))
  tryOutbox(event)
})
self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openAlert(event))
  tryOutbox(event)
})
self.addEventListener('periodicsync', refreshByTheClock)
self.addEventListener('sync', (event) => {
  syncOutbox(event)
  if (event instanceof ExtendableEvent) event.waitUntil(completeShell())
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))
