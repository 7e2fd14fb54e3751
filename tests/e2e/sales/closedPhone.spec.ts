// The phone is closed between paying and "thank you": the order is finished without it, with one mail.
import type { Page } from '@playwright/test'
import type { Product } from '../../support/browsers/product.ts'
import {
  acceptTerms,
  button,
  expectThanks,
  fillCard,
  fillPersonal,
  pressNext,
  readMails,
} from '../../support/buying/buyers.ts'
import { importSales, salesSlug } from '../../support/clubs/salesClub.ts'
import { importVendors, vendorSlug } from '../../support/clubs/vendorClub.ts'
import { expect, buyerTest as test, toUrl } from '../fixtures.ts'
import { payAndClose } from './saleSteps.ts'

test.use({ viewport: { width: 390, height: 844 } })

const where = { city: 'Millbrook', state: 'OH', zip: '43016', phone: '6145550123' }
const buyer = { fname: 'Ada', lname: 'Okafor', address1: '12 Harrow Creek Road', ...where }
const vendor = { name: 'Ridgeway Hub & Spoke', address: '12 Harrow Creek Road', ...where }

async function fill(page: Page, part: string, values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await page.locator(`#field-${part}-${field}`).fill(value)
  }
}

/** Each flow as far as the agreement. */
const flows: Record<string, (page: Page, product: Product, email: string) => Promise<void>> = {
  async register(page, product, email) {
    const ids = await importSales(product)
    await page.goto(toUrl(product, `/portal/events/${ids['Orchard Show']}/register`, salesSlug))
    await fillPersonal(page, email)
    await pressNext(page)
    const field = (name: string) => page.locator(`#field-vehicle-${name}`)
    await field('year').fill('1936')
    await button(page, 'Not in the list? Type it').click()
    await field('make').fill('Auburn')
    await field('model').fill('Speedster')
    await field('carClass').selectOption('1')
    await field('answers-o1').selectOption({ index: 1 })
    await pressNext(page)
    await expect(page.getByRole('heading', { level: 3, name: '1936 Auburn Speedster' })).toBeVisible()
    await pressNext(page)
  },
  async tickets(page, product, email) {
    const ids = await importSales(product)
    await page.goto(toUrl(product, `/portal/events/${ids['Orchard Show']}/tickets`, salesSlug))
    await fill(page, 'personal', { ...buyer, email })
    await pressNext(page)
    await button(page, 'One more: Day pass').click()
    await pressNext(page)
  },
  async vendor(page, product, email) {
    const ids = await importVendors(product)
    await page.goto(toUrl(product, `/portal/events/${ids['Millbrook Swap Meet']}/vendor`, vendorSlug))
    await fill(page, 'vendor', { ...vendor, email })
    await page.locator('#field-vendor-vendorType').selectOption('1')
    await pressNext(page)
    await button(page, 'Show all spaces as a list').click()
    await page.getByRole('button', { name: /^C3(?!\d)/ }).click()
    await expect(page.getByRole('button', { name: 'Remove space C3' })).toBeVisible()
    await pressNext(page)
    await expect(page.getByRole('heading', { name: 'Purchase tickets' })).toBeVisible()
    await pressNext(page)
  },
}

for (const [flow, fillIn] of Object.entries(flows)) {
  test(`a phone that is closed right after paying leaves a finished order and one mail: ${flow} @proof`, async ({
    page,
    product,
  }) => {
    const email = `closed-${flow}@example.org`
    await fillIn(page, product, email)
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
