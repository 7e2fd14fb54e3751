// Row 7: the second visit without a network, beside a static page with the same text from the same kind of
// cache.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { prerenderCacheName } from '../../src/offline/prerenders.ts'
import { chromiumArgs } from '../support/browsers/browser.ts'
import type { Product } from '../support/browsers/product.ts'
import { type BenchRow, median } from './rows.ts'

const rounds = 15

interface Paint {
  /** Milliseconds from the start of the navigation to the frame that painted the heading. */
  paintedAt: number
  /** When the app had replaced the prerender; undefined for a static page. */
  appAt: number | undefined
}

interface Visit {
  own: Paint
  other: Paint
}

function findRatio(visits: readonly Visit[]): number {
  return median(visits.map(({ own }) => own.paintedAt)) / median(visits.map(({ other }) => other.paintedAt))
}

/** The returned function stops every worker, as a browser does after half a minute without work. */
async function openWorkerStop(context: BrowserContext): Promise<() => Promise<unknown>> {
  const session = await context.newCDPSession(await context.newPage())
  await session.send('ServiceWorker.enable')
  return () => session.send('ServiceWorker.stopAllWorkers')
}

async function measurePaint(
  context: BrowserContext,
  url: string,
  heading: string,
  isApp: boolean,
): Promise<Paint> {
  const page = await context.newPage()
  await page.addInitScript((text) => {
    const watch = () => {
      const found = [...document.querySelectorAll('h1, h2')].some((element) =>
        element.textContent?.includes(text),
      )
      if (!found) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          document.documentElement.dataset.paintedAt = String(performance.now())
        }
        channel.port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(watch)
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  }, heading)
  await page.goto(url)
  await page.waitForFunction(() => document.documentElement.dataset.paintedAt !== undefined)
  const paintedAt = Number(await page.evaluate(() => document.documentElement.dataset.paintedAt))
  const appAt = isApp ? await waitForApp(page) : undefined
  await page.close()
  return { paintedAt, appAt }
}

async function waitForApp(page: Page): Promise<number> {
  const found = await page.waitForFunction(() =>
    document.querySelector('#app > :not([data-painting])') === null ? undefined : performance.now(),
  )
  return Number(await found.jsonValue())
}

/** Waits until the worker has the document for the next visit. */
async function waitForSavedPrerender(page: Page): Promise<void> {
  await page.waitForFunction(
    async (name) => (await (await caches.open(name)).keys()).length > 0,
    prerenderCacheName,
  )
}

async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    }
  })
}

const staticWorker = `
self.addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/'))))
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))
self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)))`

/** What a browser does for a page depends on them: for one of these it begins another process. */
async function readDocumentHeaders(url: string): Promise<Map<string, string>> {
  const { headers } = await fetch(url)
  const policy = "default-src 'self'; style-src 'unsafe-inline'"
  return new Map([
    ...[...headers].filter(([name]) => /policy|^x-/.test(name)),
    ['content-security-policy', policy],
  ])
}

/** A server of one static page, with the product's headers, and with a worker that caches it. */
async function startStatic(text: string, heading: string, headers: Map<string, string>) {
  const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title>
<style>body{font:17px/25px system-ui;margin:16px}</style><h1>${heading}</h1><p>${text}</p>
<script src="/register.js"></script>`
  const server = createServer((request, response) => {
    const script = request.url === '/sw.js' ? staticWorker : "navigator.serviceWorker.register('/sw.js')"
    const isScript = request.url === '/sw.js' || request.url === '/register.js'
    response.setHeaders(headers)
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://localhost:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export async function benchSecondVisit(product: Product): Promise<BenchRow> {
  const [tenant] = product.demo.tenants
  const [event] = tenant?.events ?? []
  if (tenant === undefined || event === undefined) throw new Error('the demo club has no event')
  const url = `${product.origin}/portal/viewer/${event.id}?subdomain=${tenant.subdomain}`
  const profile = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  const executablePath = process.env.CHROMIUM_PATH
  const context = await chromium.launchPersistentContext(profile, {
    args: chromiumArgs,
    viewport: { width: 390, height: 844 },
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.getByText(/Saved for the show/).waitFor({ timeout: 60_000 })
    await waitForWorker(page)
    await waitForSavedPrerender(page)
    const text = (await page.locator('main').textContent()) ?? ''
    const still = await startStatic(text, event.name, await readDocumentHeaders(url))
    await page.goto(still.origin)
    await waitForWorker(page)
    await page.close()
    await product.stop()
    await still.stop()
    const stopWorkers = await openWorkerStop(context)
    const warm: Visit[] = []
    const cold: Visit[] = []
    for (let round = -1; round < rounds; round++) {
      for (const visits of [warm, cold]) {
        const measure = async (address: string, isApp: boolean) => {
          if (visits === cold) await stopWorkers()
          return measurePaint(context, address, event.name, isApp)
        }
        const visit = { own: await measure(url, true), other: await measure(`${still.origin}/`, false) }
        if (round >= 0) visits.push(visit)
      }
    }
    const ours = warm.map(({ own }) => own.paintedAt)
    const theirs = warm.map(({ other }) => other.paintedAt)
    const apps = warm.map(({ own }) => own.appAt ?? Number.NaN)
    const ratio = findRatio(warm)
    return {
      what: `second visit, no network: paint of the viewer's home (${median(ours).toFixed(0)} ms, the app itself ${median(apps).toFixed(0)} ms)`,
      beside: `static page, same text, from a worker's cache (${median(theirs).toFixed(0)} ms)`,
      figure: `ratio ${ratio.toFixed(2)}, with the worker stopped before ${findRatio(cold).toFixed(2)}`,
      goal: '≤ 1.3',
      met: ratio <= 1.3,
    }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
    await product.start()
  }
}
