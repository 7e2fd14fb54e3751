// A new build waits until a person installs it, and an older build can replace it again.

import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { makeBuild } from '../support/browsers/builds.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { endProduct } from '../support/browsers/productEnd.ts'
import { inTurn } from '../support/chance/turns.ts'
import {
  addJudge,
  expect,
  findPlaces,
  type Phone,
  saveForTheShow,
  test,
  toUrl,
  untilApp,
} from './fixtures.ts'

function findBuild(page: Page): Promise<string | null> {
  return page.evaluate(() => document.querySelector('meta[name="build"]')?.getAttribute('content') ?? null)
}

/** The server notices a new build within a second. An update check before that finds the old one. */
async function waitUntilServed(origin: string, name: string): Promise<void> {
  await expect
    .poll(async () => (await fetch(`${origin}/index.html`)).text())
    .toContain(`<meta name="build" content="${name}">`)
}

/** The browser checks for a new worker when the page becomes visible. */
async function checkForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}

/** The offer lies over the header: keys and bars stay where they were, and within the screen. */
async function expectNothingMoved(phone: Phone, product: Product): Promise<void> {
  const { club, event } = findPlaces(product.demo)
  const page = await phone.context.newPage()
  const offer = page.getByText(/^(New version|Versión nueva|Nueva versión)$/)
  const measure = (bar: Locator) => bar.evaluate((element) => JSON.stringify(element.getBoundingClientRect()))
  await page.goto((await addJudge(product)).link)
  await page.getByRole('link', { name: 'Concours', exact: true }).click()
  for (const language of ['Español', 'English']) {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(offer).toBeVisible()
      const submit = await page.locator('[data-action-bar] button').last().boundingBox()
      expect(submit && submit.y + submit.height).toBeLessThanOrEqual(height)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    }
    await page.getByRole('button', { name: language }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'Español' ? 'es' : 'en')
  }
  const keys = page.locator('[data-action-bar]')
  const before = await measure(keys)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(offer).toHaveCount(0)
  expect(await measure(keys)).toBe(before)

  await page.goto(toUrl(product, `/portal/viewer/${event.id}/maps`, club.subdomain))
  await expect(offer).toBeVisible()
  const tabs = page.locator('[data-bottom-bar]')
  const withOffer = await measure(tabs)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(offer).toHaveCount(0)
  expect(await measure(tabs)).toBe(withOffer)
  expect(JSON.parse(withOffer).bottom).toBe(640)
  await page.close()
}

test(`a new build is offered, not taken while a form in another tab is half filled, then taken, and taken back${inTurn('update')}`, async ({
  phone,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'showfield-builds-'))
  const app = join(folder, 'app')
  await rename(await makeBuild(folder, 'one'), app)
  const product = await startProduct({ appDir: app })
  try {
    const deploy = async (name: string) => {
      const next = await makeBuild(folder, name)
      await rename(app, join(folder, `before-${name}`))
      await rename(next, app)
      await waitUntilServed(product.origin, name)
    }
    const { club, event } = findPlaces(product.demo)
    const home = toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
    const { page } = phone
    await page.goto(home)
    await saveForTheShow(page)
    expect(await findBuild(page)).toBe('one')

    await deploy('two')
    await checkForUpdate(page)
    await expect(page.getByText('New version', { exact: true })).toBeVisible()
    expect(await findBuild(page)).toBe('one')
    await expectNothingMoved(phone, product)
    const other = await phone.context.newPage()
    await other.goto(toUrl(product, '/portal/signin', club.subdomain))
    await other.locator('input[type="email"]').fill('half')
    await page.getByRole('button', { name: 'Update now' }).click()
    await expect(page.getByText(/Finish what is open/)).toBeVisible()
    expect(await findBuild(page)).toBe('one')
    await other.locator('input[type="email"]').fill('')
    await expect
      .poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name)))
      .not.toContain('busy')
    await page.getByRole('button', { name: 'Update now' }).click()
    await expect.poll(() => findBuild(page).catch(() => null)).toBe('two')
    await other.close()

    // a page that was loaded past the worker takes the new build too
    const session = await phone.context.newCDPSession(page)
    await session.send('Page.reload', { ignoreCache: true })
    await untilApp(page)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    await deploy('one')
    await checkForUpdate(page)
    await page.getByRole('button', { name: 'Update now' }).click()
    await expect.poll(() => findBuild(page).catch(() => null)).toBe('one')

    await product.stop()
    await page.goto(home)
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
    expect(await findBuild(page)).toBe('one')
    const shells = await page.evaluate(async () =>
      (await caches.keys()).filter((name) => name.startsWith('shell-')),
    )
    expect(shells.length).toBe(2)
    await endProduct(product)
  } finally {
    await product.dispose()
    await rm(folder, { recursive: true, force: true })
  }
})
