// A vendor who has come as far as paying: going back they find what they hold, and the end of the sale takes
// nothing of it away. Who comes too late is told what can no longer be had.
import type { Page } from '@playwright/test'
import { addDays } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import type { Product } from '../../support/browsers/product.ts'
import { callAction } from '../../support/buying/apiBuyer.ts'
import {
  acceptTerms,
  button,
  expectPaid,
  fillCard,
  isRequestOf,
  pay,
  pressNext,
} from '../../support/buying/buyers.ts'
import { importClubs } from '../../support/clubs/doorClubs.ts'
import { expect, expectAccessible, buyerTest as test, toUrl } from '../fixtures.ts'

const slug = 'closing'
const today = new Date().toISOString().slice(0, 10)

const both = ['Field', 'Yard']

/** Two maps and two tickets, whose sale ends together: those named here can no longer be bought. */
function makeClub(over: readonly string[]): ClubFile {
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const toEnd = (name: string) => `${addDays(today, over.includes(name) ? -1 : 10)}T12:00:00Z`
  return {
    showfield: 1,
    club: { slug, name: 'Closing Motor Club', timeZone: 'America/Chicago' },
    events: [
      {
        ref: 'meet',
        name: 'Closing Meet',
        startDate: addDays(today, 20),
        endDate: addDays(today, 21),
        agreement: 'No open fire.',
        tickets: [
          {
            ...{ ref: 'pass', description: 'Day pass', price: 12, limit: 1, quantity: 1 },
            ...{ startdate: opened, enddate: toEnd('Day pass') },
          },
          {
            ...{ ref: 'supper', description: 'Supper', price: 9, limit: 2, quantity: 40 },
            ...{ startdate: opened, enddate: toEnd('Day pass') },
          },
        ],
        maps: both.map((label) => ({
          ...{ ref: label, label, available: true },
          ...{ availableStartdate: opened, availableEnddate: toEnd(label) },
          elements: ['1', '2'].map((num, at) => ({
            ...{ ref: `${label}${num}`, shape: 'box' as const, x: 60 + at * 90, y: 60, w: 72, h: 86 },
            ...{ row: label.charAt(0), num, type: 1, cost: 60, available: true },
          })),
        })),
      },
    ],
  }
}

/** As far as the spaces, with this one chosen. */
async function choose(page: Page, product: Product, space: string, over: readonly string[]): Promise<void> {
  await importClubs(product, [makeClub(over)])
  const { events } = (await callAction(product, slug, 'get_upcoming_events', {})) as unknown as {
    events: { id: number }[]
  }
  await page.goto(toUrl(product, `/portal/events/${events[0]?.id}/vendor`, slug))
  const vendor = {
    ...{ name: 'Ridgeway Hub & Spoke', address: '12 Harrow Creek Road', city: 'Millbrook', state: 'OH' },
    ...{ zip: '43016', phone: '6145550123', email: 'ridge@example.org' },
  }
  for (const [field, value] of Object.entries(vendor)) {
    await page.locator(`#field-vendor-${field}`).fill(value)
  }
  await page.locator('#field-vendor-vendorType').selectOption('1')
  await pressNext(page)
  await button(page, 'Show all spaces as a list').click()
  await page.getByRole('button', { name: new RegExp(`^${space}`) }).click()
  await pressNext(page)
}

/** Until the page has the event as it is now, and not only as it was saved. */
async function reload(page: Page): Promise<void> {
  const loaded = page.waitForResponse((response) => isRequestOf(response.request(), 'get_event'))
  await page.reload()
  await loaded
}

test('who pays has the last ticket and the space, though both sales end meanwhile', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  await choose(page, product, 'F1', [])
  await page.getByRole('button', { name: 'One more: Day pass' }).click()
  await pressNext(page)
  await acceptTerms(page)
  const held = page.getByText(/^Held for you: /)
  await expect(held).toBeVisible()

  // their own hold leaves them the last ticket
  const answered = page.waitForResponse((response) =>
    isRequestOf(response.request(), 'get_event_availability'),
  )
  await button(page, 'Back').click()
  await button(page, 'Back').click()
  await answered
  const ticket = page.getByRole('group', { name: 'Day pass', exact: true })
  await expect(ticket).toContainText('1')
  await expect(page.getByText('This ticket is sold out. Take it out to continue.')).toHaveCount(0)

  await importClubs(product, [makeClub(['Day pass'])])
  await reload(page)
  await expect(page.getByRole('heading', { name: 'Purchase tickets' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'One fewer: Day pass' })).toBeVisible()
  await pressNext(page)
  await pressNext(page)
  await expect(held).toBeVisible()

  await importClubs(product, [makeClub(['Day pass', ...both])])
  await reload(page)
  await expect(held).toBeVisible()
  await fillCard(page)
  await pay(page)
  await expectPaid(page)
})

test('who comes to pay after the end of the sale is told which space can no longer be had', async ({
  page,
  product,
}) => {
  await choose(page, product, 'F2', [])
  await page.getByRole('button', { name: 'One more: Supper' }).click()
  await importClubs(product, [makeClub(['Day pass'])])
  await reload(page)
  await expect(page.getByText('The sale has ended')).toBeVisible()
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
