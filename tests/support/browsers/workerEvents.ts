// Wakes the service worker with no page of the app open, as the browser does.
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'

/** A page of the origin that is none of the app's, so that only the worker can be at work. */
export async function leaveApp(page: Page, product: Product): Promise<void> {
  await page.route('**/robots.txt', (route) => route.fulfill({ contentType: 'text/plain', body: 'quiet' }))
  await page.goto(new URL('/robots.txt', product.origin).href)
}

/** `sync` as if there were a network again, `periodicsync` as if its time had come. */
export async function wakeWorker(
  page: Page,
  product: Product,
  event: 'sync' | 'periodicsync',
  tag: string,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(product.origin))
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const to = { origin: product.origin, registrationId: await registered, tag }
  if (event === 'sync') await session.send('ServiceWorker.dispatchSyncEvent', { ...to, lastChance: false })
  else await session.send('ServiceWorker.dispatchPeriodicSyncEvent', to)
  await session.detach()
}
