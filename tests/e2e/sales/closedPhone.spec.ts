// The phone is closed between paying and "thank you": the order is finished without it, with one mail.
import type { Page } from '@playwright/test'
import type { Product } from '../../support/browsers/product.ts'
import { acceptTerms, expectThanks, fillCard, pressNext, readMails } from '../../support/buying/buyers.ts'
import type { sales, stalls } from '../../support/clubs/saleClubs.ts'
import type { EventIds } from '../../support/clubs/world.ts'
import { expect } from '../fixtures.ts'
import { chooseSpace, fillBuyer, fillCar, fillVendor, more, test, toSales, toStalls } from './saleFlows.ts'
import { payAndClose } from './saleSteps.ts'

test.use({ viewport: { width: 390, height: 844 } })

type Ids = EventIds<typeof sales> & EventIds<typeof stalls>
type Flow = (page: Page, product: Product, email: string, ids: Ids) => Promise<void>

/** Each flow as far as the agreement. */
const flows: Record<string, Flow> = {
  async register(page, product, email, ids) {
    await page.goto(toSales(product, ids['Orchard Show'], 'register'))
    await fillCar(page, email)
    await page.locator('#field-vehicle-answers-o1').selectOption({ index: 1 })
    await pressNext(page)
    await expect(page.getByRole('heading', { level: 3, name: '1936 Auburn Speedster' })).toBeVisible()
    await pressNext(page)
  },
  async tickets(page, product, email, ids) {
    await page.goto(toSales(product, ids['Orchard Show'], 'tickets'))
    await fillBuyer(page, email)
    await pressNext(page)
    await more(page, 'Day pass').click()
    await pressNext(page)
  },
  async vendor(page, product, email, ids) {
    await page.goto(toStalls(product, ids['Millbrook Swap Meet']))
    await fillVendor(page, email)
    await pressNext(page)
    await chooseSpace(page, 'C3')
    await pressNext(page)
    await expect(page.getByRole('heading', { name: 'Purchase tickets' })).toBeVisible()
    await pressNext(page)
  },
}

for (const [flow, fillIn] of Object.entries(flows)) {
  test(`a phone that is closed right after paying leaves a finished order and one mail: ${flow} @proof`, async ({
    page,
    product,
    sales,
    stalls,
  }) => {
    const email = `closed-${flow}@example.org`
    await fillIn(page, product, email, { ...sales, ...stalls })
    await acceptTerms(page)
    await fillCard(page)
    const { context, address } = await payAndClose(page)
    await expect.poll(async () => (await readMails(product, email)).length, { timeout: 30_000 }).toBe(1)
    const back = await context.newPage()
    await back.goto(address)
    await expectThanks(back)
    expect(await readMails(product, email)).toHaveLength(1)
  })
}
