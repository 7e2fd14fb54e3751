// Row 7: the second visit without a network, beside a static page with the same text from the same kind of
// cache.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { prerenderCacheName } from '../../src/offline/files/prerenders.ts'
import type { Product } from '../support/browsers/product.ts'
import { openPhone } from './chromium.ts'
import { type BenchRow, median, rounds, toFigure, toSpread } from './rows.ts'

/** Paints differ much from one to the next, so that a round is the median of so many. */
const visitsInRound = 3

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

function findRatios(byRound: readonly (readonly Visit[])[]): number[] {
  return byRound.map(
    (visits) =>
      median(visits.map(({ own }) => own.paintedAt)) / median(visits.map(({ other }) => other.paintedAt)),
  )
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

export async function benchSecondVisit(product: Product): Promise<BenchRow[]> {
  const [tenant] = product.demo.tenants
  const [event] = tenant?.events ?? []
  if (tenant === undefined || event === undefined) throw new Error('the demo club has no event')
  const url = `${product.origin}/portal/viewer/${event.id}?subdomain=${tenant.subdomain}`
  const { context, close } = await openPhone()
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
    const measureRound = async (isCold: boolean): Promise<Visit[]> => {
      const measure = async (address: string, isApp: boolean) => {
        if (isCold) await stopWorkers()
        return measurePaint(context, address, event.name, isApp)
      }
      const visits: Visit[] = []
      for (let visit = 0; visit < visitsInRound; visit++) {
        visits.push({ own: await measure(url, true), other: await measure(`${still.origin}/`, false) })
      }
      return visits
    }
    const warm: Visit[][] = []
    const cold: Visit[][] = []
    await measureRound(false)
    for (let round = 0; round < rounds; round++) {
      warm.push(await measureRound(false))
      cold.push(await measureRound(true))
    }
    const ours = warm.flat().map(({ own }) => own.paintedAt)
    const theirs = warm.flat().map(({ other }) => other.paintedAt)
    const apps = warm.flat().map(({ own }) => own.appAt ?? Number.NaN)
    return [
      {
        what: `second visit, no network: paint of the viewer's home (${toFigure(median(ours))} ms, the app itself ${toFigure(median(apps))} ms)`,
        beside: `static page, same text, from a worker's cache (${toFigure(median(theirs))} ms)`,
        figures: findRatios(warm),
        unit: 'times',
        goal: { atMost: 1.3 },
        notes: [`with the worker stopped before ${toSpread(findRatios(cold), 'times')}`],
      },
    ]
  } finally {
    await close()
    await product.start()
  }
}
