// A sale that ends, or changes its price, while somebody buys. Who has come as far as paying finds what they hold,
// and can pay for it until the time of their order is over; who comes too late is told what can no longer be had.
import type { Page } from '@playwright/test'
import { addDays } from '../../../src/domain/day.ts'
import { breakCalls, endpoint, untilAnswered } from '../../support/browsers/pageCalls.ts'
import type { Product } from '../../support/browsers/product.ts'
import { callAction } from '../../support/buying/apiBuyer.ts'
import {
  acceptTerms,
  button,
  expectThanks,
  fill,
  fillCard,
  fillPersonal,
  flowWords,
  payByCard,
  pressNext,
} from '../../support/buying/buyers.ts'
import { defineWorld, importClubs, importEvents, makeRow, today } from '../../support/clubs/world.ts'
import { expect, expectAccessible, listDrafts, buyerTest as test, toUrl } from '../fixtures.ts'
import { fillBuyer, fillVendor, findListed } from './saleFlows.ts'
import { payAndClose, reloadEvent } from './saleSteps.ts'

const all = ['Day pass', 'Cars', 'Field', 'Yard']

/** Two maps, tickets, and cars: those named here can no longer be bought. */
function makeClub(over: readonly string[], price = 12) {
  const toEnd = (name: string) => `${addDays(today, over.includes(name) ? -1 : 10)}T12:00:00Z`
  const last = { limit: 1, quantity: 1, enddate: toEnd('Day pass') }
  const makeMap = (label: string) => ({
    availableEnddate: toEnd(label),
    spaces: makeRow(label.charAt(0), { count: 2, x: 60, step: 90, y: 60, w: 72, h: 86, type: 1, cost: 60 }),
  })
  return defineWorld({
    clubs: {
      closing: {
        name: 'Closing Motor Club',
        events: {
          'Closing Meet': {
            agreement: 'No open fire.',
            carPrice: 35,
            reg_enddate: toEnd('Cars'),
            typedMakeAndModel: true,
            classes: { 1: 'All cars' },
            tickets: {
              'Day pass': { price: 12, ...last },
              'Evening pass': { price, ...last },
              'Last pass': { price, ...last },
              'Free pass': { price, ...last },
              Supper: { price, ...last },
              'Night pass': { price, ...last, quantity: 5 },
            },
            maps: { Field: makeMap('Field'), Yard: makeMap('Yard') },
          },
        },
      },
    },
  }).closing
}

/** The action's form. */
async function open(
  page: Page,
  product: Product,
  action: string,
  club: ReturnType<typeof makeClub>,
): Promise<string> {
  const ids = await importEvents(product, club)
  const address = toUrl(product, `/portal/events/${ids['Closing Meet']}/${action}`, club.subdomain)
  await page.clock.install()
  await page.goto(address)
  return address
}

/** As far as the spaces, with this one chosen. */
async function choose(page: Page, product: Product, space: string, over: readonly string[]): Promise<void> {
  await open(page, product, 'vendor', makeClub(over))
  await fillVendor(page, 'ridge-changes@example.org')
  await pressNext(page)
  await button(page, 'Show all spaces as a list').click()
  await (await findListed(page, space)).click()
  await pressNext(page)
}

/** The page comes to the front again after a while, and has the event and the price as they are now. */
async function returnTo(page: Page, action: 'get_event' | 'quote_order'): Promise<void> {
  await page.clock.fastForward(31_000)
  const loaded = untilAnswered(page, action)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await loaded
}

async function endAll(page: Page, product: Product): Promise<void> {
  await importClubs(product, [makeClub(all)])
  await returnTo(page, 'get_event')
}

/** Tickets alone as far as the agreement, with this one chosen. */
async function chooseTicket(page: Page, product: Product, ticket: string, price?: number): Promise<string> {
  const address = await open(page, product, 'tickets', makeClub([], price))
  await fillBuyer(page, 'held@example.org')
  await pressNext(page)
  const quoted = untilAnswered(page, 'quote_order')
  await page.getByRole('button', { name: `One more: ${ticket}` }).click()
  await pressNext(page)
  // so that what follows meets somebody who has seen the price
  await quoted
  return address
}

const heldWords = /^Held for you: /
const endedWords = /^We're sorry, .* ended/

test('who pays has the last ticket and the space, though both sales end meanwhile @proof', async ({
  page,
  product,
}) => {
  await choose(page, product, 'F1', [])
  await page.getByRole('button', { name: 'One more: Day pass' }).click()
  await pressNext(page)
  await acceptTerms(page)
  const held = page.getByText(heldWords)
  await expect(held).toBeVisible()

  // their own hold leaves them the last ticket
  const answered = untilAnswered(page, 'get_event_availability')
  await button(page, 'Back').click()
  await button(page, 'Back').click()
  await answered
  const ticket = page.getByRole('group', { name: 'Day pass', exact: true })
  await expect(ticket).toContainText('1')
  await expect(page.getByText('This ticket is sold out. Take it out to continue.')).toHaveCount(0)

  await importClubs(product, [makeClub(['Day pass'])])
  await reloadEvent(page)
  await expect(page.getByRole('heading', { name: 'Purchase tickets' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'One fewer: Day pass' })).toBeVisible()
  await pressNext(page)
  await pressNext(page)
  await expect(held).toBeVisible()

  await endAll(page, product)
  for (const heading of ['Agreement', 'Confirm', 'Select Spaces']) {
    await button(page, 'Back').click()
    await expect(page.locator('#step-heading')).toContainText(heading)
  }
  await expect(page.getByText('Space F1:')).toBeVisible()
  await expect(page.getByText(endedWords)).toHaveCount(0)
  await expectAccessible(page)
  for (let press = 0; press < 3; press += 1) await pressNext(page)
  await expect(held).toBeVisible()
  await reloadEvent(page)
  await expect(held).toBeVisible()
  await payByCard(page)
})

test('who holds tickets when the sale ends pays without a reload, and is thanked on the closed page @proof', async ({
  page,
  product,
}) => {
  const address = await chooseTicket(page, product, 'Evening pass')
  await acceptTerms(page)
  await expect(page.getByText(heldWords)).toBeVisible()
  await endAll(page, product)
  await button(page, 'Back').click()
  await expect(page.locator('#step-heading')).toContainText('Agreement')
  await pressNext(page)
  await fillCard(page)
  const { context } = await payAndClose(page)
  const back = await context.newPage()
  await back.goto(address)
  await expectThanks(back)
  await expect.poll(() => listDrafts(back)).toEqual([])
  await back.goto(address)
  await expect(back.getByText("We're sorry, ticket sales have ended for Closing Meet.")).toBeVisible()
})

test('who does not pay in time after the end of the sale is told that it has ended @proof', async ({
  page,
  product,
}) => {
  await open(page, product, 'register', makeClub([]))
  await fillPersonal(page, 'over@example.org')
  await pressNext(page)
  await fill(page, 'vehicle', { year: '1936', make: 'Auburn', model: 'Speedster' })
  await page.locator('#field-vehicle-carClass').selectOption('1')
  await pressNext(page)
  await pressNext(page)
  await acceptTerms(page)
  await expect(button(page, flowWords.en.payNow)).toBeVisible()
  await endAll(page, product)
  await button(page, 'Back').click()
  await expect(page.locator('#step-heading')).toContainText('Agreement')
  const [draft] = (await listDrafts(page)) as { value: { order: { key: string; receiptId: number } } }[]
  const { key, receiptId } = draft?.value.order ?? {}
  await callAction(product, makeClub([]).subdomain, 'cancel_order', { orderKey: key, receiptId })
  await page.clock.fastForward('15:00')
  await expect(page.getByText(endedWords)).toBeVisible()
})

test('who comes to pay after the end of the sale is told which space can no longer be had @proof', async ({
  page,
  product,
}) => {
  await choose(page, product, 'F2', [])
  await page.getByRole('button', { name: 'One more: Supper' }).click()
  await importClubs(product, [makeClub(['Day pass'])])
  await reloadEvent(page)
  await expect(page.locator('#field-tickets-0-quantity-left')).toHaveText('The sale has ended')
  // the step stays under the finger
  await page.getByRole('button', { name: 'One fewer: Supper' }).click()
  await expect(
    page.getByText('Click the next button to view and agree to the purchase agreement.'),
  ).toBeVisible()
  await expectAccessible(page)
  await pressNext(page)
  await expect(page.locator('#step-heading')).toContainText('Agreement')
  await importClubs(product, [makeClub(['Day pass', 'Field'])])
  await acceptTerms(page)
  await expect(page.locator('#step-heading')).toContainText('Select Spaces')
  await expect(page.getByText('No longer available: F2', { exact: true })).toBeVisible()
  await expect(page.getByText('The club no longer sells F2.')).toBeVisible()
  await expect(page.getByText('No longer for sale', { exact: true })).toBeVisible()
  await expect(page.getByText('Somebody else was faster.')).toHaveCount(0)
  await expect(page.getByLabel('Current map:').locator('option')).toHaveText(['Yard'])
  await expectAccessible(page)
})

test('what was free and costs something now is said before anybody pays, and what is free now charges nothing @proof', async ({
  page,
  product,
}) => {
  let charges = 0
  page.on('request', (request) => {
    if (/\/payment_intents\/[^/]+\/confirm/.test(request.url())) charges += 1
  })
  await chooseTicket(page, product, 'Last pass', 0)
  await importClubs(product, [makeClub([], 12)])
  await acceptTerms(page)
  await expect(page.locator('#step-heading')).toContainText('Pay')
  await expect(page.getByText('The price has changed', { exact: true })).toBeVisible()
  await expect(
    page.getByText('The total was $0.00 and is $12.00 now. Nothing has been charged.'),
  ).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Continue with $12.00').click()
  await expect(page.getByText(heldWords)).toBeVisible()

  // their own hold on the last one is not in their way
  await importClubs(product, [makeClub([], 0)])
  await returnTo(page, 'quote_order')
  await expect(
    page.getByText('The total was $12.00 and is $0.00 now. Nothing has been charged.'),
  ).toBeVisible()
  await button(page, 'Continue with $0.00').click()
  await expectThanks(page)
  expect(charges).toBe(0)
})

test('who has paid without an answer is not told by a new price that nothing was charged @proof', async ({
  page,
  product,
}) => {
  await chooseTicket(page, product, 'Night pass', 12)
  await acceptTerms(page)
  await fillCard(page)
  const { context, address } = await payAndClose(page)

  const again = await context.newPage()
  await breakCalls(again, 'get_order', 'create_payment_intent')
  await again.clock.install()
  const quoted = untilAnswered(again, 'quote_order')
  await again.goto(address)
  await quoted
  await expect(button(again, 'Try again')).toBeVisible()
  await importClubs(product, [makeClub([], 0)])
  await returnTo(again, 'quote_order')
  await expect(
    again.getByText(
      'The total was $12.00 and is $0.00 now. We are asking whether your payment went through.',
    ),
  ).toBeVisible()
  await expect(again.getByText(/Nothing (was|has been) charged/)).toHaveCount(0)
  await expectAccessible(again)
  await again.unroute(endpoint)
  await again.clock.fastForward(6_000)
  await expectThanks(again)
})

test('who comes to pay for what is free now agrees to that, and has it without a payment @proof', async ({
  page,
  product,
}) => {
  await chooseTicket(page, product, 'Free pass', 12)
  await importClubs(product, [makeClub([], 0)])
  await acceptTerms(page)
  await expect(
    page.getByText('The total was $12.00 and is $0.00 now. Nothing has been charged.'),
  ).toBeVisible()
  await expectAccessible(page)
  await expect(page.locator('iframe')).toHaveCount(0)
  await button(page, 'Continue with $0.00').click()
  await expectThanks(page)
})
