// Row 9: a tap on a map of 2,000 spaces and of 10,000 on a wide screen, where all spaces stand in a list beside the
// map.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from '../../support/browsers/product.ts'
import { openChromium } from '../chromium.ts'
import { median, type Reading } from '../rows.ts'
import { type Bench, findShow, type Subject } from '../subject.ts'

const goalMs = 50
/** Each zoomed until its spaces are larger than a fingertip: a tap on smaller ones may become a double tap. */
const maps = [
  { spaces: 500, columns: 50, zoomSteps: 4 },
  { spaces: 2000, columns: 50, zoomSteps: 4 },
  { spaces: 10_000, columns: 125, zoomSteps: 6 },
] as const
type MapShape = (typeof maps)[number]

const taps = 10
/** Some of them meet a free space, which has no sheet. */
const mostTries = 30
const tryMs = 1000

/** Shares of the stage's width and height, far from each other and clear of the sheet. */
const toTapPlace = (tap: number) => ({
  x: 0.2 + 0.6 * ((tap * 0.37) % 1),
  y: 0.15 + 0.3 * ((tap * 0.61) % 1),
})

/** A sheet names all of a vendor's spaces, and must leave room for the next tap. */
const mostSpacesOfOne = 20

interface VendorFile {
  ref: string
  name: string
  [field: string]: unknown
}

interface MapFile {
  label: string
  elements: { ref: string; [field: string]: unknown }[]
  reservations?: { ref: string; vendor: string; element: string }[]
}

/** As many as are wanted, the further ones like the first. */
function addVendors(vendors: readonly VendorFile[], wanted: number): VendorFile[] {
  const all = [...vendors]
  for (let at = 0; vendors.length > 0 && all.length < wanted; at += 1) {
    const like = vendors[at % vendors.length] as VendorFile
    all.push({ ...like, ref: `more-${at}`, name: `${like.name} ${at}` })
  }
  return all
}

/** The demo club, whose first map now has rows of spaces about its middle, four of five with somebody on them. */
async function startMap(subject: Subject, { spaces, columns }: MapShape): Promise<Product> {
  const product = await subject.startProduct()
  const { tenant } = findShow(product)
  const path = join(product.dataDir, 'large.json')
  const exported = await product.club('export', path, '--tenant', tenant.subdomain)
  if (exported.code !== 0) throw new Error(exported.output)
  const file = JSON.parse(await readFile(path, 'utf8')) as {
    events: { maps?: MapFile[]; vendors?: VendorFile[] }[]
  }
  const event = file.events.find(({ maps }) => maps !== undefined)
  const [map] = event?.maps ?? []
  if (event === undefined || map === undefined) throw new Error('the demo has no map')
  const vendors = addVendors(event.vendors ?? [], spaces / mostSpacesOfOne)
  event.vendors = vendors
  const rows = spaces / columns
  const pitch = { x: 1000 / columns, y: 940 / columns }
  map.elements = Array.from({ length: spaces }, (_, at) => ({
    ref: `large-${at}`,
    shape: 'box',
    x: 12 + (at % columns) * pitch.x,
    y: 384 + (Math.floor(at / columns) - rows / 2) * pitch.y,
    // a tap between two spaces waits whether it becomes a double tap
    w: 0.97 * pitch.x,
    h: 0.97 * pitch.y,
    // from below, so that the spaces which are tapped stand far down in the list
    row: `R${rows - Math.floor(at / columns)}-`,
    num: String((at % columns) + 1),
    type: at % 4,
  }))
  map.reservations = map.elements.flatMap(({ ref }, at) => {
    const vendor = vendors[at % vendors.length]
    return at % 5 === 0 || vendor === undefined ? [] : [{ ref: `r-${ref}`, vendor: vendor.ref, element: ref }]
  })
  await writeFile(path, JSON.stringify(file))
  const imported = await product.club('import', path, '--prune', '--yes')
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

interface TapTimes {
  tapTimes: number[]
}

/** The median of ten taps in milliseconds, each on a space that is large enough to be meant. */
async function measureTaps(product: Product, { zoomSteps }: MapShape): Promise<number> {
  const { tenant, event } = findShow(product)
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
    await page.locator('[data-state="drawing"] canvas:not([data-painter="canvas"])').waitFor()
    const box = await page.getByRole('application').boundingBox()
    if (box === null) throw new Error('no map')
    for (let step = 0; step < zoomSteps; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
    const countTaps = () => page.evaluate(() => (window as unknown as TapTimes).tapTimes.length)
    for (let tried = 0; (await countTaps()) < taps; tried++) {
      if (tried === mostTries) throw new Error('too few taps met a space')
      const before = await countTaps()
      const { x, y } = toTapPlace(tried)
      await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
      await page
        .waitForFunction((count) => (window as unknown as TapTimes).tapTimes.length > count, before, {
          timeout: tryMs,
        })
        .catch(() => undefined)
    }
    return median(await page.evaluate(() => (window as unknown as TapTimes).tapTimes))
  } finally {
    await browser.close()
  }
}

/** The maps take turns, so that what else the machine does strikes all. */
export const mapTaps: Bench = {
  needsBrowser: true,
  rounds: 3,
  async open(subject, { atEnd }) {
    const products: Product[] = []
    for (const map of maps) {
      const product = await startMap(subject, map)
      atEnd(product.dispose)
      products.push(product)
    }
    return {
      async measure() {
        const times: number[] = []
        for (const [at, map] of maps.entries()) times.push(await measureTaps(products[at] as Product, map))
        return maps.slice(1).map(
          ({ spaces }, at): Reading => ({
            id: String(spaces),
            what: `tap on a map of ${spaces.toLocaleString('en')} spaces: until the sheet names the space (1280 px, ten taps)`,
            beside: `the same on a map of ${maps[0].spaces}`,
            figure: times[at + 1] ?? Number.NaN,
            unit: 'ms',
            goal: { atMost: goalMs },
            more: { [`with ${maps[0].spaces}`]: [times[0] ?? Number.NaN, 'ms'] },
          }),
        )
      },
    }
  },
}
