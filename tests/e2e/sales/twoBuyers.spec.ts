// Two buyers who want the same space: the first does not pay in time, and the second gets it.
import type { Page } from '@playwright/test'
import { holdMs } from '../../../src/domain/order.ts'
import { minuteMs } from '../../../src/domain/time.ts'
import type { Product } from '../../support/browsers/product.ts'
import { startAhead } from '../../support/browsers/startAhead.ts'
import { acceptTerms, button, payByCard, pressNext } from '../../support/buying/buyers.ts'
import { stalls } from '../../support/clubs/saleClubs.ts'
import { importEvents } from '../../support/clubs/world.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { fillVendor, findListed, toStalls } from './saleFlows.ts'

/** As far as the list of all spaces. */
async function openList(page: Page, product: Product, eventId: number, name: string): Promise<void> {
  await page.clock.install()
  await page.goto(toStalls(product, eventId))
  await fillVendor(page, `${name.toLowerCase()}@example.org`)
  await pressNext(page)
  await button(page, 'Show all spaces as a list').click()
}

async function goToPay(page: Page): Promise<void> {
  await pressNext(page)
  await expect(page.locator('#step-heading')).toContainText('Confirm')
  await pressNext(page)
  await acceptTerms(page)
}

test('a space that was not paid in time goes to the next buyer, and the first goes on without it @proof', async ({
  ownProduct: product,
  browser,
}) => {
  const ids = await importEvents(product, stalls)
  const eventId = ids['Millbrook Swap Meet']
  const [first, second] = await Promise.all(
    ['Slow', 'Quick'].map(async (name) => {
      const page = await (await browser.newContext()).newPage()
      await openList(page, product, eventId, name)
      return page
    }),
  )
  if (first === undefined || second === undefined) throw new Error('two buyers are needed')
  for (const label of ['C3', 'C4']) await (await findListed(first, label)).click()
  await goToPay(first)
  await expect(first.getByText(/^Held for you: 1[45]:/)).toBeVisible()

  const wanted = await findListed(second, 'C3')
  await expect(wanted).not.toContainText('Available')
  await wanted.click()
  await expect(second.getByText('Space C3 is taken. Choose another one.')).toBeVisible()

  // the time passes for all of them, and the sweeper lets go
  const passedMs = holdMs + minuteMs
  await product.stop()
  await startAhead(product, passedMs)
  await second.clock.fastForward(passedMs)
  await expect(wanted).toContainText('Available', { timeout: 30_000 })
  await wanted.click()
  await expect(button(second, 'Remove space C3')).toBeVisible()
  await goToPay(second)
  await expect(second.getByText(/^Held for you: 1[45]:/)).toBeVisible()
  await payByCard(second)

  await first.clock.fastForward(passedMs)
  await expect(first.getByText('The time to pay is over')).toBeVisible()
  await expect(first.getByText('Nothing was charged.')).toBeVisible()
  await button(first, 'Order again').click()
  await expect(first.getByText('No longer available: South field C3. Nothing was charged.')).toBeVisible()
  await expectAccessible(first)
  await button(first, 'Change your choice').click()
  await expect(first.getByText('Somebody else was faster.')).toBeVisible()
  await button(first, 'Go on without it').click()
  await expect(first.getByText(/^Held for you: 1[45]:/)).toBeVisible()
  await payByCard(first)
})
