// The product's main job: an event that was opened once works in a field with no network, after the phone was
// killed.

import { holdCalls } from '../support/browsers/pageCalls.ts'
import {
  expect,
  findPlaces,
  saveForTheShow,
  test,
  toUrl,
  untilControlled,
  watchForFaults,
} from './fixtures.ts'

test('an event opened once works whole with the server stopped and the browser killed', async ({
  phone,
  ownClubs,
}) => {
  const { club, event } = findPlaces(ownClubs.demo)
  const home = toUrl(ownClubs, `/portal/viewer/${event.id}`, club.subdomain)
  // the club is saved last, because a browser writes it some seconds late
  const release = await holdCalls(phone.page, 'get_tenant')
  await phone.page.goto(home)
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
  await phone.page.getByRole('link', { name: 'Schedule' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeAttached()
  // today is another day when the show's midnight passes meanwhile
  const findFirstDay = () => phone.page.getByRole('radio').first()
  await findFirstDay().check({ force: true })
  const star = phone.page.getByRole('button', { name: /^Favourite: / }).first()
  const starred = (await star.getAttribute('aria-label')) ?? (await star.textContent())
  await star.click()
  await expect(
    phone.page.getByRole('button', { name: starred ?? '', exact: true, pressed: true }),
  ).toBeVisible()
  await phone.page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(phone.page.getByText(/Show saved .*\. Still saving the app/)).toBeVisible({ timeout: 45_000 })
  await untilControlled(phone.page)
  release()
  // after "Saved" the kill may come at once
  await saveForTheShow(phone.page)

  await ownClubs.stop()
  await phone.killAndReopen()
  // the browser's own message for a server that is gone
  const faults = watchForFaults(phone.page, [/net::ERR_CONNECTION_REFUSED/])

  await phone.page.goto(home)
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
  for (const picture of [phone.page.locator('main img').first(), phone.page.locator('header img')]) {
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }

  await phone.page.getByRole('link', { name: 'Schedule' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeAttached()
  await findFirstDay().check({ force: true })
  await expect(
    phone.page.getByRole('button', { name: starred ?? '', exact: true, pressed: true }),
  ).toBeVisible()

  await phone.page.getByRole('link', { name: 'Maps' }).click()
  const choice = phone.page.getByRole('combobox').first()
  await expect(choice.locator('option')).toHaveCount(3)
  for (const label of await choice.locator('option').allTextContents()) {
    await choice.selectOption({ label })
    await expect(phone.page.getByRole('application', { name: label })).toBeVisible()
    await expect(phone.page.locator('canvas')).toBeVisible()
    await expect(phone.page.locator('[data-picture="shown"]')).toBeVisible()
  }

  await phone.page.getByRole('link', { name: 'Vendors' }).click()
  await expect(phone.page.getByRole('listitem').nth(20)).toBeAttached()

  await phone.page.getByRole('link', { name: 'More of this event' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Notifications' })).toBeVisible()

  await phone.page.evaluate(() => localStorage.setItem('rcml-lang', 'es'))
  await phone.page.reload()
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'es')
  await phone.page.getByRole('link', { name: 'Programa' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Programa', level: 1 })).toBeAttached()
  const title = (starred ?? '').replace('Favourite: ', '')
  await expect(phone.page.getByRole('button', { name: title, pressed: true })).toBeVisible()
  expect(faults).toEqual([])
})

test('a favourite is shown as one when it is on the disk, not before', async ({ page, product }) => {
  const { club, event } = findPlaces(product.demo)
  await page.goto(toUrl(product, `/portal/viewer/${event.id}/schedule`, club.subdomain))
  const star = page.getByRole('button', { name: /^Favourite: / }).first()
  await expect(star).toBeVisible()
  // a transaction of somebody else, which keeps every write waiting until it ends
  const other = await page.evaluateHandle(async () => {
    const opening = indexedDB.open('showfield-favourites')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const transaction = opening.result.transaction('marks', 'readwrite')
    const state = { isHeld: true, turns: 0 }
    const goOn = () => {
      state.turns++
      if (state.isHeld) transaction.objectStore('marks').count().addEventListener('success', goOn)
    }
    goOn()
    return state
  })
  await star.click()
  const turns = await other.evaluate((state) => state.turns)
  await page.waitForFunction(([state, before]) => state.turns > before + 200, [other, turns] as const)
  await expect(star).toHaveAttribute('aria-pressed', 'false', { timeout: 1 })
  await other.evaluate((state) => {
    state.isHeld = false
  })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
})
