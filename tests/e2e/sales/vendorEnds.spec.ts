// A vendor who has come as far as paying: going back they find what they hold, and the end of the sale takes
// nothing of it away.
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
import { expect, buyerTest as test, toUrl } from '../fixtures.ts'

const slug = 'closing'
const today = new Date().toISOString().slice(0, 10)

/** One space and one ticket; which of them can still be bought. */
function makeClub({ isTicketOver = false, isMapOver = false }): ClubFile {
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const toEnd = (isOver: boolean) => `${addDays(today, isOver ? -1 : 10)}T12:00:00Z`
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
            ...{ startdate: opened, enddate: toEnd(isTicketOver) },
          },
        ],
        maps: [
          {
            ...{ ref: 'field', label: 'Field', available: true },
            ...{ availableStartdate: opened, availableEnddate: toEnd(isMapOver) },
            elements: [
              {
                ...{ ref: 'A1', shape: 'box', x: 60, y: 60, w: 72, h: 86, row: 'A', num: '1' },
                ...{ type: 1, cost: 60, available: true },
              },
            ],
          },
        ],
      },
    ],
  }
}

async function openForm(page: Page, product: Product): Promise<void> {
  await importClubs(product, [makeClub({})])
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
}

test('who pays has the last ticket and the space, though both sales end meanwhile', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  await openForm(page, product)
  await button(page, 'Show all spaces as a list').click()
  await page.getByRole('button', { name: /^A1/ }).click()
  await pressNext(page)
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

  await importClubs(product, [makeClub({ isTicketOver: true })])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Purchase tickets' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'One fewer: Day pass' })).toBeVisible()
  await pressNext(page)
  await pressNext(page)
  await expect(held).toBeVisible()

  await importClubs(product, [makeClub({ isTicketOver: true, isMapOver: true })])
  await page.reload()
  await expect(held).toBeVisible()
  await fillCard(page)
  await pay(page)
  await expectPaid(page)
})
