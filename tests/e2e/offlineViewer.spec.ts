// The product's main job: an event opened once works in a field with no network, after the phone was killed.
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
  ownProduct,
}) => {
  test.setTimeout(180_000)
  const { club, event } = findPlaces(ownProduct.demo)
  const home = toUrl(ownProduct, `/portal/viewer/${event.id}`, club.subdomain)
  // the club comes last, because a browser writes what it keeps of it some seconds late
  const held = Promise.withResolvers<void>()
  await phone.page.route('**/dart/core', async (route) => {
    if (route.request().postDataJSON()?.action === 'get_tenant') await held.promise
    await route.continue()
  })
  await phone.page.goto(home)
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
  await phone.page.getByRole('link', { name: 'Schedule' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeAttached()
  const star = phone.page.getByRole('button', { name: /^Favourite: / }).first()
  const kept = (await star.getAttribute('aria-label')) ?? (await star.textContent())
  await star.click()
  await expect(phone.page.getByRole('button', { name: kept ?? '', exact: true, pressed: true })).toBeVisible()
  await phone.page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(phone.page.getByText(/Show saved .*, the app itself not yet/)).toBeVisible({ timeout: 45_000 })
  await untilControlled(phone.page)
  held.resolve()
  // "Saved" is the whole promise: nothing more is waited for before the kill
  await saveForTheShow(phone.page)

  await ownProduct.stop()
  await phone.killAndReopen()
  // the browser's own word for a server that is not there
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
