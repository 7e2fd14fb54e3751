// The end of an order at an event: waiting and thanks part by part, codes, and what of it goes back.
import type { Page } from '@playwright/test'
import type { Product } from '../../support/browsers/product.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { button, flowWords, viewports } from '../../support/buying/buyers.ts'
import { changeOrder } from '../../support/buying/orderAnswers.ts'
import { sale as club } from '../../support/clubs/saleClubs.ts'
import { expect, expectAccessible, toUrl } from '../fixtures.ts'
import { buyAtEvent, test } from './saleEvents.ts'

const cars = [
  { year: '1936', make: 'Ford', model: 'Pickup', car_class: 7 },
  {
    ...{ year: '1951', make: 'Studebaker', model: 'Champion', car_class: 7 },
    values: [{ optionIndex: 0, value: { value: 'Parked by the barn', optionId: 1 } }],
  },
] as const

const words = inBoth(
  {
    registered: 'Thank you for registering for Spring Meet. These are your car numbers:',
    space: 'Thank you for signing up for Spring Meet. This is your space:',
    tickets: 'Thank you for your purchase for Spring Meet: Gate passes (x3).',
    car: /^Car number 700\d$/,
    code: /^QR code [0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/,
    show: 'Show these codes at the gate.',
    rows: ['Registrations (x2)', 'Spaces (x1)', 'Tickets (x3)', 'Sub-total', 'Service fee', 'Taxes', 'Total'],
    cancelled: 'Taken back',
    goesBack: 'Space: Meadow A1: $35.00 goes back',
    processing: ['Processing registration...', 'Processing spaces...', 'Processing tickets...'],
    late: 'This part takes longer than usual.',
    safe: 'This takes longer than usual. Your order is safe.',
    back: 'Do not click the back button.',
  },
  {
    registered: 'Gracias por inscribirse en Spring Meet. Estos son sus números de auto:',
    space: 'Gracias por inscribirse en Spring Meet. Este es su espacio:',
    tickets: 'Gracias por su compra para Spring Meet: Gate passes (x3).',
    car: /^Número de auto 700\d$/,
    code: /^Código QR [0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/,
    show: 'Muestre estos códigos al llegar.',
    rows: [
      'Inscripciones (x2)',
      'Espacio (x1)',
      'Entradas (x3)',
      'Subtotal',
      'Cargo por servicio',
      'Impuestos',
      'Total',
    ],
    cancelled: 'Retirado por el club',
    goesBack: 'Espacio: Meadow A1: se devuelven $35.00',
  },
)

function toOrderUrl(product: Product, key: string): string {
  const url = new URL(toUrl(product, '/portal/order', club.subdomain))
  url.searchParams.set('key', key)
  return url.href
}

async function readCodes(page: Page, name: RegExp, count: number): Promise<string[]> {
  const codes = page.getByRole('img', { name })
  await expect(codes).toHaveCount(count)
  return codes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(' ').at(-1) ?? ''))
}

for (const [at, { language, width, height }] of viewports.entries()) {
  test(`an order of three parts waits and thanks part by part, with numbers and codes, in "${language}" at ${width} pixels @proof`, async ({
    journey,
    product,
    sale,
  }) => {
    const said = words[language]
    const page = await journey(club, 'visitor', { language, viewport: { width, height } })
    const wish = { cars, spaces: [4 + at], passes: 2, dinners: 1 }
    const bought = await buyAtEvent(product, sale['Spring Meet'], `parts-${language}@example.org`, wish)

    // paid, and the server has not finished it: each part has its own patience
    await page.clock.install()
    await changeOrder(page, (order) => Object.assign(order, { state: 'pending', paid: true }))
    await page.goto(toOrderUrl(product, bought.key))
    for (const text of said.processing) {
      await expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible()
    }
    await expect(page.getByText(said.back)).toBeVisible()
    await expect(page.getByText(said.safe)).toHaveCount(0)
    await page.clock.fastForward(21_000)
    await expect(page.getByText(said.late)).toHaveCount(2)
    await expect(page.getByText(said.safe)).toBeVisible()
    await expectAccessible(page)
    await page.clock.fastForward(40_000)
    await expect(page.getByText(said.late)).toHaveCount(3)
    await page.unrouteAll({ behavior: 'wait' })
    await page.clock.fastForward(10_000)

    for (const text of [said.registered, said.space, said.tickets]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByText(said.car)).toHaveCount(2)
    await expect(page.getByText('1951 Studebaker Champion').first()).toBeVisible()
    // what was chosen for a car and for a pass
    await expect(page.getByText('Parked by the barn', { exact: true })).toBeVisible()
    await expect(page.getByText('Ada O.', { exact: true })).toBeVisible()
    await expect(page.getByText(said.show)).toBeVisible()
    // two cars, a space and three tickets
    const codes = await readCodes(page, said.code, 6)
    for (const code of codes) await expect(page.getByText(code, { exact: true })).toBeVisible()
    await expect(page.locator('dl:visible dt')).toContainText(said.rows)
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
    await expectAccessible(page)
    await page.reload()
    expect(await readCodes(page, said.code, 6)).toEqual(codes)

    // an officer takes the space back
    const place = [String(bought.receiptId), '--tenant', club.subdomain]
    const refund = ['--refund', '--lines', '3', '--reason', 'By an officer.', '--yes']
    const given = await product.club('orders', ...place, ...refund)
    expect(given.code, given.output).toBe(0)
    await page.reload()
    await expect(page.getByText(said.cancelled)).toBeVisible()
    await expect(page.getByText(said.goesBack.replace('A1', `A${5 + at}`))).toBeVisible()
    await expect(page.getByText(said.space, { exact: true })).toHaveCount(0)
    const left = await readCodes(page, said.code, 5)
    expect(codes).toEqual(expect.arrayContaining(left))
    await expectAccessible(page)
  })
}

test('the end of a flow knows an order by its key alone, and ends when it is completed @proof', async ({
  page,
  product,
  sale,
}) => {
  const rehearsal = sale['Rehearsal Meet']
  const spring = sale['Spring Meet']
  const { key } = await buyAtEvent(product, spring, 'key@example.org', { passes: 1 })
  const flow = new URL(toUrl(product, `/portal/events/${spring.id}/tickets`, club.subdomain))
  flow.searchParams.set('step', 'complete')
  flow.searchParams.set('key', key)
  await changeOrder(page, (order) => Object.assign(order, { state: 'pending', paid: true }))
  await page.goto(flow.href)
  await expect(page.getByRole('heading', { name: 'Processing tickets...' })).toBeVisible()
  await expect(button(page, flowWords.en.finished)).toBeDisabled()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Thank you for your purchase for Spring Meet: Gate passes (x1).')).toBeVisible()
  await expect(page.getByRole('img', { name: words.en.code })).toHaveCount(1)
  await expectAccessible(page)
  await button(page, flowWords.en.finished).click()
  await expect(page).toHaveURL(toUrl(product, '/portal/events', club.subdomain))

  // in test mode nobody pays, and the summary says so
  const free = await buyAtEvent(product, rehearsal, 'key@example.org', { cars: [cars[0]], spaces: [0] })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(toOrderUrl(product, free.key))
  await expect(page.getByText('Thank you for registering for Rehearsal Meet.')).toBeVisible()
  const sums = page.locator('dl > div').filter({ hasText: '$' })
  await expect(sums).toHaveText([
    'Registrations (x1)$40.001936 Ford Pickup',
    'Spaces (x1)$35.00Meadow A1',
    'TEST MODE: nothing is charged−$75.00',
    'Sub-total$0.00',
    'Service fee$0.00',
    'Taxes$0.00',
    'Total$0.00',
  ])
})
