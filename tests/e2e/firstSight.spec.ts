// The public pages as a visitor first sees them: whole with their document, before the app's code has run, and
// without a jump when the app takes over and its answers come late.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import {
  expect,
  type Places,
  saveForTheShow,
  test,
  toUrl,
  untilControlled,
  watchForFaults,
} from './fixtures.ts'

/** rules/offline 3.9 */
const largestShift = 0.02
const answersLateMs = 500
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

function listPages({ event }: Places): string[] {
  const list = ['/portal', '/portal/events', `/portal/event/${event.id}`]
  return [...list, '/portal/join', '/portal/renew', '/portal/donate']
}

interface Sight {
  isDrawn: boolean
  /** What stands where. */
  places: string
}

/** Runs in the page: adds up what moves, and records what each frame shows, from the first on. */
function watchSights() {
  // the machine has none of the fonts whose measures the fallback takes over (font.css)
  const fonts = new CSSStyleSheet()
  fonts.replaceSync(':root { --font-body: sans-serif !important; --font-heading: sans-serif !important }')
  document.adoptedStyleSheets = [fonts]
  const sights: Sight[] = []
  const shifts: number[] = []
  Object.assign(window, { sights, shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      shifts.push(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
  const noteFrame = () => {
    const main = document.querySelector('#main')
    if (main !== null) {
      const shown = [...document.querySelectorAll<HTMLElement>('#main :is(h1, h2, h3, img, input, .page a)')]
      const places = shown.map((element) => {
        const { left, top } = element.getBoundingClientRect()
        return `${element.localName} ${element.innerText} ${Math.round(left)} ${Math.round(top)}`
      })
      const isDrawn = document.querySelector('[data-painting=""]') !== null
      sights.push({ isDrawn, places: places.join('\n') })
    }
    requestAnimationFrame(noteFrame)
  }
  requestAnimationFrame(noteFrame)
}

/** Sights in which something stands elsewhere than in the end. The parser may show the first lines a frame earlier. */
function listMoved(sights: readonly Sight[]): string[] {
  const whole = sights.at(-1)?.places ?? ''
  const complete = sights.findIndex(({ places }) => places === whole)
  const isPart = (places: string) => places === '' || `${whole}\n`.startsWith(`${places}\n`)
  return sights
    .filter(({ places }, at) => (at < complete ? !isPart(places) : places !== whole))
    .map(({ places }) => places)
}

interface Visit {
  context: BrowserContext
  page: Page
  faults: string[]
  /** Opens the address, or loads the page again, and waits until the app shows all that it asked for. */
  open(url?: string): Promise<void>
  readShift(): Promise<number>
}

async function visit(browser: Browser, viewport: (typeof sizes)[number]): Promise<Visit> {
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  const page = await context.newPage()
  const faults = watchForFaults(page)
  let awaited = 0
  await page.route('**/dart/core', async (route) => {
    awaited += 1
    await new Promise((resolve) => setTimeout(resolve, answersLateMs))
    await route.continue()
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/dart/core')) awaited -= 1
  })
  await page.addInitScript(watchSights)
  return {
    context,
    page,
    faults,
    async open(url) {
      const answered = page.waitForResponse('**/dart/core')
      await (url === undefined ? page.reload() : page.goto(url))
      await expect(page.locator('#app > [data-painting=""]')).toHaveCount(0)
      await answered
      await expect(page.locator('#main h1')).toBeAttached()
      await expect(page.locator('#main [data-loading]')).toHaveCount(0)
      await expect.poll(() => awaited).toBe(0)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    },
    readShift: () =>
      page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      ),
  }
}

for (const size of sizes) {
  test(`each public page comes with its document at ${size.width} px, and nothing in it moves @proof`, async ({
    browser,
    product,
    places,
  }) => {
    for (const path of listPages(places)) {
      await test.step(path, async () => {
        const { context, page, faults, open, readShift } = await visit(browser, size)
        await open(toUrl(product, path, places.club.subdomain))
        const sights = await page.evaluate(() => (window as unknown as { sights: Sight[] }).sights)
        expect(sights[0]?.isDrawn).toBe(true)
        expect(sights.at(-1)?.isDrawn).toBe(false)
        expect(listMoved(sights)).toEqual([])
        expect(await readShift()).toBeLessThanOrEqual(largestShift)
        expect(faults).toEqual([])
        await context.close()
      })
    }
  })

  test(`under the worker too nothing moves at ${size.width} px, on the first visit to a page and the second @proof`, async ({
    browser,
    product,
    places,
  }) => {
    const { context, page, faults, open, readShift } = await visit(browser, size)
    await open(toUrl(product, '/portal/signin', places.club.subdomain))
    await untilControlled(page)
    for (const path of listPages(places)) {
      await test.step(path, async () => {
        await open(toUrl(product, path, places.club.subdomain))
        await expect(page.locator('meta[name="painting"]')).toHaveCount(0)
        expect(await readShift()).toBeLessThanOrEqual(largestShift)
        await open()
        expect(await readShift()).toBeLessThanOrEqual(largestShift)
      })
    }
    expect(faults).toEqual([])
    await context.close()
  })
}

for (const size of sizes) {
  test(`nothing moves on the viewer's home at ${size.width} px while the show is being saved @worker${size.width === 390 ? '' : ' @proof'}`, async ({
    browser,
    product,
    places: { club, event },
  }) => {
    const { context, page, faults, readShift } = await visit(browser, size)
    await page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
    await saveForTheShow(page)
    expect(await readShift()).toBeLessThanOrEqual(largestShift)
    expect(faults).toEqual([])
    await context.close()
  })
}

test("a ballot's link shows whose ballot it is before the code has come, nothing of the voter, and nothing moves", async ({
  browser,
  product,
  places: { club, event },
}) => {
  const voter = event.voters.at(-1)?.uuid ?? ''
  const { context, page, faults, readShift } = await visit(browser, { width: 390, height: 844 })
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(/assets\/start-.*\.js/, async (route) => {
    await mayCome
    await route.continue()
  })
  const answered = await page.goto(
    toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain),
    {
      waitUntil: 'commit',
    },
  )
  expect(await answered?.text()).not.toContain(voter)
  const drawn = page.locator('#app > [data-painting=""]')
  await expect(drawn.getByRole('heading', { name: 'Voter Ballot' })).toBeVisible()
  await expect(drawn.getByRole('banner')).toContainText(event.name)
  await expect(drawn).toContainText('This ballot can be used once.')
  letCome()
  await expect(page.getByRole('combobox').first()).toBeVisible()
  await expect(drawn).toHaveCount(0)
  expect(await readShift()).toBeLessThanOrEqual(largestShift)
  expect(faults).toEqual([])
  await context.close()
})

test('what a document shows is hidden from members and from readers of another language @proof', async ({
  browser,
  product,
  places,
}) => {
  const devices = [
    { store: 'localStorage', name: 'rcml-lang', value: 'es', heading: 'Hacerse socio' },
    {
      store: 'sessionStorage',
      name: `showfield:${places.club.subdomain}:token`,
      value: 'a.b.c',
      heading: 'Become a member',
    },
  ]
  for (const { store, name, value, heading } of devices) {
    const { context, page, open, readShift } = await visit(browser, sizes[0] ?? { width: 390, height: 844 })
    await page.addInitScript(
      ([place = '', key = '', text = '']) => {
        const storage = place === 'localStorage' ? localStorage : sessionStorage
        storage.setItem(key, text)
      },
      [store, name, value],
    )
    await open(toUrl(product, '/portal/join', places.club.subdomain))
    await expect(page.locator('html')).toHaveAttribute('data-painting', 'wrong')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const sights = await page.evaluate(() => (window as unknown as { sights: Sight[] }).sights)
    const drawn = sights.filter(({ isDrawn }) => isDrawn)
    // hidden elements have no place
    expect(
      drawn.filter(({ places: shown }) => !shown.split('\n').every((line) => line.endsWith(' 0 0'))),
    ).toEqual([])
    expect(await readShift()).toBeLessThanOrEqual(largestShift)
    await context.close()
  }
})

test('a tap that begins on the document ends there, though the app is ready in the middle of it @proof', async ({
  journey,
  page,
  places: { club },
}) => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(/assets\/start-/, async (route) => {
    await mayCome
    await route.continue()
  })
  await journey(club, 'visitor', { path: '/portal/join' })
  const link = page.locator('[data-painting] a', { hasText: 'Join Now' }).first()
  await link.hover()
  await page.mouse.down()
  const isThere = page.waitForResponse(/assets\/start-/)
  letCome()
  await (await isThere).finished()
  // time enough for the app to take the link away, if it does
  await link.waitFor({ state: 'detached', timeout: 1_000 }).catch(() => undefined)
  await page.mouse.up()
  await expect(page).toHaveURL(/portal\/join\/\d+/)
})
