// The viewer's home is on the screen before the app runs: true, whole, and without a jump when the app
// replaces it.
import type { Page } from '@playwright/test'
import { prerenderCacheName } from '../../src/offline/files/prerenders.ts'
import {
  changeEvent,
  expect,
  expectAccessible,
  findPlaces,
  saveForTheShow,
  test,
  toUrl,
  watchForFaults,
} from './fixtures.ts'

interface Sight {
  text: string
  /** The tops of the heading and the picture. */
  tops: number[]
  isPrerender: boolean
}

/** Records what each frame shows, from the first on. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sights: Sight[] = []
    Object.assign(window, { sights })
    const noteFrame = () => {
      const heading = document.querySelector<HTMLElement>('#app h1')
      if (heading !== null || sights.length > 0) {
        const tops = [heading, document.querySelector<HTMLElement>('#app main img')].map((element) =>
          Math.round(element?.getBoundingClientRect().top ?? -1),
        )
        sights.push({
          text: heading?.checkVisibility() === true ? heading.innerText : '',
          tops,
          isPrerender: document.querySelector('[data-painting=""]') !== null,
        })
      }
      requestAnimationFrame(noteFrame)
    }
    requestAnimationFrame(noteFrame)
  })
}

function readSights(page: Page): Promise<Sight[]> {
  return page.evaluate(() => (window as unknown as { sights: Sight[] }).sights)
}

/** The document that the worker would send for this page now. */
async function readPrerender(page: Page): Promise<string | null> {
  return page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName)
    const [key] = await cache.keys()
    return key === undefined ? null : ((await (await cache.match(key))?.text()) ?? null)
  }, prerenderCacheName)
}

async function waitForPrerender(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      () => readPrerender(page).then((stored) => stored?.replaceAll('&amp;', '&').includes(text) ?? false),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
}

/** Waits until the app has replaced the prerender. */
async function waitForApp(page: Page): Promise<void> {
  await expect(page.locator('#app > :not([data-painting=""])').first()).toBeAttached()
}

test('the saved home comes with its document, in the language that was chosen and by this build, with the server stopped @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const home = toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
  await phone.page.goto(home)
  await saveForTheShow(phone.page)
  await waitForPrerender(phone.page, '<html lang="en"')
  await phone.page.getByRole('button', { name: /Español/ }).click()
  await waitForPrerender(phone.page, '<html lang="es"')
  // nothing is asked for before it is seen
  expect(await readPrerender(phone.page)).not.toMatch(/<script src=|<link rel="(stylesheet|modulepreload)"/)

  await product.stop()
  // closed normally: a kill would lose the choice of language, which the browser writes late
  await phone.closeAndReopen()
  const faults = watchForFaults(phone.page, [/net::ERR_CONNECTION_REFUSED/])
  await watchFrames(phone.page)
  await phone.page.goto(home)
  await waitForApp(phone.page)
  await expect(phone.page.getByText(/Guardado para la exhibición/)).toBeVisible()
  const sights = await readSights(phone.page)
  expect(sights[0]).toMatchObject({ isPrerender: true, text: event.name })
  expect(sights.at(-1)).toMatchObject({ isPrerender: false, text: event.name })
  // neither a gap nor a jump between the first frame and the last
  expect([...new Set(sights.map(({ text, tops }) => JSON.stringify([text, tops])))]).toHaveLength(1)
  expect(faults).toEqual([])

  // changed on a page that saves no prerenders: the saved one is now in the wrong language
  await phone.page.evaluate(() => localStorage.setItem('rcml-lang', 'en'))
  await phone.page.goto(home)
  await expect(phone.page.locator('html')).toHaveAttribute('data-painting', 'wrong')
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(phone.page.getByText(/Saved for the show/)).toBeVisible()
  const english = await readSights(phone.page)
  expect(english.filter(({ isPrerender, text }) => isPrerender && text !== '')).toEqual([])
  await waitForPrerender(phone.page, '<html lang="en"')

  // a prerender of another build is not used either
  await phone.page.goto(toUrl(product, '/about', club.subdomain))
  await phone.page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName)
    for (const key of await cache.keys()) {
      const stored = await cache.match(key)
      const headers = new Headers(stored?.headers)
      headers.set('x-build', 'another')
      await cache.put(key, new Response(await stored?.text(), { headers }))
    }
  }, prerenderCacheName)
  await phone.page.goto(home)
  await waitForApp(phone.page)
  await expect(phone.page.locator('meta[name="painting"]')).toHaveCount(0)
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
})

test('the prerender itself is whole, accessible, and silent about the hour when the hour is another @proof', async ({
  phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const home = toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
  const { page } = phone
  await page.goto(home)
  await saveForTheShow(page)
  await waitForPrerender(page, event.name)
  const text = await page.locator('main').innerText()
  const colour = await page.locator('header').evaluate((header) => getComputedStyle(header).backgroundColor)
  // if the app never starts, the prerender stays
  await product.stop()
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        if (!/\/assets\/start-[^/]+\.js$/.test(url)) continue
        const headers = { 'Content-Type': 'text/javascript' }
        await cache.put(url, new Response('export const start = () => new Promise(() => {})', { headers }))
      }
    }
  })
  await page.goto(home)
  await expect(page.locator('html')).toHaveAttribute('data-painting', 'whole')
  expect(await page.locator('main').innerText()).toBe(text)
  expect(await page.locator('header').evaluate((header) => getComputedStyle(header).backgroundColor)).toBe(
    colour,
  )
  await expect(page.getByText(/Saved for the show/)).toBeHidden()
  await expectAccessible(page)
  // a tap on what is only painted is answered at once
  await page.locator('#app > [data-painting] button').first().click()
  await expect(page.locator('#late')).toHaveAttribute('data-tapped')
  await expect(page.locator('#late')).toBeVisible()

  await page.clock.setFixedTime(Date.now() + 400 * 86_400_000)
  await page.goto(home)
  await expect(page.locator('html')).toHaveAttribute('data-painting', 'untimed')
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.locator('[data-timed]').first()).toBeHidden()
})

test('a change of the event or of a favourite is never covered by a prerender from before @proof', async ({
  phone,
  ownClubs,
}) => {
  const { club, event, other } = findPlaces(ownClubs.demo)
  const home = toUrl(ownClubs, `/portal/viewer/${event.id}`, club.subdomain)
  const schedule = toUrl(ownClubs, `/portal/viewer/${event.id}/schedule`, club.subdomain)
  const { page } = phone
  await page.goto(home)
  await saveForTheShow(page)
  await waitForPrerender(page, event.name)

  await page.goto(schedule)
  await page
    .getByRole('button', { name: /^Favourite: / })
    .first()
    .click()
  await expect.poll(() => readPrerender(page)).toBeNull()
  await page.goto(home)
  await waitForPrerender(page, event.name)

  await page.goto(schedule)
  const name = 'A wholly new name'
  await changeEvent(ownClubs, { name })
  await page.reload()
  await expect.poll(() => readPrerender(page), { timeout: 30_000 }).toBeNull()
  await watchFrames(page)
  await page.goto(home)
  await waitForApp(page)
  await expect(page.getByRole('heading', { name: name })).toBeVisible()
  expect((await readSights(page)).filter(({ text }) => text === event.name)).toEqual([])

  // the same event number at another club's address is another club's event
  await waitForPrerender(page, name)
  await page.goto(toUrl(ownClubs, `/portal/viewer/${event.id}`, other.subdomain))
  await waitForApp(page)
  await expect(page.getByText(name)).toHaveCount(0)
})

for (const [disk, width] of [
  ['fast', 390],
  ['slow', 390],
  ['slow', 1280],
] as const) {
  test(`the first visit begins with the event's name and picture, and the app takes them over in place, at ${width} px on a ${disk} disk @proof`, async ({
    journey,
    page,
    places,
  }) => {
    await watchFrames(page)
    if (disk === 'slow') await page.addInitScript(slowReadsOfShows)
    const path = `/portal/viewer/${places.event.id}`
    await journey(places.club, 'visitor', { path, viewport: { width, height: 844 } })
    await expect(page.getByRole('link', { name: 'Schedule' })).toBeVisible()
    const sights = await readSights(page)
    expect(sights[0]).toMatchObject({ isPrerender: true, text: places.event.name })
    expect([...new Set(sights.map(({ text, tops }) => JSON.stringify([text, tops])))]).toHaveLength(1)
  })
}

/** Runs in the page: it hears of a saved event 300 ms late. */
function slowReadsOfShows() {
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key)
    if (this.name !== 'shows' || this.transaction.mode !== 'readonly') return request
    const listen = request.addEventListener.bind(request)
    request.addEventListener = (type: string, answered: EventListenerOrEventListenerObject) => {
      if (type !== 'success' || typeof answered !== 'function') listen(type, answered)
      else listen(type, (event) => void setTimeout(() => answered.call(request, event), 300))
    }
    return request
  }
}
