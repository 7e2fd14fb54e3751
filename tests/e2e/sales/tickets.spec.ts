// Tickets alone: by keyboard and by touch, lost to a faster buyer before paying, and free in test mode.
import type { Page } from '@playwright/test'
import { tabTo } from '../../support/browsers/keyboard.ts'
import { countCalls, holdCalls, untilAnswered } from '../../support/browsers/pageCalls.ts'
import type { Product } from '../../support/browsers/product.ts'
import { holdByApi } from '../../support/buying/apiBuyer.ts'
import {
  acceptTerms,
  button,
  expectPaid,
  expectPrice,
  expectThanks,
  fillCard,
  finish,
  flowWords,
  payByCard,
  pressNext,
  readMails,
} from '../../support/buying/buyers.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { sales } from '../../support/clubs/saleClubs.ts'
import { asVisitor } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, listDrafts, toUrl } from '../fixtures.ts'
import { buyer, fillBuyer, more, test, toSales, vendor } from './saleFlows.ts'

/** Somebody else comes as far as the payment, so that so many of these tickets are held. */
async function holdTickets(product: Product, eventId: number, kind: string, quantity: number): Promise<void> {
  const { call } = asVisitor(product, sales.subdomain)
  const { event } = await call('get_event', { event: eventId })
  const ticket = event.tickets.find(({ description }) => description === kind)?.id ?? 0
  const email = 'ezra@example.org'
  const tickets = { tickets: [{ ticket, quantity }], ...vendor, name: 'Ezra Banner', email }
  await holdByApi(product, sales.subdomain, {
    kind: 'event',
    payload: { eventId, tickets },
    category: 5,
    email,
  })
}

function fewer(page: Page, name: string) {
  return page.getByRole('button', { name: new RegExp(`^(One fewer|Una menos): ${name}$`) })
}

test(`a visitor buys tickets by keyboard alone and pays by card${inTurn('tickets')}`, async ({
  journey,
  product,
  sales: ids,
}) => {
  const email = 'ada-tickets@example.org'
  const path = `/portal/events/${ids['Orchard Show']}/tickets`
  const page = await journey(sales, 'visitor', { path, viewport: { width: 1280, height: 800 } })
  await expect(
    page.getByRole('heading', { level: 1, name: 'Purchase Passes for Orchard Show' }),
  ).toBeVisible()
  await expectPrice(page, 'en', 'Passes (x0)', ['$0.00', '$0.00', '$0.00', '$0.00', '$0.00'])
  await tabTo(page.getByLabel('First name'))
  for (const value of [...Object.values(buyer), email]) {
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
  await tabTo(button(page, 'Next'))
  await page.keyboard.press('Enter')

  // what is not public, sold out or over is not offered; what is sold later says so
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Day pass',
    'Dinner on Saturday',
    'Tower seat',
    'Balcony seat',
    'Sunday pass',
  ])
  await expect(page.getByText(/^On sale from /)).toBeVisible()
  await expectAccessible(page)
  await tabTo(button(page, 'Next'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose at least one ticket.')).toBeVisible()
  await page.getByRole('button', { name: 'Details: Day pass' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Day pass' })).toContainText('Gates open at eight.')
  await page.keyboard.press('Escape')
  await tabTo(button(page, 'One more: Dinner on Saturday'))
  await page.keyboard.press('Enter')
  await expectPrice(page, 'en', 'Passes (x1)', ['$40.00', '$40.00', '$1.50', '$0.00', '$41.50'])
  // the last price can be read while the next one is loading
  const release = await holdCalls(page, 'quote_order')
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-busy="true"] dd').first()).toBeVisible()
  await expectAccessible(page)
  release()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
  // no more than the limit, and the button keeps the focus
  await expect(page.getByRole('group', { name: 'Dinner on Saturday', exact: true })).toContainText('3')
  await expect(page.getByText('At most 3 in one order')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose at least one ticket.')).toHaveCount(0)
  await tabTo(button(page, 'Next'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Answer needed: Name of the guest' })).toHaveCount(2)
  await expect(page.locator('#field-tickets-0-values-0-o1')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Ada')
  await tabTo(page.locator('#field-tickets-0-values-0-o2'))
  await page.keyboard.press('ArrowDown')
  await page.locator('#field-tickets-0-values-1-o1').focus()
  await page.keyboard.type('Lucía')
  await page.reload()
  await expect(page.locator('#field-tickets-0-values-0-o1')).toHaveValue('Ada')
  await expect(page.locator('#field-tickets-0-values-0-o2')).toHaveValue('1')
  await expectPrice(page, 'en', 'Passes (x2)', ['$80.00', '$80.00', '$1.50', '$0.00', '$81.50'])
  await tabTo(button(page, 'Next'))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Cars stay until four\.\s+Dogs on a lead\./)).toBeVisible()
  await expect(page.getByText(/"Orchard Show tickets"/)).toBeVisible()
  await page.locator('#field-agreed').focus()
  await page.keyboard.press('Space')
  await tabTo(button(page, 'Next'))
  await page.keyboard.press('Enter')
  await fillCard(page)
  await button(page, 'Pay Now $81.50').focus()
  await page.keyboard.press('Enter')
  await expectPaid(page)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
  const [mail] = await readMails(product, email)
  expect(mail?.text).toContain('Dinner on Saturday')
  await expect.poll(() => listDrafts(page)).toEqual([])
  await finish(page)
  await expect(page).toHaveURL(toUrl(product, '/portal/events', sales.subdomain))
})

test('tickets that a faster buyer holds are said before paying, and the rest of the form stays @proof', async ({
  page,
  product,
  sales: ids,
}) => {
  const eventId = ids['Orchard Show']
  await page.goto(toSales(product, eventId, 'tickets'))
  await fillBuyer(page, 'slow@example.org')
  await pressNext(page)
  await more(page, 'Tower seat').click()
  await more(page, 'Tower seat').click()
  await more(page, 'Dinner on Saturday').click()
  await page.locator('#field-tickets-1-values-0-o1').fill('Ada')
  await pressNext(page)
  await page.locator('#field-agreed').check()
  await holdTickets(product, eventId, 'Tower seat', 1)
  await pressNext(page)
  await expect(page.getByRole('alert')).toContainText('No longer available: Tower seat. Nothing was charged.')
  await expect(page.getByRole('alert')).toContainText('Everything else that you chose is kept.')
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page)
  await button(page, 'Change your choice').click()
  await expect(page.getByText('Only 1 is left. Choose fewer to continue.')).toBeVisible()
  await expect(page.locator('#field-tickets-1-values-0-o1')).toHaveValue('Ada')
  await expectAccessible(page)
  // the last one goes while this buyer looks at it
  await holdTickets(product, eventId, 'Tower seat', 1)
  await expect(page.getByText('This ticket is sold out. Take it out to continue.')).toBeVisible()
  await fewer(page, 'Tower seat').click()
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible()
  await pressNext(page)
  await pressNext(page)
  await payByCard(page)
})

test('a member takes free tickets in Spanish by touch, once with a double press @proof', async ({
  journey,
  product,
  sales: ids,
}) => {
  const words = flowWords.es
  const path = `/portal/member/events/${ids['Trial Meet']}/tickets`
  const page = await journey(sales, 'member', { path, language: 'es' })
  await expect(page.locator('#field-personal-fname')).toHaveValue('Josephine')
  await expect(page.locator('#field-personal-address1')).toHaveValue('4 Press Lane')
  await pressNext(page, 'es')
  await expect(more(page, 'Trial pass')).toBeVisible()
  const box = await more(page, 'Trial pass').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(48)
  expect(box?.width).toBeGreaterThanOrEqual(48)
  await more(page, 'Trial pass').dblclick()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  const creates = countCalls(page, 'create_event_customer')
  await pressNext(page, 'es')
  await page.locator('#field-agreed').check()
  // in test mode nothing is paid
  await button(page, words.next).dblclick()
  await expectThanks(page, 'es')
  expect(creates()).toBe(1)
  await expectAccessible(page)
  await finish(page, 'es')
  await expect(page).toHaveURL(toUrl(product, '/portal/member/events', sales.subdomain))
})

test('whoever goes back from paying finds what they hold, and whoever cancels gives it back @proof', async ({
  page,
  product,
  sales: ids,
}) => {
  const eventId = ids['Orchard Show']
  const holdFour = async () => {
    await page.goto(toSales(product, eventId, 'tickets'))
    await fillBuyer(page, 'back@example.org')
    await pressNext(page)
    for (let press = 0; press < 4; press += 1) await more(page, 'Balcony seat').click()
    await pressNext(page)
    await acceptTerms(page)
    await expect(button(page, flowWords.en.payNow)).toBeVisible()
  }
  const countTaken = async () => {
    const { call } = asVisitor(product, sales.subdomain)
    const { tickets } = await call('get_event_availability', { eventId })
    return tickets.filter(({ remaining }) => remaining === 0).length
  }
  const before = await countTaken()
  await holdFour()
  expect(await countTaken()).toBe(before + 1)
  await button(page, 'Cancel').click()
  await button(page, 'Clear and leave').click()
  await expect.poll(countTaken).toBe(before)

  await holdFour()
  const answered = untilAnswered(page, 'get_event_availability')
  await button(page, 'Back').click()
  await button(page, 'Back').click()
  await answered
  await expect(page.getByRole('group', { name: 'Balcony seat', exact: true })).toContainText('4')
  await expect(page.getByText('4 left', { exact: true })).toBeVisible()
  await expect(page.getByText('This ticket is sold out. Take it out to continue.')).toHaveCount(0)
  await pressNext(page)
  await pressNext(page)
  await payByCard(page)
})
