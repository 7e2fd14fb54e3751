// A page that is left by its address is frozen, not closed: it must keep no other from sending.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { toLaunchOptions } from '../support/browsers/browser.ts'
import { addJudge, expect, findPlaces, test, toUrl } from './fixtures.ts'
import { scoreCar, whole } from './judging/judgingScreens.ts'

/** A phone as people have it: tests usually run without the back/forward cache. */
async function openPhoneWithCache(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...toLaunchOptions(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    serviceWorkers: 'allow',
  })
}

async function score(page: Page, car: string): Promise<void> {
  await scoreCar(page, car, whole)
  await page.getByText(`Your scores for ${car} are saved on this phone.`).waitFor({ state: 'attached' })
}

/** How many wait for the sender's lock, in all pages and the worker. */
function countWaiting(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { pending = [] } = await navigator.locks.query()
    return pending.filter(({ name }) => name === 'outbox').length
  })
}

test('a page that waits to send and is left by its address waits no more, and the others send @proof', async ({
  product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const profile = await mkdtemp(join(tmpdir(), 'showfield-frozen-'))
  const context = await openPhoneWithCache(profile)
  try {
    // the worker does not send: it would wait for the lock too
    await context.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
    const sender = context.pages()[0] ?? (await context.newPage())
    await sender.goto((await addJudge(product)).link)
    await sender.getByRole('link', { name: 'Concours', exact: true }).click()

    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: arrived } = Promise.withResolvers<void>()
    await sender.route('**/dart/core', async (route) => {
      if (route.request().postData()?.includes('"submit_batch"')) {
        arrived()
        await released
      }
      await route.continue()
    })
    await score(sender, '101')
    await isHeld

    const left = await context.newPage()
    await left.goto(toUrl(product, `/portal/judging/${event.id}`, club.subdomain))
    await expect.poll(() => countWaiting(sender)).toBe(1)
    // of itself: once it is left, Chromium may throw a page away that waits for a lock, which ends the wait too
    await left.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await expect.poll(() => countWaiting(sender)).toBe(0)
    await left.evaluate(() => {
      window.addEventListener('pagehide', ({ persisted }) =>
        localStorage.setItem('was-frozen', String(persisted)),
      )
    })
    await left.goto(new URL('/healthz', product.origin).href)
    expect(await left.evaluate(() => localStorage.getItem('was-frozen')), 'the cache is on').toBe('true')
    await expect.poll(() => countWaiting(sender)).toBe(0)

    release()
    await score(sender, '102')
    await expect(sender.getByRole('button', { name: /on this phone$/ })).toHaveCount(0, { timeout: 30_000 })
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('a page that was away and heard nothing of a delivery says so when it is back @proof', async ({
  page,
  product,
}) => {
  await page.goto((await addJudge(product)).link)
  await page.getByRole('link', { name: 'Concours', exact: true }).click()
  await page.context().route('**/dart/core', (route) => route.abort())
  await score(page, '103')
  const waiting = page.getByRole('button', { name: /on this phone$/ })
  await expect(waiting).toHaveText(/1/)

  // another tab's work, of which a page in the browser's cache hears nothing
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('showfield-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const tx = opening.result.transaction('entries', 'readwrite')
          tx.objectStore('entries').clear()
          tx.onabort = () => reject(tx.error)
          tx.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(waiting).toHaveCount(0)
})
