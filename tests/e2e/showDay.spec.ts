// The day of a show as visitors have it: times, "now", what is read in large type, and the day after.
import type { Page } from '@playwright/test'
import { findClock } from '../../src/domain/clock.ts'
import { addDays, toInstant } from '../../src/domain/day.ts'
import { listBrokenWords } from './brokenWords.ts'
import { expect, findPlaces, readDays, test, toUrl } from './fixtures.ts'

/** The screens notice the new time when the page becomes visible. */
async function setClock(page: Page, instant: number): Promise<void> {
  await page.clock.setFixedTime(instant)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

test('in the field the schedule tells American time, stays at now, and leads back to it past every strip @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const { startDate, endDate, timeZone } = await readDays(product)
  const { page } = phone
  const at = (time: string) => toInstant(startDate, time, timeZone)
  const bar = page.getByRole('navigation', { name: 'Event' })
  const open = (tab: string) => bar.getByRole('link', { name: tab }).click()
  const now = page.locator('#current-entry')

  await page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  await product.stop()
  // a page that has heard the server no longer believes a clock that is set back
  await page.clock.setFixedTime(at('07:10'))
  await page.reload()
  await open('Schedule')
  await expect(now).toBeInViewport()
  const row = page.getByRole('listitem').filter({ hasText: 'Gates open for entrants' })
  await expect(row).toContainText('7:00 AM')
  await expect(row).toContainText('8:30 AM')
  const device = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const isForeign = findClock(at('07:10'), device) !== '07:10'
  await expect(page.getByText('Times are local to the show: Eastern Time.')).toHaveCount(isForeign ? 1 : 0)

  // eight hours later the place of the morning is forgotten
  await open('Vendors')
  await setClock(page, at('15:40'))
  await open('Schedule')
  await expect(now.filter({ hasText: 'Tractor pull' })).toBeInViewport()

  // who scrolls away gets back, also while the strip says that there is no connection
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  const strip = page.getByText(/^No connection\. Showing what was saved at/)
  const jump = page.getByRole('button', { name: 'Jump to now' })
  await expect(strip).toBeVisible()
  await expect
    .poll(async () => {
      const [button, line] = [await jump.boundingBox(), await strip.boundingBox()]
      return button !== null && line !== null && button.y + button.height <= line.y
    })
    .toBe(true)
  await jump.click()
  await expect(now.filter({ hasText: 'Tractor pull' })).toBeInViewport()

  // in a gap it stands before what comes next
  await open('Vendors')
  await setClock(page, at('18:15'))
  await open('Schedule')
  const barbecue = now.filter({ hasText: "Members' barbecue" })
  await expect(barbecue).toBeInViewport()
  await expect(barbecue).not.toHaveAttribute('aria-current')
  await setClock(page, at('15:40'))

  // a name that the club spells otherwise, a kind of stall, and nothing
  await open('Vendors')
  const search = page.getByRole('searchbox')
  await search.fill('tires')
  await expect(page.getByRole('heading', { name: 'Stony Ford Tyres' })).toBeVisible()
  await search.fill('burger')
  await expect(page.getByRole('heading', { name: 'Pie Wagon' })).toBeVisible()
  await search.fill('zeppelin')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByRole('heading', { name: 'Stony Ford Tyres' })).toBeVisible()

  // no word is broken in Spanish, nor with letters of twice the size
  await open('Home')
  await page.getByRole('button', { name: /Español/ }).click()
  await expect(page.getByText('Siguiente').first()).toBeVisible()
  await expect(page.getByText('hasta 4:30 p. m.').first()).toBeVisible()
  expect(await listBrokenWords(page, 'main section')).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await listBrokenWords(page, 'nav')).toEqual([])
  await page.getByRole('navigation', { name: 'Evento' }).getByRole('link', { name: 'Programa' }).click()
  await expect(now).toBeVisible()
  expect(await listBrokenWords(page, 'nav, li [aria-hidden="true"]')).toEqual([])
  // no filter is cut by what stands beside it, and the map's legend grows with the letters
  const filter = await page.getByRole('button', { name: /^Favoritos/ }).boundingBox()
  const lens = await page.getByRole('button', { name: 'Buscar en el programa' }).boundingBox()
  expect((filter?.x ?? 0) + (filter?.width ?? 0)).toBeLessThanOrEqual(lens?.x ?? 0)
  await page.getByRole('navigation', { name: 'Evento' }).getByRole('link', { name: 'Planos' }).click()
  const legend = page.getByRole('list', { name: 'Leyenda' })
  const fold = page.getByRole('button', { name: 'Leyenda' })
  await expect(fold.or(legend)).toBeVisible()
  if (await fold.isVisible()) await fold.click()
  const place = legend.getByRole('listitem').filter({ hasText: 'Lugar' })
  await expect(place.locator('circle').first()).toHaveAttribute('stroke', '#FFFFFF')
  const size = await place.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(size).toBeGreaterThan(20)

  // after midnight of the last night people are still there
  const over = page.getByText('Esta exhibición terminó. Gracias por venir.')
  await setClock(page, toInstant(addDays(endDate, 1), '00:30', timeZone))
  await page.getByRole('navigation', { name: 'Evento' }).getByRole('link', { name: 'Inicio' }).click()
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  await expect(over).toBeHidden()

  // the day after
  await setClock(page, toInstant(addDays(endDate, 1), '12:00', timeZone))
  await expect(over).toBeVisible()
})

test('without a network the portal leads to the show that is on the phone, and nothing is red @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const { page } = phone
  // it has opened the show and nothing else
  await product.stop()
  for (const path of ['/portal', '/portal/events', `/portal/event/${event.id}`]) {
    await page.goto(toUrl(product, path, club.subdomain))
    await expect(page.getByRole('heading', { name: 'Ready for the field' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.getByRole('link', { name: event.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  await expect(page.getByText(/^Saved for the show/)).toBeVisible()
})

test("on the show's day the club's home and its events lead into the show @proof", async ({
  browser,
  product,
}) => {
  // a worker would hear the server's time where this test cannot keep it away
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const { club, event } = findPlaces(product.demo)
  const { startDate, endDate, timeZone } = await readDays(product)
  // the server's answers must not take the chosen time away again
  await page.route('**/dart/**', async (route) => {
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.clock.setFixedTime(toInstant(startDate, '12:00', timeZone))
  for (const path of ['/portal', '/portal/events']) {
    await page.goto(toUrl(product, path, club.subdomain))
    await page.getByRole('link', { name: 'Open the show' }).first().click()
    await expect(page).toHaveURL(new RegExp(`/portal/viewer/${event.id}`))
  }

  // the day after, its own page does not read as if it were to come
  await page.clock.setFixedTime(toInstant(addDays(endDate, 1), '12:00', timeZone))
  await page.goto(toUrl(product, `/portal/event/${event.id}`, club.subdomain))
  await expect(page.getByText('This show is over. Thank you for coming.')).toBeVisible()
  await expect(page.getByText(/^Gates open at/)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Register|Signup|Purchase|Volunteer) Now/ })).toHaveCount(0)
  // what was bought is still found
  await expect(page.getByRole('link', { name: 'Lookup Purchase' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Schedule, maps and vendors' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})
