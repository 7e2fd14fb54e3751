// Row 9: a tap on a map of 2,000 spaces on a wide screen, where all spaces stand in a list beside the map.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { openChromium } from './chromium.ts'
import { type BenchRow, median, rounds, toSpread } from './rows.ts'

const goalMs = 50
const columns = 50
const largeRows = 40
const smallRows = 10

/** Shares of the stage's width and height, far from each other and clear of the sheet. */
const tapsAt = Array.from({ length: 10 }, (_, tap) => ({
  x: 0.2 + 0.6 * ((tap * 0.37) % 1),
  y: 0.15 + 0.3 * ((tap * 0.61) % 1),
}))
/** Spaces are then larger than a fingertip: a tap on smaller ones waits whether it becomes a double tap. */
const zoomSteps = 4

interface MapFile {
  label: string
  elements: { ref: string; [field: string]: unknown }[]
  reservations?: { ref: string; vendor: string; element: string }[]
}

/** The demo club, whose first map now has rows of 50 spaces about its middle, four of five with somebody on them. */
async function startMap(mapRows: number): Promise<Product> {
  const product = await startProduct()
  const [tenant] = product.demo.tenants
  if (tenant === undefined) throw new Error('the demo has no club')
  const path = join(product.dataDir, 'large.json')
  const exported = await product.club('export', path, '--tenant', tenant.subdomain)
  if (exported.code !== 0) throw new Error(exported.output)
  const file = JSON.parse(await readFile(path, 'utf8')) as {
    events: { maps?: MapFile[]; vendors?: { ref: string }[] }[]
  }
  const event = file.events.find(({ maps }) => maps !== undefined)
  const vendors = event?.vendors ?? []
  const [map] = event?.maps ?? []
  if (map === undefined) throw new Error('the demo has no map')
  map.elements = Array.from({ length: columns * mapRows }, (_, at) => ({
    ref: `large-${at}`,
    shape: 'box',
    x: 12 + (at % columns) * 20,
    y: 384 + (Math.floor(at / columns) - mapRows / 2) * 18.8,
    w: 17,
    h: 15,
    // from below, so that the spaces which are tapped stand far down in the list
    row: `R${mapRows - Math.floor(at / columns)}-`,
    num: String((at % columns) + 1),
    type: at % 4,
  }))
  map.reservations = map.elements.flatMap(({ ref }, at) => {
    const vendor = vendors[at % vendors.length]
    return at % 5 === 0 || vendor === undefined ? [] : [{ ref: `r-${ref}`, vendor: vendor.ref, element: ref }]
  })
  await writeFile(path, JSON.stringify(file))
  const imported = await product.club('import', path, '--prune')
  if (imported.code !== 0) throw new Error(imported.output)
  return product
}

/** Notes how long it takes from letting go of the button until the frame whose sheet names another space. */
function watchTaps(): void {
  let releasedAt = 0
  let named = ''
  const times: number[] = []
  Object.assign(window, { tapTimes: times })
  window.addEventListener(
    'pointerup',
    (event) => {
      releasedAt = event.timeStamp
    },
    true,
  )
  const watch = () => {
    const heading = document.querySelector('dialog[open] h2')?.textContent ?? ''
    if (heading === '' || heading === named) return
    named = heading
    const from = releasedAt
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => times.push(performance.now() - from)
      channel.port2.postMessage(null)
    })
  }
  new MutationObserver(watch).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The median of ten taps in milliseconds, each on a space that is large enough to be meant. */
async function measureTaps(product: Product): Promise<number> {
  const [tenant] = product.demo.tenants
  const [event] = tenant?.events ?? []
  if (tenant === undefined || event === undefined) throw new Error('the demo club has no event')
  const browser = await openChromium()
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // the map shows the tapped space at once, so that the next tap finds the map where it was
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.addInitScript(watchTaps)
    await page.goto(`${product.origin}/portal/viewer/${event.id}/maps?subdomain=${tenant.subdomain}`)
    await page.locator('[data-state="drawing"][data-picture="shown"]').waitFor()
    const box = await page.getByRole('application').boundingBox()
    if (box === null) throw new Error('no map')
    for (let step = 0; step < zoomSteps; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
    for (const [tap, at] of tapsAt.entries()) {
      await page.mouse.click(box.x + box.width * at.x, box.y + box.height * at.y)
      await page.waitForFunction(
        (count) => (window as unknown as { tapTimes: number[] }).tapTimes.length === count,
        tap + 1,
      )
    }
    return median(await page.evaluate(() => (window as unknown as { tapTimes: number[] }).tapTimes))
  } finally {
    await browser.close()
  }
}

/** The two maps take turns, so that what else the machine does strikes both. */
export async function benchMapTaps(): Promise<BenchRow[]> {
  const maps = [await startMap(largeRows), await startMap(smallRows)] as const
  const [ours, small]: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round < rounds; round++) {
      ours.push(await measureTaps(maps[0]))
      small.push(await measureTaps(maps[1]))
    }
  } finally {
    for (const product of maps) await product.dispose()
  }
  return [
    {
      what: `map tap: until the sheet names the space (${columns * largeRows} spaces, 1280 px, ten taps)`,
      beside: `the same on a map of ${columns * smallRows} spaces: ${toSpread(small, 'ms')}`,
      figures: ours,
      unit: 'ms',
      goal: { atMost: goalMs },
    },
  ]
}
