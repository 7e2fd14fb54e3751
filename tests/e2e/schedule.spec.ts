// One entry of the schedule: opened, starred, shared, put into a calendar, found on the map, and linked to.
import { readFile } from 'node:fs/promises'
import { toInstant } from '../../src/domain/day.ts'
import { expect, expectAccessible, findPlaces, readDays, test, toUrl } from './fixtures.ts'

const label = 'Hollow Hot Six, jazz'

test('an entry opens with its own address, and leads to its place, a calendar and a link @proof', async ({
  journey,
  product,
  places: { club, event },
}) => {
  const page = await journey(club, 'visitor')
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void sessionStorage.setItem('copied', text) },
    })
  })
  await page.goto(toUrl(product, `/portal/viewer/${event.id}/schedule`, club.subdomain))
  await page.getByRole('radio').first().check({ force: true })
  const row = page.getByRole('link', { name: new RegExp(`^12:00.PM - 2:00.PM : ${label}`) })
  const sheet = page.getByRole('dialog', { name: label })

  // the whole row is the target, and going back closes it
  const box = await row.locator('xpath=ancestor::li').boundingBox()
  if (box === null) throw new Error('the entry is not on the screen')
  await row.scrollIntoViewIfNeeded()
  await row.locator('xpath=ancestor::li').click({ position: { x: 20, y: box.height - 8 } })
  await expect(sheet).toBeVisible()
  await expect(page).toHaveURL(/[?&]entry=d1-11(?:&|$)/)
  await expect(sheet.getByText('Bandstand')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(row).toBeFocused()

  // with the keyboard alone
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')

  const favourite = sheet.getByRole('button', { name: 'Favourite' })
  await favourite.click()
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')
  const downloading = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Add to calendar' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Hollow-Hot-Six-jazz.ics')
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain('SUMMARY:Hollow Hot Six\\, jazz\r\n')
  await sheet.getByRole('button', { name: 'Share' }).click()
  await expect(sheet.getByText('The link is copied.')).toBeVisible()
  const copied = await page.evaluate(() => sessionStorage.getItem('copied') ?? '')

  // the link opens the entry by itself; closing it stays on its day
  await page.goto(copied)
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]day=/)
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: `Favourite: ${label}`, pressed: true })).toBeVisible()

  // its place on the map says what is on there
  await row.click()
  await sheet.getByRole('link', { name: 'Show on the map' }).click()
  await expect(page).toHaveURL(/[?&]place=place-bandstand(?:&|$)/)
  await expect(page.getByRole('dialog', { name: 'Bandstand' })).toBeVisible()
  await expect(page.getByRole('application')).toHaveAccessibleName(/Merchants’|Merchants'/)
  await expectAccessible(page)
  await page.goto(copied.replace('d1-11', 'gone'))
  await expect(page.getByText('This entry is no longer in the schedule.')).toBeVisible()
})

test('opened by its own address it stands at now, and going back where the reader was @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const { startDate, timeZone } = await readDays(product)
  const { page } = phone
  const now = page.locator('#current-entry').filter({ hasText: 'Tractor pull' })
  const scrollTop = () => page.evaluate(() => Math.round(window.scrollY))
  const scrollTo = (top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  const address = toUrl(product, `/portal/viewer/${event.id}/schedule`, club.subdomain)
  // a page that has heard the server does not believe a clock that is set back
  await product.stop()
  await page.clock.setFixedTime(toInstant(startDate, '15:40', timeZone))

  await page.goto(address)
  await expect(now).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to now' })).toBeHidden()
  const place = await scrollTop()
  expect(place).toBeGreaterThan(300)

  // from a tab, from a reload and from elsewhere
  await scrollTo(100)
  await page.getByRole('link', { name: 'Vendors' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.goBack()
  await expect(now).toBeAttached()
  await expect.poll(scrollTop).toBe(100)
  await scrollTo(150)
  await page.reload()
  await expect(now).toBeAttached()
  await expect.poll(scrollTop).toBe(150)
  await page.goto('about:blank')
  await page.goBack()
  await expect(now).toBeAttached()
  await expect.poll(scrollTop).toBe(150)

  // on a phone on its side the tabs are at the bottom, and no rows show above the days
  await page.setViewportSize({ width: 844, height: 390 })
  await scrollTo(place)
  await expect.poll(async () => (await page.getByRole('radio').first().boundingBox())?.y).toBeLessThan(57)
})
