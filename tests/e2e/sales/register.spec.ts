// Registering vehicles: by keyboard and by touch, two of them with tickets, changed, remembered, and free in
// test mode.
import type { Page } from '@playwright/test'
import { breakCalls, countCalls, endpoint, holdCalls } from '../../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  expectPaid,
  expectPrice,
  expectThanks,
  fillCard,
  fillPersonal,
  finish,
  flowWords,
  pay,
  pressNext,
} from '../../support/buying/buyers.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { sales } from '../../support/clubs/saleClubs.ts'
import { asVisitor } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, toUrl } from '../fixtures.ts'
import { test, toSales } from './saleFlows.ts'

const field = (page: Page, name: string) => page.locator(`#field-vehicle-${name}`)
const rows = (page: Page) => page.getByRole('listitem').getByRole('heading', { level: 3 })

async function press(page: Page, name: string): Promise<void> {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
}

test(`a visitor registers two cars with a ticket by keyboard alone, and loses nothing on the way${inTurn('register')}`, async ({
  journey,
  product,
  sales: ids,
}) => {
  const email = 'ada-register@example.org'
  const { call } = asVisitor(product, sales.subdomain)
  const listCars = async () => (await call('get_entries', { eventId: ids['Orchard Show'] })).cars
  // others may have registered here
  const before = (await listCars()).map(({ number }) => number)
  const path = `/portal/events/${ids['Orchard Show']}/register`
  const page = await journey(sales, 'visitor', { path, viewport: { width: 1280, height: 800 } })
  await expect(page.getByRole('heading', { level: 1, name: 'Register for Orchard Show' })).toBeVisible()
  await fillPersonal(page, email)
  await press(page, 'Next')

  await expect(field(page, 'make').locator('option')).toHaveText([
    'Choose a make',
    'Aston Martin',
    'Studebaker',
  ])
  const listed = ['Registrations (x1)', 'Tickets (x0)', 'Member Discount']
  const amounts = ['$35.00', '$0.00', '$0.00', '$35.00', '$1.50', '$0.00', '$36.50']
  await expectPrice(page, 'en', listed, amounts)
  await press(page, 'Next')
  await expect(page.getByRole('link', { name: 'Answer needed: Will you join the parade?' })).toBeVisible()
  await expect(field(page, 'year')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('1964')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Stu')
  await expect(field(page, 'model').locator('option')).toHaveText([
    'Choose a model',
    'Avanti',
    'Gran Turismo Hawk',
  ])
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ava')
  await field(page, 'carClass').focus()
  await page.keyboard.type('2')
  await expect(field(page, 'carClass').locator('option:checked')).toHaveText('2, Sports cars')
  await field(page, 'answers-o1').focus()
  await page.keyboard.type('Y')
  await page.reload()
  await expect(field(page, 'model')).toHaveValue('Avanti')
  await expect(field(page, 'answers-o1')).toHaveValue('1')
  await press(page, 'Next')

  // taken in once: by Back and Next, and by a reload
  await expect(rows(page)).toHaveText(['1964 Studebaker Avanti'])
  await expect(page.getByText('Will you join the parade?: Yes', { exact: true })).toBeVisible()
  await press(page, 'Back')
  await expect(field(page, 'year')).toHaveValue('')
  await press(page, 'Next')
  await page.reload()
  await expect(rows(page)).toHaveText(['1964 Studebaker Avanti'])
  await expectAccessible(page)

  // a car that is half typed is not passed over, and not lost
  await press(page, 'Register another vehicle')
  await field(page, 'year').focus()
  await page.keyboard.type('1936')
  await press(page, 'Discard this vehicle')
  await expect(rows(page)).toHaveText(['1964 Studebaker Avanti'])
  await press(page, 'Register another vehicle')
  await expect(field(page, 'year')).toHaveValue('')
  await field(page, 'year').focus()
  await page.keyboard.type('1936')
  await press(page, 'Not in the list? Type it')
  await expect(field(page, 'make')).toBeFocused()
  await page.keyboard.type('Auburn')
  await press(page, 'Next')
  await expect(page.getByText('Enter or choose the model.').first()).toBeVisible()
  await page.reload()
  await expect(field(page, 'make')).toHaveValue('Auburn')
  await field(page, 'model').focus()
  await page.keyboard.type('Speedster')
  await field(page, 'carClass').focus()
  await page.keyboard.type('1')
  await field(page, 'answers-o1').focus()
  await page.keyboard.type('N')
  await press(page, 'Next')
  await expect(rows(page)).toHaveText(['1964 Studebaker Avanti', '1936 Auburn Speedster'])

  // changed in its place, and before that left as it was
  await press(page, 'Edit 1964 Studebaker Avanti')
  await field(page, 'year').fill('1901')
  await press(page, 'Leave it as it was')
  await expect(rows(page)).toHaveText(['1964 Studebaker Avanti', '1936 Auburn Speedster'])
  await button(page, 'Edit 1964 Studebaker Avanti').focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'model')).toHaveValue('Avanti')
  await field(page, 'year').fill('1963')
  await press(page, 'Next')
  await expect(rows(page)).toHaveText(['1963 Studebaker Avanti', '1936 Auburn Speedster'])

  await press(page, 'One more: Crew breakfast')
  await expect(page.locator('dl:visible > div').filter({ hasText: 'Registrations (x2)' })).toContainText(
    '$70.00',
  )
  await expect(page.locator('dl:visible > div').filter({ hasText: 'Tickets (x1)' })).toContainText('$6.00')
  await expectAccessible(page)
  await press(page, 'Next')
  await expect(page.getByText(/Cars stay until four\.\s+Dogs on a lead\./)).toBeVisible()
  await page.locator('#field-agreed').focus()
  await page.keyboard.press('Space')
  await press(page, 'Next')
  await fillCard(page)
  await button(page, 'Pay Now $77.50').focus()
  await page.keyboard.press('Enter')
  await expectPaid(page)
  await expectAccessible(page)
  const added = (await listCars()).filter(({ number }) => !before.includes(number))
  expect(added.map(({ make, carClass }) => `${carClass} ${make}`).sort()).toEqual([
    '1 Auburn',
    '2 Studebaker',
  ])
  await finish(page)
  await expect(page).toHaveURL(toUrl(product, '/portal/events', sales.subdomain))
})

test('a member registers free in test mode by touch in Spanish, and is offered the car again @proof', async ({
  journey,
  product,
  sales: ids,
}) => {
  const to = (path: string) => toUrl(product, path, sales.subdomain)
  const path = `/portal/member/events/${ids['Trial Meet']}/register`
  const page = await journey(sales, 'member', { path, language: 'es' })
  await expect(page.locator('#field-personal-fname')).toHaveValue('Josephine')
  await pressNext(page, 'es')
  await expect(page.getByText('Sus vehículos de otros eventos')).toHaveCount(0)
  await field(page, 'year').fill('1957')
  // this event asks make and model as texts
  await field(page, 'make').fill('Studebaker')
  await field(page, 'model').fill('Gran Turismo Hawk')
  await field(page, 'color').fill('Rojo')
  await field(page, 'carClass').selectOption('7')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  // the price comes after the terms were agreed to
  const letPriceCome = await holdCalls(page, 'quote_order')
  await button(page, flowWords.es.next).dblclick()
  await expect(rows(page)).toHaveText(['1957 Studebaker Gran Turismo Hawk'])
  await expectAccessible(page)
  const creates = countCalls(page, 'create_event_customer')
  await pressNext(page, 'es')
  await page.locator('#field-agreed').check()
  await button(page, flowWords.es.next).dblclick()
  await expect(page.getByRole('heading', { name: 'Paso 5 de 6: Pagar' })).toBeVisible()
  letPriceCome()
  await expectThanks(page, 'es')
  expect(creates()).toBe(1)
  await finish(page, 'es')
  await expect(page).toHaveURL(to('/portal/member/events'))

  // at the next event one press fills the form, and members pay less
  await page.goto(to(`/portal/member/events/${ids['Orchard Show']}/register`))
  await pressNext(page, 'es')
  await button(page, 'Completar con 1957 Studebaker Gran Turismo Hawk').click()
  await expect(field(page, 'year')).toHaveValue('1957')
  await expect(field(page, 'make')).toHaveValue('Studebaker')
  await expect(field(page, 'model')).toHaveValue('Gran Turismo Hawk')
  await expect(field(page, 'color')).toHaveValue('Rojo')
  await field(page, 'carClass').selectOption('2')
  await field(page, 'answers-o1').selectOption('2')
  await pressNext(page, 'es')
  await pressNext(page, 'es')
  await acceptTerms(page, 'es')
  await fillCard(page, undefined, 'es')
  await expect(button(page, 'Pagar ahora $31.50')).toBeVisible()
  await pay(page, 'es')
  await expectPaid(page, 'es')
})

test('models that cannot be loaded are loaded as soon as they can be, or typed @proof', async ({
  page,
  product,
  sales: ids,
}) => {
  await page.goto(toSales(product, ids['Orchard Show'], 'register'))
  await fillPersonal(page, 'models@example.org')
  await breakCalls(page, 'get_models')
  await pressNext(page)
  await field(page, 'make').selectOption('Studebaker')
  await expect(page.getByText('The list could not be loaded. Try again, or type it.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(endpoint)
  await field(page, 'model').selectOption('Avanti')
  await page.locator('#field-vehicle-make').selectOption('Aston Martin')
  // of this make the club lists no model
  const typed = page.locator('input#field-vehicle-model')
  await expect(typed).toHaveValue('')
  await typed.fill('DB5')
  await field(page, 'year').fill('1964')
  await field(page, 'carClass').selectOption('2')
  await field(page, 'answers-o1').selectOption('1')
  await pressNext(page)
  await expect(rows(page)).toHaveText(['1964 Aston Martin DB5'])
  await button(page, 'Remove 1964 Aston Martin DB5').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it out' }).click()
  // without a vehicle nothing is left to confirm
  await expect(field(page, 'year')).toBeVisible()
})
