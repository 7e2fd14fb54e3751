// The map of a show in use: every way to move it, to find a space on it, and both ways to paint it.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { GROUND, INK, OUTSIDE, patterns } from '../../src/app/map/patterns.ts'
import { toLaunchOptions, withoutWebGl } from '../support/browsers/browser.ts'
import { dist } from '../support/browsers/builds.ts'
import type { Product } from '../support/browsers/product.ts'
import { expect, expectAccessible, type Places, test, toUrl, watchForFaults } from './fixtures.ts'
import { findChange, findColour as findIn, findOnStage, findSelected } from './map/mapPixels.ts'

const stageOf = (page: Page) => page.getByRole('application')
const sheetOf = (page: Page) => page.getByRole('dialog')

function toMapsUrl(product: Product, { club, event }: Places, search = ''): string {
  return toUrl(product, `/portal/viewer/${event.id}/maps${search}`, club.subdomain)
}

async function openMaps(page: Page, product: Product, places: Places, search = ''): Promise<void> {
  await page.goto(toMapsUrl(product, places, search))
  await expect(page.locator('[data-state="drawing"][data-picture="shown"]')).toBeVisible()
}

/** Searches for a vendor's space. The map shows it with its landmark. */
async function leadTo(
  page: Page,
  words: string,
  label: string,
  vendor = 'Cabin Crew Camping',
): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search the show' })
  const toList = page.getByRole('button', { name: 'Search the show' })
  await expect(field.or(toList).first()).toBeVisible()
  if (await toList.isVisible()) await toList.click()
  await field.fill(words)
  await page.getByRole('link', { name: `Show on map: ${vendor}` }).click()
  await expect(sheetOf(page).getByRole('heading', { name: `Space ${label}` })).toBeVisible()
}

/** Comes near to the space N2, by a tap on it. */
async function findSpace(page: Page): Promise<void> {
  await leadTo(page, 'N2', 'N2')
  const seen = await findChosen(page)
  await page.mouse.click(seen.x, seen.y)
  await expect.poll(async () => (await findChosen(page)).width).toBeGreaterThan(44)
}

const paintedBy = (page: Page, painter: 'canvas' | 'webgl') =>
  page.locator(`canvas[data-painter="${painter}"]`)

/** In the part of the stage that the sheet leaves free. */
const findColour = (page: Page, colour: string) => findOnStage(stageOf(page), colour, sheetOf(page))

/** The chosen space after all movement has ended. */
const findChosen = (page: Page) => findSelected(stageOf(page), sheetOf(page))

async function closeSheet(page: Page): Promise<void> {
  await sheetOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(sheetOf(page)).toBeHidden()
}

let faults: string[] = []
test.beforeEach(({ page }) => {
  faults = watchForFaults(page)
})
test.afterEach(() => expect(faults).toEqual([]))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the map opens filling the stage @proof', async ({ page, product, places }) => {
    await openMaps(page, product, places)
    // a strip beside the map would be thousands of pixels; the picture itself has a few of that grey
    expect((await findColour(page, OUTSIDE))?.count ?? 0).toBeLessThan(1000)
    expect(await findColour(page, '#000000')).toBeNull()
    expect((await findColour(page, patterns.free.ground))?.count).toBeGreaterThan(1000)
  })

  test('a search leads to the space with the nearest place, a pin stays on it, and its sheet says who stands there @proof', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await leadTo(page, 'cabin crew n2', 'N2')
    await expect(sheetOf(page).getByRole('heading', { name: 'Cabin Crew Camping' })).toBeVisible()
    await expect(sheetOf(page).getByText('Also in N1, N3.')).toBeVisible()
    const near =
      (await sheetOf(page)
        .getByText(/^Near /)
        .textContent()) ?? ''
    const seen = await findChosen(page)
    const tip = async () => {
      const pin = await page.locator('[data-pin]').boundingBox()
      return { x: (pin?.x ?? 0) + (pin?.width ?? 0) / 2, y: (pin?.y ?? 0) + (pin?.height ?? 0) }
    }
    const expectPinOn = async ({ x, y, width, height }: typeof seen) => {
      const at = await tip()
      expect(Math.abs(at.x - x)).toBeLessThan(width / 2 + 2)
      expect(Math.abs(at.y - y)).toBeLessThan(height / 2 + 4)
    }
    await expectPinOn(seen)
    // the place that the sheet names is in sight: its dark mark with its name below
    expect((await findColour(page, patterns.place.border))?.count ?? 0).toBeGreaterThan(40)
    expect(near).toMatch(/^Near (Hall|Gate 2|Main avenue)$/)
    // on the whole map the space is a speck below the pin, which has moved along with it
    const before = await tip()
    await page.getByRole('button', { name: 'Show the whole map' }).click()
    await expect.poll(async () => (await tip()).y).not.toBe(before.y)
    await expect(page.locator('[data-pin]')).toBeInViewport({ ratio: 1 })
    await sheetOf(page).getByRole('link', { name: 'See vendor' }).click()
    await expect(page).toHaveURL(/\/vendors\?.*vendor=/)
    await page.goBack()
    await closeSheet(page)
    await expect(page.locator('[data-pin]')).toBeHidden()
  })

  test('labels are drawn on the spaces, and the chosen one stands in the middle of what its sheet leaves free @proof', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    let seen = await findChosen(page)
    let bottom = 0
    // on a busy machine it stands still for a moment before it flies there
    await expect
      .poll(async () => {
        seen = await findChosen(page)
        const stage = await stageOf(page).boundingBox()
        bottom = (await sheetOf(page).boundingBox())?.y ?? 0
        return Math.abs(seen.y - ((stage?.y ?? 0) + bottom) / 2)
      })
      .toBeLessThan(30)
    expect(seen.y + seen.height / 2).toBeLessThan(bottom - 40)
    // the label of the chosen space is below its tick, that of its neighbour in the middle, on a plate
    const lower = { x: seen.x - seen.width * 0.3, y: seen.y + seen.height * 0.1 }
    const own = { ...lower, width: seen.width * 0.6, height: seen.height * 0.3 }
    expect((await findIn(page, own, '#FFFFFF'))?.count ?? 0).toBeGreaterThan(20)
    const next = { x: seen.x + seen.width * 0.9, y: seen.y - 10, width: seen.width * 0.6, height: 24 }
    expect((await findIn(page, next, INK))?.count ?? 0).toBeGreaterThan(8)
  })

  test('an address names the space, Back closes its sheet @proof', async ({ page, product, places }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    const { searchParams } = new URL(page.url())
    await page.goBack()
    await expect(sheetOf(page)).toBeHidden()
    expect(new URL(page.url()).searchParams.has('space')).toBe(false)

    await openMaps(
      page,
      product,
      places,
      `?map=${searchParams.get('map')}&space=${searchParams.get('space')}`,
    )
    await expect(sheetOf(page).getByRole('heading', { name: 'Space N2' })).toBeVisible()
    await findChosen(page)
    await closeSheet(page)
    await expect(page).not.toHaveURL(/space=/)
    await expect(stageOf(page)).toBeVisible()
  })

  test('a tap on a space opens its sheet, a tap beside the spaces closes it @proof', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    const seen = await findChosen(page)
    await page.touchscreen.tap(seen.x + seen.width * 1.2, seen.y + seen.width * 0.15)
    await expect(sheetOf(page).getByRole('heading', { name: 'Space N3' })).toBeVisible()
    await expect(sheetOf(page).getByRole('heading', { name: 'Cabin Crew Camping' })).toBeVisible()
    const next = await findChosen(page)
    // the lane between the pairs of rows
    await page.touchscreen.tap(next.x, next.y - next.width * 0.95)
    await expect(sheetOf(page)).toBeHidden()
    await expect(page).not.toHaveURL(/space=/)
  })

  test('two fingers zoom about their middle, one finger carries the map, and it glides on', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    const devtools = await page.context().newCDPSession(page)
    // a clock for the events only: how far the map glides must not depend on how busy this machine is
    let at = Date.now() / 1000
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) => {
      if (type !== 'touchEnd') at += 0.06
      return devtools.send('Input.dispatchTouchEvent', {
        type,
        timestamp: at,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      })
    }

    const first = await findChosen(page)
    const pair = (half: number): [number, number][] => [
      [first.x - half, first.y],
      [first.x + half, first.y],
    ]
    await touch('touchStart', pair(50))
    for (const half of [55, 60, 65, 70, 75]) await touch('touchMove', pair(half))
    await touch('touchEnd', [])
    const near = await findChosen(page)
    expect(near.width / first.width).toBeGreaterThan(1.35)
    expect(near.width / first.width).toBeLessThan(1.65)
    expect(Math.hypot(near.x - first.x, near.y - first.y)).toBeLessThan(6)

    const pan = async (way: 1 | -1): Promise<number> => {
      const before = await findChosen(page)
      await touch('touchStart', [[200, 300]])
      await touch('touchMove', [[200 + 12 * way, 300]])
      for (const dx of [22, 32, 42, 52, 62]) await touch('touchMove', [[200 + dx * way, 300]])
      await touch('touchEnd', [])
      await expect.poll(async () => (await findChosen(page)).x).not.toBe(before.x)
      return ((await findChosen(page)).x - before.x) * way
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // the first step only shows that it is no tap
    expect(Math.abs((await pan(-1)) - 50)).toBeLessThan(3)
    await page.emulateMedia({ reducedMotion: null })
    const glided = await pan(1)
    expect(glided).toBeGreaterThan(65)
    expect(glided).toBeLessThan(130)
    expect(await page.evaluate(() => [window.visualViewport?.scale, window.scrollY])).toEqual([1, 0])
  })

  test('a second tap beside the spaces comes nearer instead of choosing @proof', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    const before = await findChosen(page)
    const beside = { x: before.x, y: before.y - before.width * 0.95 }
    await page.touchscreen.tap(beside.x, beside.y)
    await page.touchscreen.tap(beside.x, beside.y)
    await expect.poll(async () => (await findChosen(page)).width / before.width).toBeGreaterThan(1.8)
    await expect(sheetOf(page)).toBeVisible()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on the map, its sheet and its list in ${colorScheme} @proof`, async ({
      page,
      product,
      places,
    }) => {
      await page.emulateMedia({ colorScheme })
      await openMaps(page, product, places)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Search the show' }).click()
      await expect(page.getByText(/^\d+ stalls/)).toBeVisible()
      await expectAccessible(page)
      await findSpace(page)
      await findChosen(page)
      await expectAccessible(page)
    })
  }
})

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the mouse drags the map and its wheel zooms about the pointer @proof', async ({
    page,
    product,
    places,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openMaps(page, product, places)
    await findSpace(page)
    const first = await findChosen(page)
    await page.mouse.move(450, 300)
    await page.mouse.down()
    await page.mouse.move(462, 300)
    await page.mouse.move(502, 260, { steps: 4 })
    await page.mouse.up()
    const dragged = await findChosen(page)
    expect(Math.abs(dragged.x - first.x - 40)).toBeLessThan(3)
    expect(Math.abs(dragged.y - first.y + 40)).toBeLessThan(3)

    await page.mouse.move(dragged.x, dragged.y)
    await page.mouse.wheel(0, -200)
    await expect.poll(async () => (await findChosen(page)).width).toBeGreaterThan(dragged.width * 1.3)
    const near = await findChosen(page)
    // the pointer's ring around it counts too
    expect(near.width / dragged.width).toBeLessThan(1.8)
    expect(Math.hypot(near.x - dragged.x, near.y - dragged.y)).toBeLessThan(8)
  })

  test('the buttons zoom in and out and show the whole map @proof', async ({ page, product, places }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    const first = await findChosen(page)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(async () => (await findChosen(page)).width).toBeGreaterThan(first.width * 1.4)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(async () => Math.abs((await findChosen(page)).width - first.width)).toBeLessThan(4)
    await page.getByRole('button', { name: 'Show the whole map' }).click()
    await expect.poll(async () => (await findChosen(page)).width).toBeLessThan(first.width * 0.6)
  })

  test('the keyboard goes from space to space, opens one, closes it, and zooms', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    await findChosen(page)
    await closeSheet(page)
    await stageOf(page).focus()
    const said = page.locator('[data-picture] [role="status"]')
    await page.keyboard.press('ArrowRight')
    await expect(said).toHaveText(/^Cabin Crew Camping/)
    await page.keyboard.press('ArrowRight')
    await expect(said).toHaveText('Space N4, Near WC')
    await page.keyboard.press('Enter')
    await expect(sheetOf(page).getByRole('heading', { name: 'Space N4' })).toBeVisible()
    const first = await findChosen(page)
    await stageOf(page).focus()
    await page.keyboard.press('+')
    await expect.poll(async () => (await findChosen(page)).width).toBeGreaterThan(first.width * 1.3)
    await page.keyboard.press('0')
    await expect.poll(async () => (await findChosen(page)).width).toBeLessThan(first.width * 0.6)
    await page.keyboard.press('Escape')
    await expect(sheetOf(page)).toBeHidden()
  })

  test('the list beside the map reaches every space by the keyboard @proof', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    const words = (await page.getByText(/^\d+ stalls/).textContent()) ?? ''
    // spaces, and places that are none
    const total = (words.match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0)
    const list = page.getByRole('list', { name: words })
    const rows = list.getByRole('listitem')
    const expectFocusOn = async (place: number) => {
      const row = list.locator(`[aria-posinset="${place}"][aria-setsize="${total}"]`)
      await expect(row.getByRole('button')).toBeFocused()
      await expect(row).toBeInViewport({ ratio: 0.9 })
    }
    await rows.first().getByRole('button').focus()
    for (let step = 1; step < 30; step++) await page.keyboard.press('ArrowDown')
    await expectFocusOn(30)
    for (let step = 0; step < 10; step++) await page.keyboard.press('Tab')
    await expectFocusOn(40)
    await page.keyboard.press('Shift+Tab')
    await expectFocusOn(39)
    expect(await rows.count()).toBeLessThan(60)

    // out of sight it keeps the focus, and the keyboard goes on from there
    await rows.nth(10).hover()
    await page.mouse.wheel(0, 6000)
    await expect(list.locator('[aria-posinset="39"]')).not.toBeInViewport()
    await page.keyboard.press('ArrowUp')
    await expectFocusOn(38)

    await page.keyboard.press('End')
    await expectFocusOn(total)
    await page.keyboard.press('Home')
    await expectFocusOn(1)
    await page.keyboard.press('End')
    const last = list.locator(`[aria-posinset="${total}"]`).getByRole('button')
    await expect(last).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(last).toHaveAttribute('aria-current', 'true')
    await expect(sheetOf(page)).toBeVisible()
    // it is on another map, which is drawn now
    await expect(page.locator('[data-picture="shown"]')).toBeVisible()
    await findChosen(page)
  })

  test('the list goes to a space that is chosen on the map, and draws only the rows around it', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    await page.getByRole('searchbox', { name: 'Search the show' }).fill('')
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button') })
    const chosen = page.locator('[aria-posinset] [aria-current="true"]')
    const expectChosen = async (label: string) => {
      await expect(chosen).toHaveAccessibleName(new RegExp(`^${label} .*Selected`))
      await expect(chosen).toBeInViewport({ ratio: 1 })
    }
    await expectChosen('N2')
    expect(await rows.count()).toBeLessThan(60)

    await chosen.hover()
    await page.mouse.wheel(0, -20_000)
    await expect(rows.first()).toBeInViewport()
    const seen = await findChosen(page)
    await page.mouse.click(seen.x + seen.width * 1.2, seen.y)
    await expectChosen('N3')
    await closeSheet(page)
    await expect(chosen).toHaveCount(0)
  })

  test('the first frame is what WebGL paints later, and can be moved and tapped at once', async ({
    page,
    context,
    product,
    places,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    let letPass = () => {}
    const held = new Promise<void>((resolve) => {
      letPass = resolve
    })
    await context.route(/\/assets\/map-/, async (route) => {
      await held
      await route.continue()
    })
    await openMaps(page, product, places)
    await expect(paintedBy(page, 'canvas')).toBeVisible()
    await findSpace(page)
    const chosen = await findChosen(page)
    await page.mouse.move(450, 300)
    await page.mouse.down()
    await page.mouse.move(462, 300)
    await page.mouse.move(502, 260, { steps: 4 })
    await page.mouse.up()
    const dragged = await findChosen(page)
    expect(Math.abs(dragged.x - chosen.x - 40)).toBeLessThan(3)
    expect(Math.abs(dragged.y - chosen.y + 40)).toBeLessThan(3)
    await page.mouse.click(dragged.x + dragged.width * 1.2, dragged.y)
    await expect(sheetOf(page).getByRole('heading', { name: 'Space N3' })).toBeVisible()
    await findChosen(page)
    // what comes into sight is painted too
    await page.mouse.move(450, 430)
    await page.mouse.down()
    await page.mouse.move(438, 430)
    await page.mouse.move(388, 270, { steps: 5 })
    await page.mouse.up()
    await findChosen(page)

    const near = await stageOf(page).screenshot()
    letPass()
    await expect(paintedBy(page, 'webgl')).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(1)
    expect(await findChange(page, near, await stageOf(page).screenshot())).toBeLessThan(0.004)
  })

  test('a drawing context that is lost leaves the map as it is, and comes back @proof', async ({
    page,
    product,
    places,
  }) => {
    await openMaps(page, product, places)
    await findSpace(page)
    await expect(paintedBy(page, 'webgl')).toBeVisible()
    const before = await findChosen(page)
    const expectAsBefore = async () => {
      const { x, y, width, height } = await findChosen(page)
      for (const [now, then] of [
        [x, before.x],
        [y, before.y],
        [width, before.width],
        [height, before.height],
      ] as const) {
        expect(Math.abs(now - then)).toBeLessThan(2)
      }
    }
    await loseContext(page)
    await expect(paintedBy(page, 'canvas')).toBeVisible()
    await expectAsBefore()
    await expect(paintedBy(page, 'webgl')).toBeVisible()
    await expectAsBefore()
  })
})

/** As phones do while nobody looks. */
const loseContext = (page: Page) =>
  paintedBy(page, 'webgl').evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl')
    const extension = context?.getExtension('WEBGL_lose_context')
    if (!extension) throw new Error('this browser cannot lose a context')
    extension.loseContext()
  })

test('a map that is opened again finds the drawing context of the first @proof', async ({
  page,
  product,
  places,
}) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    const made = new Set<HTMLCanvasElement>()
    Object.assign(window, { countContexts: () => made.size })
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      ...args: Parameters<typeof getContext>
    ) {
      if (args[0].startsWith('webgl')) made.add(this)
      return getContext.apply(this, args)
    } as typeof getContext
  })
  const countContexts = () => page.evaluate('countContexts()')
  await openMaps(page, product, places)
  await expect(paintedBy(page, 'webgl')).toBeVisible()
  const made = await countContexts()
  for (let time = 0; time < 2; time++) {
    await page.getByRole('link', { name: 'Schedule' }).click()
    await expect(stageOf(page)).toBeHidden()
    await page.getByRole('link', { name: 'Maps' }).click()
    await expect(page.locator('[data-state="drawing"][data-picture="shown"]')).toBeVisible()
    await expect(paintedBy(page, 'webgl')).toBeVisible()
    expect((await findColour(page, patterns.free.ground))?.count).toBeGreaterThan(1000)
  }
  expect(await countContexts()).toBe(made)
})

test('without its picture the map still draws the spaces @proof', async ({
  page,
  context,
  product,
  places,
}) => {
  await context.route(/\/media\/.*[?&]w=1600/, (route) => route.abort())
  await page.goto(toMapsUrl(product, places))
  await expect(page.locator('[data-state="drawing"][data-picture="failed"]')).toBeVisible()
  expect((await findColour(page, patterns.free.ground))?.count).toBeGreaterThan(1000)
  expect((await findColour(page, GROUND))?.count).toBeGreaterThan(1000)
  await findSpace(page)
  await findChosen(page)
  // the pictures that were blocked, and nothing else
  faults = faults.filter((fault) => !/ERR_FAILED.*\/media\//.test(fault))
})

test('a device without WebGL has the same map @proof', async ({ playwright, product, places }) => {
  const browser = await playwright.chromium.launch(toLaunchOptions(...withoutWebGl))
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const own = watchForFaults(page)
  await openMaps(page, product, places)
  await leadTo(page, 'cabin crew n2', 'N2')
  await expect(sheetOf(page).getByRole('heading', { name: 'Cabin Crew Camping' })).toBeVisible()
  const seen = await findChosen(page)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await findChosen(page)).width).toBeGreaterThan(seen.width * 1.4)
  await expect(paintedBy(page, 'canvas')).toBeVisible()
  await expectAccessible(page)
  expect(own).toEqual([])
  await browser.close()
})

test('a map whose context is lost for good is painted without it @proof', async ({
  page,
  product,
  places,
}) => {
  await openMaps(page, product, places)
  await expect(paintedBy(page, 'webgl')).toBeVisible()
  await page.evaluate(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      ...args: Parameters<typeof getContext>
    ) {
      return args[0] === ('2d' as string) ? getContext.apply(this, args) : null
    } as typeof getContext
  })
  await page.locator('canvas').evaluate((canvas) => canvas.dispatchEvent(new Event('webglcontextlost')))
  await expect(paintedBy(page, 'canvas')).toBeVisible()
  await findSpace(page)
  await findChosen(page)
  // the browser's own word for the lost context
  faults = faults.filter((fault) => !/context/i.test(fault))
})

test('the app brings one renderer, WebGL, and nothing of the others', async () => {
  const assets = join(dist, 'assets')
  const files = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  expect(files.filter((name) => /^(WebGPU|Canvas)Renderer-/.test(name))).toEqual([])
  // a folder keeps the files of earlier builds
  const maps = files.filter((name) => name.startsWith('map-')).map((name) => join(assets, `${name}.br`))
  const built = await Promise.all(maps.map((file) => stat(file)))
  const [newest] = built.toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  // with the others it is half as large again
  expect(newest?.size).toBeLessThan(110_000)
})
