// Buying at a show while a part of the app will not load, or the connection goes at the worst moment.

import { countCalls } from '../../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  expectPaid,
  fillCard,
  flowWords,
  pay,
  payByCard,
  pressNext,
  readMails,
} from '../../support/buying/buyers.ts'
import { expect, expectAccessible, untilControlled } from '../fixtures.ts'
import { chooseSpace, fillBuyer, fillVendor, more, test, toSales, toStalls } from './saleFlows.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('on a first visit', () => {
  test.use({ serviceWorkers: 'block' })

  test('a card form whose code will not load says so in its place, leads back, and comes later @proof', async ({
    page,
    product,
    sales,
  }) => {
    const cardForm = /\/assets\/CardForm[.-]/
    await page.route(cardForm, (route) => route.abort())
    await page.goto(toSales(product, sales['Orchard Show'], 'tickets'))
    await fillBuyer(page, 'no-card@example.org')
    await pressNext(page)
    await more(page, 'Day pass').click()
    await pressNext(page)
    await acceptTerms(page)
    const missing = page.getByRole('heading', { name: 'This part needs a connection once' })
    await expect(missing).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Back').click()
    await button(page, 'Back').click()
    await expect(page.getByRole('group', { name: 'Day pass', exact: true })).toContainText('1')
    await pressNext(page)
    await pressNext(page)
    await expect(missing).toBeVisible()
    await button(page, 'Try again').click()
    await expect(missing).toBeVisible()
    await page.unroute(cardForm)
    // it comes by itself
    await expect(missing).toBeHidden({ timeout: 35_000 })
    await payByCard(page)
  })

  test('a map whose code will not load leaves the list of spaces @proof', async ({
    page,
    product,
    stalls,
  }) => {
    await page.route(/\/assets\/tabs[.-].*\.js/, (route) => route.abort())
    await page.goto(toStalls(product, stalls['Millbrook Swap Meet']))
    await fillVendor(page, 'no-map@example.org')
    await pressNext(page)
    await expect(page.getByRole('heading', { name: 'This part needs a connection once' })).toBeVisible()
    await expectAccessible(page)
    await chooseSpace(page, 'C7')
    await pressNext(page)
    await expect(page.getByRole('heading', { name: 'Purchase tickets' })).toBeVisible()
  })
})

test('a connection that goes before the spaces, at the way into paying and at Pay loses nothing, and one order is paid @proof', async ({
  page,
  product,
  stalls,
}) => {
  const email = 'away-vendor@example.org'
  const context = page.context()
  await page.goto(toStalls(product, stalls['Millbrook Swap Meet']))
  await untilControlled(page)
  await fillVendor(page, email)
  await context.setOffline(true)
  await pressNext(page)
  await expect(page.getByText('others may have taken spaces meanwhile', { exact: false })).toBeVisible()
  await chooseSpace(page, 'C8')
  // somebody comes back to it while there is still no connection
  await page.close()
  const back = await context.newPage()
  await back.goto(toStalls(product, stalls['Millbrook Swap Meet']))
  const away = back.getByText(/^No connection/).filter({ visible: true })
  await expect(away.first()).toBeVisible()
  await expect(away).toHaveText(['No connection. What you typed is kept; paying waits.'])
  await back.goto(`${toStalls(product, stalls['Millbrook Swap Meet'])}&step=spaces`)
  await expect(button(back, 'Remove space C8')).toBeVisible()
  await pressNext(back)
  await pressNext(back)
  await back.locator('#field-agreed').check()
  await pressNext(back)
  const waits = back.getByText('No connection. What you typed is kept; paying waits until there is one.')
  await expect(waits).toBeVisible()
  await expectAccessible(back)
  await back.reload()
  await expect(waits).toBeVisible()
  await context.setOffline(false)
  await back.evaluate(() => window.dispatchEvent(new Event('online')))
  await fillCard(back)
  await expect(back.getByText(/^Held for you: 1[45]:\d\d/)).toBeVisible()
  await context.setOffline(true)
  await expect(button(back, flowWords.en.payNow)).toBeDisabled()
  await context.setOffline(false)
  const orders = countCalls(context, 'create_payment_intent')
  await pay(back)
  await expectPaid(back)
  expect(orders()).toBe(0)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
})
