// Row 6: the JavaScript that a first visit of the viewer loads before its first paint.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Product } from '../support/browsers/product.ts'
import { openChromium, phoneViewport } from './chromium.ts'
import { type BenchRow, rounds } from './rows.ts'

const goalKb = 170
const dist = join(import.meta.dirname, '..', '..', 'dist')

function brotliKb(path: string): number {
  const source = readFileSync(join(dist, path))
  return brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1024
}

interface FirstVisit {
  kb: number
  scripts: string[]
  loadsPixi: boolean
}

/** The page's requests until the event's name was on the screen. The worker's own fetches do not count. */
async function measureFirstVisit(product: Product): Promise<FirstVisit> {
  const [tenant] = product.demo.tenants
  const [event] = tenant?.events ?? []
  if (tenant === undefined || event === undefined) throw new Error('the demo club has no event')
  const browser = await openChromium()
  try {
    const context = await browser.newContext({ viewport: phoneViewport, serviceWorkers: 'block' })
    const page = await context.newPage()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto(`${product.origin}/portal/viewer/${event.id}?subdomain=${tenant.subdomain}`)
    await page.getByRole('heading', { name: event.name }).waitFor()
    const seen = [...new Set(scripts)]
    return {
      kb: seen.reduce((sum, path) => sum + brotliKb(path), 0),
      scripts: seen,
      loadsPixi: seen.some((path) =>
        /WebGLRenderer|BatcherPipe/.test(readFileSync(join(dist, path), 'utf8')),
      ),
    }
  } finally {
    await browser.close()
  }
}

export async function benchFirstVisit(product: Product): Promise<BenchRow[]> {
  const visits: FirstVisit[] = []
  for (let round = 0; round < rounds; round++) visits.push(await measureFirstVisit(product))
  return [
    {
      what: `first visit of the viewer: JavaScript on the wire (${visits[0]?.scripts.length} files)`,
      beside: "no code of the map's among it",
      figures: visits.map(({ kb }) => kb),
      unit: 'kB brotli',
      goal: { atMost: goalKb },
      fault: visits.some(({ loadsPixi }) => loadsPixi) ? 'Pixi is in it' : undefined,
    },
  ]
}
