// Row 6: the JavaScript that a first visit of the viewer loads until the app itself stands there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Product } from '../../support/browsers/product.ts'
import { openChromium, phoneViewport } from '../chromium.ts'
import { type Bench, findShow } from '../subject.ts'

const goalKb = 140

function toKb(source: string | Buffer): number {
  return brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1024
}

interface FirstVisit {
  kb: number
  scripts: string[]
  loadsPixi: boolean
}

/** The page's requests until the app had replaced the prerender, and the script inside the document. */
async function measureFirstVisit(product: Product, dist: string): Promise<FirstVisit> {
  const { tenant, event } = findShow(product)
  const browser = await openChromium()
  try {
    const context = await browser.newContext({ viewport: phoneViewport, serviceWorkers: 'block' })
    const page = await context.newPage()
    const scripts: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) scripts.push(pathname)
    })
    await page.goto(`${product.origin}/portal/viewer/${event.id}?subdomain=${tenant.subdomain}`)
    await page.locator('#app > :not([data-painting])').getByRole('heading', { name: event.name }).waitFor()
    const seen = [...new Set(scripts)]
    const inside = await page.locator('script[data-entry]').textContent()
    return {
      kb: seen.reduce((sum, path) => sum + toKb(readFileSync(join(dist, path))), toKb(inside ?? '')),
      scripts: seen,
      loadsPixi: seen.some((path) =>
        /WebGLRenderer|BatcherPipe/.test(readFileSync(join(dist, path), 'utf8')),
      ),
    }
  } finally {
    await browser.close()
  }
}

export const firstVisit: Bench = {
  needsBrowser: true,
  rounds: 3,
  async open(subject) {
    const product = await subject.shareProduct()
    return {
      async measure() {
        const { kb, scripts, loadsPixi } = await measureFirstVisit(product, join(subject.root, 'dist'))
        return [
          {
            id: 'script',
            what: 'first visit of the viewer: JavaScript on the wire until the app answers',
            beside: "no code of the map's is among it",
            figure: kb,
            unit: 'kB brotli',
            goal: { atMost: goalKb },
            more: { files: [scripts.length, ''] },
            fault: loadsPixi ? 'Pixi is in it' : undefined,
          },
        ]
      },
    }
  },
}
