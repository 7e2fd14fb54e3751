// Browsers that keep little, nothing, or do not answer: the show, the ballot and judging work, or say truly
// what does not.
import { chromium, type Page } from '@playwright/test'
import { carsCacheName } from '../../src/offline/files/pictures.ts'
import { toLaunchOptions } from '../support/browsers/browser.ts'
import type { Product } from '../support/browsers/product.ts'
import { addJudge, expect, expectAccessible, findPlaces, takeVoter, test, toUrl } from './fixtures.ts'
import {
  key,
  number,
  openForm,
  submit,
  typeNumber,
  verifyNewJudge,
  waitForKit,
  whole,
} from './judging/judgingScreens.ts'

/** About half of what the pictures of the demo's cars take, and more than the browser miscounts. */
const pictureBytes = 400_000
/** The cars in the demo's show that have a picture of their own. */
const carPictures = 62

/** A sheet, but for the last press. */
async function fillIn(page: Page, car: string): Promise<void> {
  await typeNumber(page, car)
  for (const score of whole) await key(page, String(score)).click()
  await expect(page.getByText('5 of 5 set')).toBeVisible()
}

/** A browser that reaches the product by a plain address, which is no secure context, with all that it lacks. */
async function openPlainly(
  product: Product,
): Promise<{ page: Page; origin: string; close(): Promise<void> }> {
  const browser = await chromium.launch(toLaunchOptions('--host-resolver-rules=MAP club.test 127.0.0.1'))
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  return { page, origin: `http://club.test:${product.port}`, close: () => browser.close() }
}

test('on plain http the show, a ballot and judging work, and the strip says what the browser does not keep @proof', async ({
  product,
  places: { club, event },
}) => {
  const { page, origin, close } = await openPlainly(product)
  const toPlain = (path: string) => `${origin}${path}?subdomain=${club.subdomain}`
  try {
    await page.goto(toPlain(`/portal/viewer/${event.id}`))
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
    await expect(page.getByText(/This browser keeps no pictures/)).toBeVisible()

    await page.goto(toPlain(`/portal/voterballot/${takeVoter(product)}/${event.id}`))
    await expect(page.getByRole('combobox').first()).toBeVisible()

    const { link } = await addJudge(product)
    const { pathname, search, hash } = new URL(link)
    await page.goto(`${origin}${pathname}${search}${hash}`)
    await expect(page.getByText('Your have been verified.')).toBeVisible()
    await openForm(page, 'Concours')
    await fillIn(page, '101')
    await submit(page).click()
    await expect(number(page)).toHaveValue('')
    await expect(page.getByText('Accepted by the club').first()).toBeAttached()
  } finally {
    await close()
  }
})

test('where Cache Storage is refused, the show opens', async ({ page, product, places: { club, event } }) => {
  await page.addInitScript(() => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('', 'SecurityError'))
  })
  await page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.getByText(/This browser keeps no pictures/)).toBeVisible()
  await page.getByRole('link', { name: 'Vendors' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('a phone whose storage does not answer once asks for no id, says so, and comes back by itself @proof', async ({
  phone,
  product,
}) => {
  await verifyNewJudge(phone.page, product)
  await phone.page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    let isFirst = true
    IDBFactory.prototype.open = function (name, version) {
      const opening = open.call(this, name, version)
      if (name !== 'showfield-outbox' || !isFirst) return opening
      isFirst = false
      for (const type of ['success', 'error', 'blocked', 'upgradeneeded']) {
        opening.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })
      }
      return opening
    }
  })
  await phone.page.goto(phone.page.url())
  await expect(phone.page.getByText('What is saved on this phone cannot be read at the moment')).toBeVisible({
    timeout: 20_000,
  })
  await expect(phone.page.getByText(/Provide your judging id/)).toBeHidden()
  await expect(phone.page.getByRole('link', { name: 'Concours', exact: true })).toBeVisible({
    timeout: 30_000,
  })
})

test('a show whose storage never answers opens with a connection, and without one says why it does not @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { page } = phone
  const { club, event } = findPlaces(product.demo)
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, version) {
      const opening = open.call(this, name, version)
      if (name === 'showfield-library') {
        for (const type of ['success', 'error', 'upgradeneeded', 'blocked']) {
          opening.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })
        }
      }
      return opening
    }
  })
  await page.goto(toUrl(product, `/portal/viewer/${event.id}/vendors`, club.subdomain))
  await expect(page.getByRole('searchbox')).toBeVisible({ timeout: 60_000 })
  await product.stop()
  await page.reload()
  const unreadable = page.getByRole('heading', {
    name: 'What is saved on this phone cannot be read at the moment',
  })
  await expect(unreadable).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const ballot = `/portal/voterballot/${takeVoter(product)}/${event.id}`
  await page.goto(toUrl(product, ballot, club.subdomain))
  await expect(unreadable).toBeVisible({ timeout: 60_000 })
  await page.goBack()
  await expect(unreadable).toBeVisible({ timeout: 60_000 })
  await product.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible({ timeout: 60_000 })
})

test('a sheet whose storage never answers ends in "not saved", keeps its values, and is saved by the next try @proof', async ({
  phone,
  product,
}) => {
  const { page } = phone
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await fillIn(page, '102')
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      const made = transaction.call(this, stores, mode, options)
      const state = window as unknown as { isStalled?: boolean }
      if (mode === 'readwrite' && state.isStalled !== false) {
        for (const type of ['complete', 'abort', 'error']) {
          made.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })
        }
      }
      return made
    }
  })
  await submit(page).click()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await expect(
    page.getByRole('alert').filter({ hasText: "this phone's storage does not answer" }),
  ).toBeVisible({
    timeout: 45_000,
  })
  await expect(number(page)).toHaveValue('102')
  await page.evaluate(() => {
    ;(window as unknown as { isStalled?: boolean }).isStalled = false
  })
  await submit(page).click()
  await expect(number(page)).toHaveValue('')
})

/** From now on nothing can be written any more. */
async function breakWriting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') throw new DOMException('', 'QuotaExceededError')
      return transaction.call(this, stores, mode, options)
    }
  })
}

const notKept = (page: Page) => page.getByText('This phone could not keep that. Try again.')

test('a sheet that cannot be discarded stays, and the judge is told @proof', async ({ page, product }) => {
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await fillIn(page, '103')
  await page.getByRole('link', { name: 'My cars' }).click()
  const started = page.getByRole('listitem').filter({ hasText: 'Started' })
  await expect(started).toHaveCount(1)
  await breakWriting(page)
  await started.getByRole('button', { name: 'Discard the sheet for 103' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(notKept(page)).toBeVisible()
  await expect(started).toHaveCount(1)
})

test("on a full phone the cars' pictures give way to a sheet @proof", async ({ phone, product }) => {
  await verifyNewJudge(phone.page, product)
  await waitForKit(phone.page)
  await openForm(phone.page, 'Concours')
  await expect.poll(() => countPictures(phone.page), { timeout: 30_000 }).toBe(carPictures)
  const usage = await phone.page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const session = await phone.context.newCDPSession(phone.page)
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(phone.page.url()).origin,
    quotaSize: usage - pictureBytes,
  })
  // the browser remembers for half a minute how much room there was
  let car = 103
  await expect(async () => {
    if ((await number(phone.page).inputValue()) === '') await fillIn(phone.page, String(car++))
    await submit(phone.page).click()
    // it may notice that late too that there is room again: then the judge presses once more
    await expect(number(phone.page)).toHaveValue('', { timeout: 15_000 })
    // as many as it takes, which depends on how soon that is
    expect(await countPictures(phone.page)).toBeLessThan(carPictures)
    // seldom enough that the listed cars last until the browser looks again
  }).toPass({ timeout: 200_000, intervals: [5_000] })
})

function countPictures(page: Page): Promise<number> {
  return page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, carsCacheName)
}
