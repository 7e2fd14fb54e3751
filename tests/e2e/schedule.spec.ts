// One entry of the schedule: opened, starred, shared, put into a calendar, found on the map, and linked to.
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, findPlaces, test, toUrl, watchForFaults } from './fixtures.ts'

const label = 'Hollow Hot Six, jazz'

test('an entry opens with its own address, and leads to its place, a calendar and a link', async ({
  page,
  product,
}) => {
  const faults = watchForFaults(page)
  const { club, event } = findPlaces(product.demo)
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
  expect(faults).toEqual([])
})
