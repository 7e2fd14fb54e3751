// The viewer's home stands on the screen before the app runs: true, whole, and without a jump when the app takes over.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
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
  /** Of the heading and the picture. */
  tops: number[]
  isPainting: boolean
}

/** Notes what each frame shows, from the first on. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sights: Sight[] = []
    Object.assign(window, { sights })
    const look = () => {
      const heading = document.querySelector<HTMLElement>('#app h1')
      if (heading !== null || sights.length > 0) {
        const tops = [heading, document.querySelector<HTMLElement>('#app main img')].map((element) =>
          Math.round(element?.getBoundingClientRect().top ?? -1),
        )
        sights.push({
          text: heading?.checkVisibility() === true ? heading.innerText : '',
          tops,
          isPainting: document.querySelector('[data-painting=""]') !== null,
        })
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

function readSights(page: Page): Promise<Sight[]> {
  return page.evaluate(() => (window as unknown as { sights: Sight[] }).sights)
}

/** The document that the worker would send for this page now. */
async function readKept(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const cache = await caches.open('paintings')
    const [key] = await cache.keys()
    return key === undefined ? null : ((await (await cache.match(key))?.text()) ?? null)
  })
}

async function waitForKept(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => readKept(page).then((kept) => kept?.replaceAll('&amp;', '&').includes(text) ?? false), {
      timeout: 30_000,
    })
    .toBe(true)
}

/** The app has taken the painting's place. */
async function waitForApp(page: Page): Promise<void> {
  await expect(page.locator('#app > :not([data-painting=""])').first()).toBeAttached()
}

test('the saved home is painted from its document, in the language that was chosen and by this build, with the server stopped', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  test.setTimeout(180_000)
  const { club, event } = findPlaces(product.demo)
  const home = toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
  await phone.page.goto(home)
  await saveForTheShow(phone.page)
  await waitForKept(phone.page, '<html lang="en"')
  await phone.page.getByRole('button', { name: /Español/ }).click()
  await waitForKept(phone.page, '<html lang="es"')

  await product.stop()
  // closed as people close it: a kill would lose the choice of language, which the browser writes late
  await phone.closeAndReopen()
  const faults = watchForFaults(phone.page, [/net::ERR_CONNECTION_REFUSED/])
  await watchFrames(phone.page)
  await phone.page.goto(home)
  await waitForApp(phone.page)
  await expect(phone.page.getByText(/Guardado para la exhibición/)).toBeVisible()
  const sights = await readSights(phone.page)
  expect(sights[0]).toMatchObject({ isPainting: true, text: event.name })
  expect(sights.at(-1)).toMatchObject({ isPainting: false, text: event.name })
  // neither a gap nor a jump between the first frame and the last
  expect(new Set(sights.map(({ text, tops }) => JSON.stringify([text, tops]))).size).toBe(1)
  expect(faults).toEqual([])

  // chosen elsewhere, without the page that keeps paintings: what is kept is of no use
  await phone.page.evaluate(() => localStorage.setItem('rcml-lang', 'en'))
  await phone.page.goto(home)
  await expect(phone.page.locator('html')).toHaveAttribute('data-painting', 'wrong')
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(phone.page.getByText(/Saved for the show/)).toBeVisible()
  const english = await readSights(phone.page)
  expect(english.filter(({ isPainting, text }) => isPainting && text !== '')).toEqual([])
  await waitForKept(phone.page, '<html lang="en"')

  // nor is another build's
  await phone.page.goto(toUrl(product, '/about', club.subdomain))
  await phone.page.evaluate(async () => {
    const cache = await caches.open('paintings')
    for (const key of await cache.keys()) {
      const kept = await cache.match(key)
      const headers = new Headers(kept?.headers)
      headers.set('x-build', 'another')
      await cache.put(key, new Response(await kept?.text(), { headers }))
    }
  })
  await phone.page.goto(home)
  await waitForApp(phone.page)
  await expect(phone.page.locator('meta[name="painting"]')).toHaveCount(0)
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
})

test('the painting itself is whole, accessible, and silent about the hour when the hour is another', async ({
  phone,
  doorProduct: product,
}) => {
  test.setTimeout(180_000)
  const { club, event } = findPlaces(product.demo)
  const home = toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
  const { page } = phone
  await page.goto(home)
  await saveForTheShow(page)
  await waitForKept(page, event.name)
  const text = await page.locator('main').innerText()
  const colour = await page.locator('header').evaluate((header) => getComputedStyle(header).backgroundColor)
  // an app that never starts leaves the painting in its place
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

  await page.clock.setFixedTime(Date.now() + 400 * 86_400_000)
  await page.goto(home)
  await expect(page.locator('html')).toHaveAttribute('data-painting', 'untimed')
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.locator('[data-timed]').first()).toBeHidden()
})

test('a change of the event or of a favourite is never painted over by what was kept before', async ({
  phone,
  ownProduct,
}) => {
  test.setTimeout(180_000)
  const { club, event, other } = findPlaces(ownProduct.demo)
  const home = toUrl(ownProduct, `/portal/viewer/${event.id}`, club.subdomain)
  const schedule = toUrl(ownProduct, `/portal/viewer/${event.id}/schedule`, club.subdomain)
  const { page } = phone
  const file = join(ownProduct.dataDir, 'club.json')
  expect((await ownProduct.club('export', file, '--tenant', club.subdomain)).code).toBe(0)
  await page.goto(home)
  await saveForTheShow(page)
  await waitForKept(page, event.name)

  await page.goto(schedule)
  await page
    .getByRole('button', { name: /^Favourite: / })
    .first()
    .click()
  await expect.poll(() => readKept(page)).toBeNull()
  await page.goto(home)
  await waitForKept(page, event.name)

  await page.goto(schedule)
  const content: { events: { name: string }[] } = JSON.parse(await readFile(file, 'utf8'))
  const show = content.events.find(({ name }) => name === event.name)
  if (show === undefined) throw new Error('the demo has no such event')
  show.name = 'A wholly new name'
  await writeFile(file, JSON.stringify(content))
  expect((await ownProduct.club('import', file)).code).toBe(0)
  await page.reload()
  await expect.poll(() => readKept(page), { timeout: 30_000 }).toBeNull()
  await watchFrames(page)
  await page.goto(home)
  await waitForApp(page)
  await expect(page.getByRole('heading', { name: show.name })).toBeVisible()
  expect((await readSights(page)).filter(({ text }) => text === event.name)).toEqual([])

  // the same event number at another club's address is another club's business
  await waitForKept(page, show.name)
  await page.goto(toUrl(ownProduct, `/portal/viewer/${event.id}`, other.subdomain))
  await waitForApp(page)
  await expect(page.getByText(show.name)).toHaveCount(0)
})

test("the first visit begins with the event's name and picture, and the app takes them over in place", async ({
  page,
  product,
  places,
}) => {
  const faults = watchForFaults(page)
  await watchFrames(page)
  await page.goto(toUrl(product, `/portal/viewer/${places.event.id}`, places.club.subdomain))
  await expect(page.getByRole('link', { name: 'Schedule' })).toBeVisible()
  const sights = await readSights(page)
  expect(sights[0]).toMatchObject({ isPainting: true, text: places.event.name })
  expect(new Set(sights.map(({ text, tops }) => JSON.stringify([text, tops]))).size).toBe(1)
  expect(faults).toEqual([])
})
