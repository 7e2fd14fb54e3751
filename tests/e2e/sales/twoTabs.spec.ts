// Two tabs of one phone in the same flow: what one finishes or clears, the other shows or says.

import type { Page } from '@playwright/test'
import { countCalls } from '../../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  expectPaid,
  expectThanks,
  fill,
  fillCard,
  pay,
  pressNext,
  readMails,
} from '../../support/buying/buyers.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { actions } from '../../support/clubs/actionClubs.ts'
import { test as volunteerTest } from '../actionEvents.ts'
import { expect, expectAccessible, listDrafts, toUrl } from '../fixtures.ts'
import { fillBuyer, helper, more, test, toSales } from './saleFlows.ts'

/** What a person does who comes back to a tab. */
async function comeBack(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

test(`a tab whose tickets were changed and paid in another one shows that order, and buys nothing${inTurn('saleTabs')}`, async ({
  page,
  product,
  sales,
}) => {
  const email = 'two-tabs@example.org'
  const address = toSales(product, sales['Orchard Show'], 'tickets')
  await page.goto(address)
  await fillBuyer(page, email)
  await pressNext(page)
  await more(page, 'Day pass').click()
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(other.locator('#field-personal-email')).toHaveValue(email)
  // typed here last: the other tab goes on with it
  await comeBack(page)
  await more(page, 'Day pass').click()
  await button(page, 'Back').click()
  await page.locator('#field-personal-fname').fill('Adaeze')
  await comeBack(other)
  await expect(other.locator('#field-personal-fname')).toHaveValue('Adaeze')
  await pressNext(other)
  await pressNext(other)
  await acceptTerms(other)
  await fillCard(other)
  const orders = countCalls(page, 'create_payment_intent')
  await pay(other)
  await expectPaid(other)
  await comeBack(page)
  await expectThanks(page)
  await expect(page.getByText('2').first()).toBeVisible()
  expect(orders()).toBe(0)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
  await page.reload()
  await expectThanks(page)
})

test('a tab whose form was cleared in another one says so and begins anew @proof', async ({
  page,
  product,
  sales,
}) => {
  const address = toSales(product, sales['Orchard Show'], 'tickets')
  await page.goto(address)
  await fillBuyer(page, 'cleared@example.org')
  await pressNext(page)
  const other = await page.context().newPage()
  await other.goto(address)
  await button(other, /Order Summary/).click()
  await button(other, 'Cancel').click()
  await button(other, 'Clear and leave').click()
  await expect.poll(() => listDrafts(other)).toEqual([])
  await comeBack(page)
  await expect(page.getByText('This form was finished or cleared in another tab')).toBeVisible()
  await expect(page.locator('#field-personal-email')).toHaveValue('')
  await expectAccessible(page)
  await page.locator('#field-personal-email').fill('next@example.org')
  await expect.poll(async () => (await listDrafts(page)).length).toBe(1)
  await expect(page.getByText('This form was finished or cleared in another tab')).toBeVisible()
})

volunteerTest(
  'a tab whose shifts were taken in another one shows them, and takes none @proof',
  async ({ page, product, ids }) => {
    const address = toUrl(product, `/portal/events/${ids['Helpers Meet']}/volunteer`, actions.subdomain)
    await page.goto(address)
    await fill(page, 'personal', { ...helper, email: 'two@example.org' })
    await button(page, 'Next').click()
    await page.getByRole('radio', { name: /Gate/ }).check()
    await page.getByRole('checkbox', { name: '8:00 AM – 10:00 AM' }).first().check()
    const other = await page.context().newPage()
    await other.goto(`${address}&step=shifts`)
    await expect(other.getByRole('checkbox', { name: '8:00 AM – 10:00 AM' }).first()).toBeChecked()
    await button(other, 'Next').click()
    await expectThanks(other)
    const signUps = countCalls(page, 'worker_signup')
    await comeBack(page)
    await expectThanks(page)
    await expect(page.getByText('8:00 AM – 10:00 AM').first()).toBeVisible()
    expect(signUps()).toBe(0)
  },
)
