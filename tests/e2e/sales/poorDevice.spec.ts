// Buying at a show on a phone that saves nothing, whose disk is full in the middle, or whose clock is wrong.
import type { Page } from '@playwright/test'
import { dayMs } from '../../../src/domain/time.ts'
import type { Product } from '../../support/browsers/product.ts'
import {
  acceptTerms,
  button,
  expectThanks,
  fill,
  flowWords,
  payByCard,
  pressNext,
} from '../../support/buying/buyers.ts'
import { actions } from '../../support/clubs/actionClubs.ts'
import { test as volunteerTest } from '../actionEvents.ts'
import { expect, expectAccessible, toUrl } from '../fixtures.ts'
import {
  chooseSpace,
  fillBuyer,
  fillCar,
  fillVendor,
  helper,
  more,
  test,
  toSales,
  toStalls,
} from './saleFlows.ts'

const keepsNothing = (page: Page) => page.getByText('This browser keeps nothing: leave this page open')
const lostChanges = (page: Page) => page.getByText('This device could not keep your last changes')
const promise = (page: Page) => page.getByText(flowWords.en.saves)

/** As in a private window that refuses its storage. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('', 'SecurityError')
    }
  })
}

type Flow = (page: Page, product: Product, ids: Record<string, number>) => Promise<void>

const flows: Record<string, Flow> = {
  async register(page, product, sales) {
    await page.goto(toSales(product, sales['Trial Meet'] ?? 0, 'register'))
    await fillCar(page, 'none-register@example.org')
    await pressNext(page)
    await expect(page.getByRole('heading', { level: 3, name: '1936 Auburn Speedster' })).toBeVisible()
    await pressNext(page)
  },
  async tickets(page, product, sales) {
    await page.goto(toSales(product, sales['Trial Meet'] ?? 0, 'tickets'))
    await fillBuyer(page, 'none-tickets@example.org')
    await pressNext(page)
    await more(page, 'Trial pass').click()
    await pressNext(page)
  },
  async vendor(page, product, stalls) {
    await page.goto(toStalls(product, stalls['Trial Fair'] ?? 0))
    await fillVendor(page, 'none-vendor@example.org')
    await pressNext(page)
    await chooseSpace(page, 'Y7')
    await pressNext(page)
  },
}

for (const [name, fillIn] of Object.entries(flows)) {
  test(`without any storage a form is finished, and nothing is promised that does not hold: ${name} @proof`, async ({
    page,
    product,
    sales,
    stalls,
  }) => {
    await refuseStorage(page)
    await fillIn(page, product, { ...sales, ...stalls })
    await expect(keepsNothing(page)).toBeVisible()
    await expect(promise(page)).toHaveCount(0)
    await expectAccessible(page)
    await acceptTerms(page)
    await expectThanks(page)
    await expect(keepsNothing(page)).toHaveCount(0)
  })
}

volunteerTest(
  'without any storage shifts are taken, and nothing is promised that does not hold @proof',
  async ({ page, product, ids }) => {
    await refuseStorage(page)
    await page.goto(toUrl(product, `/portal/events/${ids['Helpers Meet']}/volunteer`, actions.subdomain))
    await fill(page, 'personal', { ...helper, email: 'none@example.org' })
    await expect(keepsNothing(page)).toBeVisible()
    await expect(promise(page)).toHaveCount(0)
    await button(page, 'Next').click()
    await page.getByRole('radio', { name: /Gate/ }).check()
    await page.getByRole('checkbox', { name: '8:00 AM – 10:00 AM' }).first().check()
    await button(page, 'Next').click()
    await expectThanks(page)
    await expect(keepsNothing(page)).toHaveCount(0)
  },
)

test('a disk that is full in the middle is said, the order is paid, and is kept again when there is room @proof', async ({
  page,
  product,
  sales,
}) => {
  await page.goto(toSales(product, sales['Orchard Show'], 'tickets'))
  await fillBuyer(page, 'full@example.org')
  await expect(promise(page)).toBeVisible()
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      const isFull = (window as unknown as { hasRoom?: boolean }).hasRoom !== true
      if (mode === 'readwrite' && isFull) throw new DOMException('', 'QuotaExceededError')
      return transaction.call(this, stores, mode, options)
    }
  })
  await pressNext(page)
  await more(page, 'Day pass').click()
  await expect(lostChanges(page)).toBeVisible()
  await expect(promise(page)).toHaveCount(0)
  await page.evaluate(() => {
    ;(window as unknown as { hasRoom?: boolean }).hasRoom = true
  })
  await more(page, 'Day pass').click()
  await expect(promise(page)).toBeVisible()
  await expect(lostChanges(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('group', { name: 'Day pass', exact: true })).toContainText('2')
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await pressNext(page)
  await acceptTerms(page)
  await payByCard(page)
})

for (const [name, days] of [
  ['ahead', 11],
  ['behind', -21],
] as const) {
  test(`a clock that is put wrong, so far ${name} that the sale seems over, takes no form away, and the countdown is right @proof`, async ({
    page,
    product,
    stalls,
  }) => {
    const space = days > 0 ? 'C5' : 'C6'
    const chosen = page.getByRole('button', { name: `Remove space ${space}` })
    await page.clock.install()
    await page.goto(toStalls(product, stalls['Millbrook Swap Meet']))
    await fillVendor(page, `clock-${name}@example.org`)
    await pressNext(page)
    await chooseSpace(page, space)
    // the sale began 20 days ago and ends in 10
    await page.clock.setSystemTime(Date.now() + days * dayMs)
    await page.reload()
    // at once, not with the next look at the clock
    await expect(chosen).toBeVisible({ timeout: 7_000 })
    await pressNext(page)
    await pressNext(page)
    await acceptTerms(page)
    await expect(page.getByText(/^Held for you: 1[45]:\d\d/)).toBeVisible()
    await payByCard(page)
  })
}
