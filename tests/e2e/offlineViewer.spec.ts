// The product's main job: an event opened once works in a field with no network, after the phone was killed.
import { expect, findPlaces, saveForTheShow, test, toUrl, watchForFaults } from './fixtures.ts'

test('an event opened once works whole with the server stopped and the browser killed', async ({
  phone,
  ownProduct,
}) => {
  test.setTimeout(180_000)
  const { club, event } = findPlaces(ownProduct.demo)
  const home = toUrl(ownProduct, `/portal/viewer/${event.id}`, club.subdomain)
  const viewer = (tab: string) => toUrl(ownProduct, `/portal/viewer/${event.id}/${tab}`, club.subdomain)
  await phone.page.goto(home)
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
  await saveForTheShow(phone.page)
  await phone.page.goto(viewer('schedule'))
  const star = phone.page.getByRole('button', { name: /^Favourite: / }).first()
  const kept = (await star.getAttribute('aria-label')) ?? (await star.textContent())
  await star.click()
  await expect(phone.page.getByRole('button', { name: kept ?? '', exact: true, pressed: true })).toBeVisible()

  await ownProduct.stop()
  await phone.killAndReopen()
  // the browser's own word for a server that is not there
  const faults = watchForFaults(phone.page, [/net::ERR_CONNECTION_REFUSED/])

  await phone.page.goto(home)
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(phone.page.locator('main img').first()).toHaveJSProperty('complete', true)
  expect(
    await phone.page
      .locator('main img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0)

  const crest = phone.page.locator('header img')
  await expect(crest).toBeVisible()
  expect(await crest.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await phone.page.getByRole('link', { name: 'Schedule' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeAttached()
  await expect(phone.page.getByRole('button', { name: kept ?? '', exact: true, pressed: true })).toBeVisible()

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

  await phone.page.getByRole('link', { name: 'More' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Notifications' })).toBeVisible()

  await phone.page.evaluate(() => localStorage.setItem('rcml-lang', 'es'))
  await phone.page.reload()
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'es')
  await phone.page.getByRole('link', { name: 'Programa' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Programa', level: 1 })).toBeAttached()
  const title = (kept ?? '').replace('Favourite: ', '')
  await expect(phone.page.getByRole('button', { name: title, pressed: true })).toBeVisible()
  expect(faults).toEqual([])
})
