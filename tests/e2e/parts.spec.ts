// A part of the app that cannot be loaded takes nothing away, says so, and comes as soon as it can; an answer
// that cannot be shown is told in words for people. No worker helps here: it is the first visit.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findTextPart } from '../../src/domain/documents/textParts.ts'
import { dist } from '../support/browsers/builds.ts'
import { expect, expectAccessible, findPlaces, signIn, test, toUrl, untilApp } from './fixtures.ts'

test.use({ serviceWorkers: 'block' })

/** Says when the document has been replaced. */
async function markDocument(page: import('@playwright/test').Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = ''
  })
  return () => page.evaluate(() => 'sameDocument' in document.documentElement.dataset)
}

/** What a screen of the show may lack without a network, by the part of its file's name. */
const goesWithout = /^(wizard|member|tellDevice|fileUnder|AccountMenu|browserAll|webworkerAll)[.-]/

test('what a screen of the show loads, also late, is saved for the show with it, and so are its texts', async () => {
  const built = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
  >
  const worker = await readFile(join(dist, 'sw.js'), 'utf8')
  const tiers = new Map(
    [...worker.matchAll(/"tier":(\d),"url":"([^"]+)"/g)].map(([, tier, url = '']) => [url, Number(tier)]),
  )
  const textTiers = { first: 1, field: 1, show: 2, rest: 3 }
  const nameOf = (file: string) => file.slice('assets/'.length)
  const missing = Object.values(built).flatMap(({ file, imports = [], dynamicImports = [], css = [] }) => {
    const tier = tiers.get(file) ?? 3
    if (tier === 3) return []
    const late = dynamicImports.filter((name) => !/^src\/(app\/routes|locales)\//.test(name))
    const later = late
      .map((name) => built[name]?.file ?? '')
      .filter((name) => !goesWithout.test(nameOf(name)))
    // an event's viewer opens with the first tier alone, and the portal's screens with the second
    const needed = [...imports.map((name) => built[name]?.file ?? ''), ...css]
    const isText = textTiers[findTextPart(file)] > tier
    return [
      ...(isText ? [`${file}: its texts`] : []),
      ...needed.filter((name) => (tiers.get(name) ?? 3) > tier).map((name) => `${file}: ${name}`),
      ...later.filter((name) => (tiers.get(name) ?? 3) === 3).map((name) => `${file}: ${name}, late`),
    ]
  })
  expect(tiers.size).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

test('a tab whose code is not there says so in its place, and opens when the network is back @proof', async ({
  page,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  // it comes by itself when the home is complete
  await page.route(/\/assets\/tabs[.-].*\.js/, (route) => route.abort())
  await page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
  await expect(page.getByText(/Show saved|Saved for the show/).first()).toBeVisible()
  const isSameDocument = await markDocument(page)
  await product.stop()
  await page.unroute(/\/assets\/tabs[.-].*\.js/)
  await page.getByRole('link', { name: 'Vendors' }).click()
  await expect(page.getByRole('heading', { name: 'This part needs a connection once' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This part needs a connection once' })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await page.getByRole('link', { name: 'Vendors' }).click()
  await expect(page.getByRole('heading', { name: 'This part needs a connection once' })).toBeVisible()

  await product.start()
  await expect(page.getByRole('searchbox')).toBeVisible({ timeout: 35_000 })
  expect(await isSameDocument()).toBe(true)
})

test('a show whose code is not there says so, and opens when the network is back @proof', async ({
  page,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  await page.goto(toUrl(product, '/portal', club.subdomain))
  await untilApp(page)
  const isSameDocument = await markDocument(page)
  const door = page.getByRole('link', { name: /^(Open the show|Schedule, maps and vendors)$/ }).first()
  await expect(door).toBeVisible()
  await product.stop()
  await door.click()
  await expect(page.getByRole('heading', { name: 'This part needs a connection once' })).toBeVisible()
  await product.start()
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible({ timeout: 35_000 })
  expect(await isSameDocument()).toBe(true)
})

test('a badge that cannot be loaded takes nothing away @proof', async ({ page, product, places }) => {
  let requests = 0
  await page.route(/\/assets\/outbox[.-]/, (route) => {
    requests += 1
    return route.abort()
  })
  await page.goto(toUrl(product, `/portal/viewer/${places.event.id}`, places.club.subdomain))
  const heading = page.getByRole('heading', { name: places.event.name })
  await expect(heading).toBeVisible()
  const isSameDocument = await markDocument(page)
  // a loading asks three times before it has failed; the next one comes by itself
  await expect.poll(() => requests).toBeGreaterThan(3)
  await expect(heading).toBeVisible()
  await expect(page.getByText('Oops!')).toBeHidden()
  expect(await isSameDocument()).toBe(true)
})

test('a menu whose code cannot be loaded says so when it is opened @proof', async ({
  page,
  product,
  places,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product, places.club, 'moderator')
  await page.route(/\/assets\/MenuSheet[.-]/, (route) => route.abort())
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const missing = page.getByRole('dialog', { name: 'This part needs a connection once' })
  await expect(missing).toBeVisible()
  await expectAccessible(page)
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(missing).toBeVisible()
  await page.unroute(/\/assets\/MenuSheet[.-]/)
  // it comes by itself
  await expect(missing).toBeHidden({ timeout: 35_000 })
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a page whose code does not come says so, and goes on by itself', async ({ page, product, places }) => {
  const start = /\/assets\/start-.*\.js/
  await page.route(start, (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: 'not now' }),
  )
  await page.goto(toUrl(product, `/portal/viewer/${places.event.id}`, places.club.subdomain))
  const late = page.getByText('Still loading. It needs a connection and goes on by itself.')
  await expect(late).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('heading', { name: places.event.name })).toBeVisible()
  await page.unroute(start)
  await expect(page.getByRole('link', { name: 'Schedule' })).toBeVisible({ timeout: 35_000 })
  await expect(late).toBeHidden()
})

for (const [part, pattern] of [
  ['the entry', /\/assets\/index-.*\.js/],
  ['the first screen', /\/assets\/portal[.-].*\.js/],
] as const) {
  test(`without ${part} at first, the page loads it again @proof`, async ({ page, product, places }) => {
    let refused = 0
    await page.route(
      pattern,
      (route) => {
        refused++
        return route.fulfill({ status: 503, contentType: 'text/html', body: 'not now' })
      },
      { times: 1 },
    )
    await page.goto(toUrl(product, '/portal', places.club.subdomain))
    await untilApp(page)
    await expect(page.getByRole('banner').getByText(places.club.name)).toBeVisible()
    expect(refused).toBe(1)
  })
}

test('a show whose code came only at the second try stands there whole @proof', async ({
  page,
  product,
  places,
}) => {
  await page.route(/\/assets\/viewer-.*\.js/, (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await page.goto(toUrl(product, `/portal/viewer/${places.event.id}`, places.club.subdomain))
  await expect(page.getByRole('link', { name: 'Schedule' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('heading', { level: 1, name: places.event.name })).toBeVisible()
})

test('a page without its style sheet gets it with the next try @proof', async ({ page, product, places }) => {
  await page.route(/\/assets\/first-.*\.css/, (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await page.goto(toUrl(product, '/portal', places.club.subdomain))
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe('0px')
})

test('a language that cannot be loaded says what it needs, and the page stays as it is @proof', async ({
  page,
  product,
  places,
}) => {
  await page.route(/\/assets\/es-/, (route) => route.abort())
  await page.goto(toUrl(product, '/portal/signin', places.club.subdomain))
  await untilApp(page)
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByText('Español needs a connection once.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.unroute(/\/assets\/es-/)
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

test('a screen is drawn only with its texts, in the language that is shown', async ({
  page,
  product,
  places,
}) => {
  await page.route(/\/assets\/(en|es)-(show|rest)-/, (route) => route.abort())
  await page.goto(toUrl(product, `/portal/viewer/${places.event.id}/more`, places.club.subdomain))
  await untilApp(page)
  await page.getByRole('radio', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.getByRole('link', { name: 'Ir al portal de socios del club' }).click()
  await expect(page.getByRole('heading', { name: /necesita/ })).toBeVisible()
  await page.unroute(/\/assets\/(en|es)-(show|rest)-/)
  // it comes by itself too, sooner or later than somebody presses
  await expect(page.getByRole('link', { name: 'Entrar' })).toBeVisible({ timeout: 35_000 })
})

test('an answer that a screen cannot show ends in words for people, not in those of the browser', async ({
  page,
  product,
  places,
}) => {
  await page.route('**/dart/core', async (route) => {
    const { action } = route.request().postDataJSON() as { action: string }
    if (action !== 'get_available_membertypes') return route.continue()
    // written by no server of ours
    await route.fulfill({ json: { success: true, memberTypes: [null] } })
  })
  await page.goto(toUrl(product, '/portal/signin', places.club.subdomain))
  await untilApp(page)
  await page.getByRole('link', { name: /Join/ }).first().click()
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Sorry, an unexpected error has occurred.')
  await expect(main).toContainText('Something went wrong')
  await expect(main).not.toContainText(/undefined|null|Cannot|reading/)
})
