// What the club ends or takes away while somebody's form is open: it is said beside what they chose, and nothing
// else is lost.
import type { Page } from '@playwright/test'
import { addDays } from '../../../src/domain/day.ts'
import { holdCalls, untilAnswered } from '../../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  expectPrice,
  fill,
  fillPersonal,
  finish,
  payByCard,
  pressNext,
} from '../../support/buying/buyers.ts'
import { changing, makeChangingClub as makeClub } from '../../support/clubs/changingClub.ts'
import { importClubs, importEvents, today } from '../../support/clubs/world.ts'
import { expect, expectAccessible, signIn, buyerTest as test, toUrl } from '../fixtures.ts'

import { reloadEvent } from './saleSteps.ts'

const slug = changing.subdomain

async function fillVehicle(page: Page, make: string): Promise<void> {
  await page.locator('#field-vehicle-year').fill('1964')
  await page.locator('input#field-vehicle-make').fill(make)
  await page.locator('#field-vehicle-model').fill('Avanti')
  await page.locator('#field-vehicle-carClass').selectOption('1')
}

test('an order has twenty lines, a ticket that is taken away must go, and a registration that has ended says so @proof', async ({
  journey,
  product,
}) => {
  const ids = await importEvents(product, changing)
  const page = await journey(changing, 'visitor', { allowed: [/4\d\d/] })
  const release = await holdCalls(page, 'get_all_eventclasses')
  await page.goto(toUrl(product, `/portal/events/${ids['Bare Meet']}/register`, slug))
  await expect(page.getByText('Loading event registration...')).toBeAttached()
  release()
  await expect(
    page.getByText('There are no classes to register in at this time, check back later.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'wait' })

  await page.goto(toUrl(product, `/portal/events/${ids['Full Meet']}/register`, slug))
  await fillPersonal(page, 'full@example.org')
  await pressNext(page)
  // this club has no makes to choose from
  await expect(page.locator('input#field-vehicle-make')).toBeVisible()
  await expect(button(page, 'Not in the list? Type it')).toHaveCount(0)
  await fillVehicle(page, 'Studebaker')
  await expectAccessible(page)
  await pressNext(page)
  for (let seat = 1; seat <= 19; seat += 1) await button(page, `One more: Seat ${seat}`).click()
  const another = button(page, 'Register another vehicle')
  await expect(another).toBeDisabled()
  await expect(another).toHaveAccessibleDescription('One order has at most 20 vehicles and tickets.')
  await button(page, 'One more: Seat 20').click()
  await button(page, 'Next').click({ force: true })
  await expect(
    page.getByText('One order has at most 19 kinds of tickets. Take one out to continue.').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await button(page, 'One fewer: Seat 1').click()

  await importClubs(product, [makeClub({ seats: 19 })], '--prune', '--yes')
  await reloadEvent(page)
  await expect(page.getByRole('heading', { level: 3, name: 'Unknown Ticket' })).toBeVisible()
  await expect(page.getByText('No longer offered', { exact: true })).toBeVisible()
  await expect(
    page.getByText('This ticket is no longer offered. Take it out to continue.').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await button(page, 'One fewer: Unknown Ticket').click()
  await expect(page.getByText('Unknown Ticket')).toHaveCount(0)
  await pressNext(page)
  await expect(page.locator('#step-heading')).toContainText('Agreement')

  await importClubs(product, [makeClub({ seats: 19, registrationEnds: -1 })])
  await acceptTerms(page)
  const ended = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(addDays(today, -1)),
  )
  // nothing is held, so the refusal closes the form
  await expect(page.getByText(`We're sorry, online event registration ended on ${ended}.`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'See the events' })).toBeVisible()
  await expectAccessible(page)
})

test('a shift that ends before the sign-up is sent is to be taken out, and without gifts there is none to choose @proof', async ({
  page,
  product,
}) => {
  const ids = await importEvents(product, changing)
  await page.goto(toUrl(product, `/portal/events/${ids['Helping Meet']}/volunteer`, slug))
  const worker = { fname: 'Ada', lname: 'Okafor', phone: '6145550123', email: 'late@example.org' }
  await fill(page, 'personal', worker)
  const gift = page.getByLabel('Preferred thank you gift (while supplies last)')
  await expect(gift.locator('option')).toHaveText(['None'])
  await pressNext(page)
  await page.getByRole('radio', { name: /Gate/ }).check()
  const over = page.getByRole('checkbox', { name: '1:00 PM – 3:00 PM' })
  await expect(over).toBeDisabled()
  await expect(over).toHaveAccessibleDescription('This shift is over')
  const shift = page.getByRole('checkbox', { name: '8:00 AM – 10:00 AM' })
  await shift.check()
  await importClubs(product, [makeClub({ shiftIn: -1 })])
  await pressNext(page)
  await expect(page.getByRole('alert')).toContainText('Over already: ')
  await expect(shift).toHaveAccessibleDescription(/This shift is over\. Take it out and choose another one\./)
  await expect(page.getByRole('radio', { name: /Gate/ })).toHaveAccessibleName(/All of them are over/)
  await expectAccessible(page)
})

test('a membership that ends takes nothing from who registers: they pay for what they hold, as a member no more @proof', async ({
  page,
  product,
}) => {
  const ids = await importEvents(product, changing)
  await signIn(page, product, changing, 'mabel')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(toUrl(product, `/portal/member/events/${ids['Full Meet']}/register`, slug))
  await expect(page.locator('#field-personal-fname')).toHaveValue('Mabel')
  await pressNext(page)
  await fillVehicle(page, 'Packard')
  await pressNext(page)
  await button(page, 'One more: Seat 1').click()
  // no discount is above its price
  const listed = ['Registrations (x1)', 'Tickets (x1)', 'Member Discount']
  const amounts = ['$20.00', '$1.00', '−$20.00', '$1.00', '$1.50', '$0.00', '$2.50']
  await expectPrice(page, 'en', listed, amounts)
  await pressNext(page)

  const end = async (membership: { memberFor: number }) => {
    await importClubs(product, [makeClub(membership)])
    const asked = untilAnswered(page, 'member_authorize')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await asked
  }
  await acceptTerms(page)
  const held = page.getByText(/^Held for you: /)
  await expect(held).toBeVisible()
  await end({ memberFor: 0 })
  const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  await expect(menu).toHaveText(['Membership'])
  await expect(held).toBeVisible()
  // what is held is theirs after a reload too, at the price of everybody
  await page.reload()
  await expect(page.getByText('The total was $2.50 and is $22.50 now.')).toBeVisible()
  await button(page, 'Continue with $22.50').click()
  await expect(held).toBeVisible()
  await payByCard(page)
  await finish(page)
  await expect(page).toHaveURL(toUrl(product, '/portal/member/membership', slug))
  // what is public is open to them as to anybody
  await page.goto(toUrl(product, `/portal/events/${ids['Full Meet']}/register`, slug))
  await expect(page.locator('#field-personal-fname')).toBeEditable()
  await expect(page).toHaveURL(/\/register\?/)
})
