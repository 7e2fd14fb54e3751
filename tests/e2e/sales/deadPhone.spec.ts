// The phone dies while somebody pays: whoever opens the form again reads what is true of their money, and no more.

import type { Page } from '@playwright/test'
import { breakCalls, endpoint } from '../../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  cards,
  expectPaid,
  expectThanks,
  fillCard,
  flowWords,
  listOrders,
  pay,
  pressNext,
  readMails,
} from '../../support/buying/buyers.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { sales, stalls } from '../../support/clubs/saleClubs.ts'
import { expect, expectAccessible, toUrl } from '../fixtures.ts'
import { chooseSpace, fillBuyer, fillVendor, findListed, more, test, toSales, toStalls } from './saleFlows.ts'
import { payAndClose } from './saleSteps.ts'

test.use({ viewport: { width: 390, height: 844 } })

const asking = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'We are asking whether your payment went through' })

test(`two spaces are paid for and no answer comes: they are never called lost, and nothing is said of the money before the server has${inTurn('deadPhone')}`, async ({
  page,
  product,
  stalls: { 'Millbrook Swap Meet': meet },
}) => {
  const email = 'dead-phone@example.org'
  await page.goto(toStalls(product, meet))
  await fillVendor(page, email)
  await pressNext(page)
  await chooseSpace(page, 'B9')
  await (await findListed(page, 'B10')).click()
  await pressNext(page)
  await pressNext(page)
  await acceptTerms(page)
  await fillCard(page)
  const { context } = await payAndClose(page)

  const again = await context.newPage()
  await breakCalls(again, 'get_order')
  await again.goto(toStalls(product, meet))
  await expect(asking(again)).toBeVisible()
  await expectAccessible(again)
  await pressNext(again)
  await expect(button(again, 'Remove space B9')).toBeVisible()
  await expect(button(again, 'Remove space B10')).toBeVisible()
  await expect(
    again.getByText(/No longer available|Nothing was charged|Somebody else was faster/),
  ).toHaveCount(0)
  await button(again, /Order Summary$/).click()
  await button(again, 'Cancel').last().click()
  await expect(again.getByText(/^We do not know yet whether your payment went through\./)).toBeVisible()
  await button(again, 'Keep going').click()
  // the line is back: it asks by itself
  await again.unroute(endpoint)
  await expectThanks(again)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
  expect(await listOrders(product, stalls.subdomain, email)).toHaveLength(1)
})

test('who was about to pay goes on at that step, and reads that nothing was charged once the server has said so', async ({
  page,
  product,
  sales: { 'Orchard Show': show },
}) => {
  const email = 'about-to-pay@example.org'
  await page.goto(toSales(product, show, 'tickets'))
  await fillBuyer(page, email)
  await pressNext(page)
  await more(page, 'Day pass').click()
  await pressNext(page)
  await acceptTerms(page)
  await fillCard(page, cards.needsAuthentication.en)
  await pay(page)
  const bank = page.frameLocator(`iframe[title="${flowWords.en.bankFrame}"]`)
  await expect(bank.getByRole('button', { name: flowWords.en.fail })).toBeVisible()
  const context = page.context()
  await page.close()

  const again = await context.newPage()
  await breakCalls(again, 'get_order')
  await again.goto(toSales(product, show, 'tickets'))
  await expect(asking(again)).toBeVisible()
  await expect(again.getByText('Nothing was charged.')).toHaveCount(0)
  await again.unroute(endpoint)
  const notice = again.getByRole('status').filter({ hasText: 'You were about to pay' })
  await expect(notice).toContainText('Nothing was charged.')
  await expectAccessible(again)
  await button(again, 'Go on').click()
  await expect(again).toHaveURL(/step=pay/)
  await fillCard(again)
  await pay(again)
  await expectPaid(again)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
  expect(await listOrders(product, sales.subdomain, email)).toHaveLength(1)
})

test('a ticket whose payment was never answered is asked about on Home and among the tickets, and comes by itself', async ({
  page,
  product,
  sales: { 'Orchard Show': show },
}) => {
  const screen = (path: string) => toUrl(product, path, sales.subdomain)
  await page.goto(toSales(product, show, 'tickets'))
  await fillBuyer(page, 'never-answered@example.org')
  await pressNext(page)
  await more(page, 'Day pass').click()
  await pressNext(page)
  await acceptTerms(page)
  await fillCard(page)
  const { context } = await payAndClose(page)

  const again = await context.newPage()
  await breakCalls(again, 'get_order')
  await again.goto(screen('/portal'))
  await expect(asking(again)).toBeVisible()
  await again.goto(screen('/portal/tickets'))
  await expect(asking(again)).toBeVisible()
  await expect(again.getByText('No tickets or cars on this phone')).toHaveCount(0)
  await expectAccessible(again)
  await context.setOffline(true)
  await expect(asking(again)).toContainText('We ask as soon as there is a connection.')
  await context.setOffline(false)
  await expect(asking(again)).toContainText('The answer comes here by itself.')
  // there is nothing to try where the page asks by itself
  const unknown = await context.newPage()
  await breakCalls(unknown, 'get_order')
  await unknown.goto(`${screen('/portal/order')}#key=${crypto.randomUUID()}`)
  await expect(unknown.getByText(/cannot be reached\. It will be tried again automatically/)).toBeVisible()
  await unknown.close()
  await again.unroute(endpoint)
  await expect(again.getByRole('img', { name: /^QR code / })).toBeVisible()
  await expect(asking(again)).toHaveCount(0)
})
