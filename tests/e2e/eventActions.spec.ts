// An event's actions: closed with the reason before and after their window, and opening while somebody looks.
import type { Page } from '@playwright/test'
import { addDays, findDay } from '../../src/domain/day.ts'
import { startAhead } from '../support/browsers/startAhead.ts'
import { actions, now, opensAfterMs } from '../support/clubs/actionClubs.ts'
import { timeZone, today } from '../support/clubs/world.ts'
import { getSigner } from '../support/community/elsewhere.ts'
import { type EventIds, importActions, test } from './actionEvents.ts'
import { expect, expectAccessible, toUrl } from './fixtures.ts'

const goneWords =
  'Registration for this event is not available at this time or we were unable to load the event due to a poor network connection. You can try reloading this page again to see if that fixes it.'
const noSpaces =
  "We're sorry, there are no available spaces to purchase at this time. Please try again later or contact the event staff for assistance."

async function expectClosed(page: Page, title: string | RegExp, ...sentences: (string | RegExp)[]) {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  for (const sentence of sentences) await expect(page.getByText(sentence, { exact: true })).toBeVisible()
}

/** "Wednesday, July 1, 2026" */
function toLongDay(day: string, language: 'en' | 'es' = 'en'): string {
  return new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(day),
  )
}

test('an action that is closed says why, in its place, and leads back to the events @proof', async ({
  journey,
  product,
  ids,
}) => {
  const page = await journey(actions, 'visitor')
  const open = (event: keyof EventIds, action: string) =>
    page.goto(toUrl(product, `/portal/events/${ids[event]}/${action}`, actions.subdomain))
  const begins = new RegExp(
    `^Registration for Later Meet will begin on ${toLongDay(findDay(now + opensAfterMs, timeZone))}, \\d`,
  )
  await open('Later Meet', 'register')
  await expectClosed(page, begins, /^Online event registration will begin on .+, please come back then\.$/)
  await expectAccessible(page)
  await open('Later Meet', 'vendor')
  await expectClosed(
    page,
    'Signup for Later Meet',
    noSpaces,
    /^Vendor sales will begin on .+\d\.?$|^Vendor sales will begin on /,
  )
  await open('Later Meet', 'tickets')
  await expectClosed(
    page,
    'Purchase tickets for Later Meet',
    /^Ticket sales will begin on .+, please come back then\.$/,
  )
  await open('Later Meet', 'volunteer')
  await expectClosed(
    page,
    'Volunteer for Later Meet',
    /^Volunteer sign-up will begin on .+, please come back then\.$/,
  )

  const closed = toLongDay(addDays(today, -2))
  await open('Closed Meet', 'register')
  await expectClosed(
    page,
    `Registration for Closed Meet ended on ${closed}`,
    `We're sorry, online event registration ended on ${closed}.`,
  )
  await open('Closed Meet', 'vendor')
  await expectClosed(page, 'Signup for Closed Meet', "We're sorry, vendor sales have ended for Closed Meet.")
  await open('Closed Meet', 'tickets')
  await expectClosed(
    page,
    'Purchase tickets for Closed Meet',
    "We're sorry, ticket sales have ended for Closed Meet.",
  )
  await open('Closed Meet', 'volunteer')
  await expectClosed(page, 'Volunteer for Closed Meet', `We're sorry, volunteer sign-up ended on ${closed}.`)

  await open('Plain Meet', 'register')
  await expectClosed(page, 'This event is not available.', goneWords)
  await open('Plain Meet', 'vendor')
  await expectClosed(page, 'Signup for Plain Meet', noSpaces)
  await open('Plain Meet', 'tickets')
  await expectClosed(
    page,
    'Purchase tickets for Plain Meet',
    "We're sorry, there are no tickets to purchase at this time.",
  )
  await open('Plain Meet', 'volunteer')
  await expectClosed(
    page,
    'Volunteer for Plain Meet',
    "We're sorry, this event is not looking for volunteers at this time.",
  )
  await open('Plain Meet', 'juggle')
  await expectClosed(page, 'Invalid action: juggle')

  // a show that is over has ended everything, and is looked up all the same
  await open('Past Meet', 'register')
  await expectClosed(page, `Registration for Past Meet ended on ${toLongDay(addDays(today, -30))}`)
  await open('Past Meet', 'lookup')
  await expectClosed(page, 'Lookup purchase for Past Meet')
  await page.getByRole('link', { name: 'See the events' }).click()
  await expect(page).toHaveURL(toUrl(product, '/portal/events', actions.subdomain))

  await page.evaluate(() => localStorage.setItem('rcml-lang', 'es'))
  await open('Closed Meet', 'register')
  await expectClosed(page, `La inscripción en Closed Meet terminó el ${toLongDay(addDays(today, -2), 'es')}`)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('shifts for members alone bring a visitor to the sign-in, and from there to the action @proof', async ({
  page,
  product,
  ids,
}) => {
  const inMemberArea = toUrl(
    product,
    `/portal/member/events/${ids['Family Meet']}/volunteer`,
    actions.subdomain,
  )
  await page.goto(toUrl(product, `/portal/events/${ids['Family Meet']}/volunteer`, actions.subdomain))
  await expectClosed(
    page,
    'Volunteer for Family Meet',
    'The volunteer shifts of this event are for members of the club.',
  )
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.locator('input[type="email"]').fill(getSigner(actions, 'hand').email)
  await page.keyboard.press('Enter')
  await page.locator('input[type="password"]').fill(getSigner(actions, 'hand').password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`^${inMemberArea.replaceAll(/[?.]/g, '\\$&')}`))
  await expectClosed(
    page,
    'Volunteer for Family Meet',
    'There are no shifts to choose from at this time, check back later.',
  )
  await page.goto(toUrl(product, `/portal/member/events/${ids['Past Meet']}/vendor`, actions.subdomain))
  await expectClosed(page, 'Signup for Past Meet', "We're sorry, vendor sales have ended for Past Meet.")
  await page.getByRole('main').getByRole('link', { name: 'See the events' }).click()
  await expect(page).toHaveURL(toUrl(product, '/portal/member/events', actions.subdomain))
})

test('a window that opens changes the open page, without a connection too @proof', async ({
  page,
  ownProduct: product,
}) => {
  const ids = await importActions(product)
  await page.clock.install()
  // a worker would bring the form onto the device sooner or later
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('no worker here'))
  })
  await page.goto(toUrl(product, `/portal/events/${ids['Later Meet']}/register`, actions.subdomain))
  await expect(
    page.getByRole('heading', { level: 1, name: /^Registration for Later Meet will begin/ }),
  ).toBeVisible()
  await product.stop()
  await page.clock.fastForward(opensAfterMs)
  // its form is on this device already, and what it asks for comes by itself
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register for Later Meet')
  await startAhead(product, opensAfterMs)
  await expect(page.getByText(/^There are no classes to register in at this time/)).toBeVisible({
    timeout: 35_000,
  })
})

test('an event that cannot be loaded is loaded by its button, and one that does not exist offers none @worker @proof', async ({
  page,
  doorProduct,
  door,
  places: { club, event },
}) => {
  await page.goto(toUrl(doorProduct, '/portal/events/999999/register', club.subdomain))
  await expectClosed(page, 'This event is not available.', goneWords)
  const reload = page.getByRole('button', { name: 'Reload' })
  await expect(reload).toHaveCount(0)
  await page.goto(toUrl(doorProduct, '/portal', club.subdomain))
  await expect(page.getByRole('link', { name: 'Find an event' })).toBeVisible()
  await page.getByRole('link', { name: 'Find an event' }).click()
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  const lookup = page.getByRole('link', { name: /^Lookup Purchase/ }).first()
  // it stands there as soon as the club's time is known
  await expect(lookup).toBeVisible()
  await door.shut()
  await lookup.click()
  await expectClosed(page, 'This needs a connection', goneWords)
  await expectAccessible(page)
  await door.open()
  await reload.click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Lookup purchase for ${event.name}` }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})
