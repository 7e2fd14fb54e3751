// The day of a show as visitors have it: times, "now", what is read in large type, and the day after.
import type { Page } from '@playwright/test'
import { findClock } from '../../src/domain/clock.ts'
import { addDays, toInstant } from '../../src/domain/day.ts'
import { expect, findPlaces, readDays, test, toUrl } from './fixtures.ts'

/** The screens notice the new time when the page becomes visible. */
async function setClock(page: Page, instant: number): Promise<void> {
  await page.clock.setFixedTime(instant)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** Texts in which a word is broken over two lines. */
function listBrokenWords(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => {
    const broken: string[] = []
    for (const element of elements) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        // words for screen readers have a box of one pixel
        const box = text.parentElement?.closest<HTMLElement>('span')
        if (box != null && box.offsetWidth <= 1) continue
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/[^ \n]+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            broken.push(word)
        }
      }
    }
    return broken
  })
}

test('in the field the schedule tells American time, stays at now, and leads back to it past every strip', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  test.setTimeout(120_000)
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
  await page.getByRole('button', { name: 'Show all vendors' }).click()
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

test('without a network the portal leads to the show that is on the phone, and nothing is red', async ({
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

test("on the show's day the club's home and its events lead into the show", async ({ page, product }) => {
  const { club, event } = findPlaces(product.demo)
  const { startDate, timeZone } = await readDays(product)
  // the server's answers must not take the chosen time away again
  await page.route('**/dart/core', async (route) => {
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
})
