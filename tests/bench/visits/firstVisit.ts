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

/** Runs in the page: notes which scripts had been asked for when the app had replaced the prerender. */
function watchApp(heading: string): void {
  const watch = () => {
    const headings = document.querySelectorAll('#app > :not([data-painting]) :is(h1, h2)')
    if (![...headings].some(({ textContent }) => textContent === heading)) return
    observer.disconnect()
    const asked = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    Object.assign(window, { scripts: [...new Set(asked)].filter((path) => path.endsWith('.js')) })
  }
  const observer = new MutationObserver(watch)
  observer.observe(document, { childList: true, subtree: true })
}

/** The page's requests until the app had replaced the prerender, and the script inside the document. */
async function measureFirstVisit(product: Product, dist: string): Promise<FirstVisit> {
  const { tenant, event } = findShow(product)
  const browser = await openChromium()
  try {
    const context = await browser.newContext({ viewport: phoneViewport, serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.addInitScript(watchApp, event.name)
    await page.goto(`${product.origin}/portal/viewer/${event.id}?subdomain=${tenant.subdomain}`)
    const found = await page.waitForFunction(() => (window as { scripts?: string[] }).scripts)
    const seen = (await found.jsonValue()) ?? []
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
