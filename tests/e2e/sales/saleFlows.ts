// The flows of an event as far as each test needs them, with one buyer for all.
import type { Locator, Page } from '@playwright/test'
import type { Product } from '../../support/browsers/product.ts'
import { button, type FlowLanguage, fill, fillPersonal, pressNext } from '../../support/buying/buyers.ts'
import { sales, stalls } from '../../support/clubs/saleClubs.ts'
import { type EventIds, importEvents } from '../../support/clubs/world.ts'
import { buyerTest, expect, toUrl } from '../fixtures.ts'

const home = { city: 'Millbrook', state: 'OH', zip: '43016', phone: '6145550123' }
export const buyer = { fname: 'Ada', lname: 'Okafor', address1: '12 Harrow Creek Road', ...home }
export const vendor = { name: 'Ridgeway Hub & Spoke', address: '12 Harrow Creek Road', ...home }
/** Who helps at an event. */
export const helper = { fname: 'Lucía', lname: 'Tice', phone: '6145550144' }

const once = { scope: 'worker', timeout: 120_000 } as const

/** The ids of the events of both clubs, by name. */
export const test = buyerTest.extend<
  object,
  { sales: EventIds<typeof sales>; stalls: EventIds<typeof stalls> }
>({
  sales: [async ({ product }, use) => use(await importEvents(product, sales)), once],
  stalls: [async ({ product }, use) => use(await importEvents(product, stalls)), once],
})

export function toSales(product: Product, event: number, action: 'register' | 'tickets'): string {
  return toUrl(product, `/portal/events/${event}/${action}`, sales.subdomain)
}

export function toStalls(product: Product, event: number): string {
  return toUrl(product, `/portal/events/${event}/vendor`, stalls.subdomain)
}

/** The first step of buying tickets. */
export async function fillBuyer(page: Page, email: string): Promise<void> {
  await fill(page, 'personal', { ...buyer, email })
}

/** The first step of a vendor. */
export async function fillVendor(page: Page, email: string): Promise<void> {
  const { state, ...typed } = vendor
  await fill(page, 'vendor', { ...typed, email })
  await page.locator('#field-vendor-state').selectOption(state)
  await page.locator('#field-vendor-vendorType').selectOption('1')
}

export function more(page: Page, ticket: string) {
  return page.getByRole('button', { name: new RegExp(`^(One more|Una más): ${ticket}$`) })
}

const lists = {
  en: 'Show all spaces as a list',
  es: 'Mostrar todos los espacios como lista',
} as const

/** One space in the list of the shown map, which draws only the rows in sight: it is looked for. */
export async function findListed(page: Page, space: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: /^(Find a space|Buscar un espacio)$/ }).fill(space)
  return page.getByRole('button', { name: new RegExp(`^${space}(?!\\d)`) })
}

export async function chooseSpace(page: Page, space: string, language: FlowLanguage = 'en'): Promise<void> {
  await button(page, lists[language]).click()
  await (await findListed(page, space)).click()
  await expect(
    page.getByRole('button', { name: new RegExp(`(Remove space|Quitar el espacio) ${space}$`) }),
  ).toBeVisible()
}

/** The first two steps of a registration, with a car that the club's list has not. */
export async function fillCar(page: Page, email: string): Promise<void> {
  await fillPersonal(page, email)
  await pressNext(page)
  const typed = button(page, 'Not in the list? Type it')
  const year = page.locator('#field-vehicle-year')
  await year.fill('1936')
  if (await typed.isVisible()) await typed.click()
  await page.locator('#field-vehicle-make').fill('Auburn')
  await page.locator('#field-vehicle-model').fill('Speedster')
  await page.locator('#field-vehicle-carClass').selectOption({ index: 1 })
}
