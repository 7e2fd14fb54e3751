// The club's calendar: its months, what is next, the address for other calendars, and what stays without a network.
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { expect, expectAccessible, test, toUrl } from '../fixtures.ts'
import { untilFilesSaved } from '../members/memberScreens.ts'

test.use({ serviceWorkers: 'allow' })

const words = inBoth(
  {
    start: 'Start date',
    end: 'End date',
    before: 'Year before',
    after: 'Year after',
    january: /^Jan /,
    december: /^Dec /,
    none: 'No activities',
    thisYear: 'Show this year',
    which: 'Which months?',
    next: /^Next activity: /,
    marked: 'Next',
    time: /^\(\d{1,2}:\d\d\s(AM|PM) -\d{1,2}:\d\d\s(AM|PM)\)$/,
    make: 'Make an address',
    address: 'Your private address',
    open: 'Open in my calendar',
    renew: 'New address',
    copy: 'Copy the address',
    saved: /^No connection\. This is what was saved/,
    offline: 'This needs a connection.',
  },
  {
    january: /^ene /,
    december: /^dic /,
    next: /^Próxima actividad: /,
    time: /^\(\d{1,2}:\d\d\s[ap]\.\sm\. -\d{1,2}:\d\d\s[ap]\.\sm\.\)$/,
    saved: /^Sin conexión\. Esto es lo guardado/,
  },
)

for (const { language, viewport } of rounds) {
  test(`a member reads the club's calendar in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    doorProduct: product,
    places: { club },
  }) => {
    const text = words[language]
    // who has no address yet
    const role = language === 'en' ? 'member' : 'moderator'
    const allowed = [/ERR_|Failed to fetch|status of (404|50)/]
    const path = '/portal/member/activities'
    const page = await journey(club, role, { path, language, viewport, allowed, product })
    const list = page.getByRole('main').getByRole('listitem')
    const next = list.filter({ has: page.getByText(text.marked, { exact: true }) })
    const picker = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
    const readSpan = () => {
      const [, start = '', end = ''] = /activities\/(\d+)\/(\d+)/.exec(page.url()) ?? []
      return { start: Number(start), end: Number(end) }
    }

    await test.step('the address leads to this year, and back to where somebody came from', async () => {
      await expect(page).toHaveURL(/\/activities\/\d+\/\d+/)
      await expect(list.first()).toBeVisible()
      const { start, end } = readSpan()
      const year = new Date(start + 43_200_000).getUTCFullYear()
      expect(new Date(end - 43_200_000).getUTCFullYear()).toBe(year)
      await expect(picker(text.start)).toContainText(String(year))
      await expect(list.first().locator('p span').nth(1)).toHaveText(text.time)
    })

    await test.step('the months are chosen by keyboard, and the address says which', async () => {
      await picker(text.start).focus()
      await page.keyboard.press('Enter')
      const popup = page.getByRole('dialog', { name: text.start })
      await popup.getByRole('button', { name: text.before }).press('Enter')
      await expectAccessible(page)
      await popup.getByRole('button', { name: text.december }).press('Enter')
      await expect(popup).toBeHidden()
      await expect(picker(text.start)).toBeFocused()
      const { start } = readSpan()
      expect(new Date(start + 43_200_000).getUTCMonth()).toBe(11)
      // an end before the start is moved there
      await picker(text.end).click()
      await page.getByRole('dialog', { name: text.end }).getByRole('button', { name: text.before }).click()
      await page.getByRole('dialog', { name: text.end }).getByRole('button', { name: text.before }).click()
      await page.getByRole('dialog', { name: text.end }).getByRole('button', { name: text.january }).click()
      await expect(page.getByText(text.none, { exact: true })).toBeVisible()
      expect(readSpan().start).toBeLessThan(start)
      await expectAccessible(page)
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`/activities/${start}/`))
      await page.keyboard.press('Escape')
      await page.goForward()
      await page.getByRole('link', { name: text.thisYear }).click()
      await expect(list.first()).toBeVisible()
    })

    await test.step('an address without months says so, and shows nothing as chosen', async () => {
      await page.goto(toUrl(product, `${path}/then/now`, club.subdomain))
      await expect(page.getByText(text.which)).toBeVisible()
      await picker(text.start).click()
      const year = page.getByRole('dialog', { name: text.start }).locator('[aria-live]')
      await expect(year).toHaveText('2025')
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: text.thisYear }).click()
    })

    await test.step('a year around today has one that is next', async () => {
      const now = Date.now()
      const halfMs = 180 * 86_400_000
      await page.goto(toUrl(product, `${path}/${now - halfMs}/${now + halfMs}`, club.subdomain))
      await page.getByRole('button', { name: text.next }).click()
      await expect(next).toHaveCount(1)
      await expect(next).toBeFocused()
      await expect(next).toBeInViewport()
    })

    await test.step('another calendar can follow, until there is a new address', async () => {
      await page.getByRole('button', { name: text.make }).click()
      const field = page.getByLabel(text.address)
      await expect(field).toHaveValue(/\/calendar\/[0-9a-f]{40}\.ics/)
      const first = await field.inputValue()
      await expect(page.getByRole('link', { name: text.open })).toHaveAttribute('href', /^webcal:\/\//)
      const read = async (address: string) => {
        const { pathname, search } = new URL(address)
        return page.request.get(`${product.origin}${pathname}${search}`)
      }
      expect(await (await read(first)).text()).toContain('BEGIN:VEVENT')
      await expectAccessible(page)
      await page.getByRole('button', { name: text.renew }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: text.renew }).dblclick()
      await expect(page.getByRole('alertdialog')).toBeHidden()
      await expect(field).not.toHaveValue(first)
      expect((await read(first)).status()).toBe(404)
      expect((await read(await field.inputValue())).status()).toBe(200)
    })

    await test.step('without a network it is there as it was', async () => {
      await untilFilesSaved(page)
      await product.stop()
      await page.reload()
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect(next).toHaveCount(1)
      // the private address is not kept on the device
      await expect(page.getByLabel(text.address)).toHaveCount(0)
      await expectAccessible(page)
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  })
}
