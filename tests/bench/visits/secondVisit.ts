// Row 7: the second visit without a network, beside a static page with the same text from the same kind of
// cache.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { openPhone } from '../chromium.ts'
import { median, type Reading } from '../rows.ts'
import { type Bench, findShow, type Meter, type Opening, type Subject } from '../subject.ts'

/** Paints differ much from one to the next, so that a round is the median of so many. */
const visitsInRound = 3

interface Paint {
  /** Milliseconds from the start of the navigation to the frame that painted the heading. */
  paintedAt: number
  /** When the app had replaced the prerender and answered a tap; undefined for a static page. */
  answeredAt: number | undefined
}

interface Visit {
  own: Paint
  other: Paint
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
  await page.addInitScript(watchPaint, heading)
  if (isApp) await page.addInitScript(watchAnswer)
  await page.goto(url)
  const paintedAt = await readMark(page, 'paintedAt')
  const answeredAt = isApp ? await readMark(page, 'answeredAt') : undefined
  await page.close()
  return { paintedAt, answeredAt }
}

async function readMark(page: Page, name: string): Promise<number> {
  const mark = await page.waitForFunction((wanted) => document.documentElement.dataset[wanted], name)
  return Number(await mark.jsonValue())
}

// The next two run in the page.

/** Notes when the frame that shows the heading was painted. */
function watchPaint(text: string): void {
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
}

/** Notes when the app itself stands there and takes a tap on one of its tabs: without it, the page would load anew. */
function watchAnswer(): void {
  const channel = new MessageChannel()
  const tap = () => {
    const tab = document.querySelector<HTMLElement>('#app > :not([data-painting]) nav a[href*="/viewer/"]')
    if (tab !== null) {
      window.addEventListener('click', prevent, { once: true })
      tab.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }))
    }
    if (document.documentElement.dataset.answeredAt === undefined) channel.port2.postMessage(null)
  }
  /** The app has prevented it already, or else nobody answers yet. */
  const prevent = (event: Event) => {
    if (event.defaultPrevented) document.documentElement.dataset.answeredAt = String(performance.now())
    else event.preventDefault()
  }
  channel.port1.onmessage = tap
  const observer = new MutationObserver(() => {
    if (document.querySelector('#app > :not([data-painting])') === null) return
    observer.disconnect()
    channel.port2.postMessage(null)
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Waits until the worker has the document for the next visit. */
async function waitForSavedPrerender(page: Page, cacheName: string): Promise<void> {
  await page.waitForFunction(async (name) => (await (await caches.open(name)).keys()).length > 0, cacheName)
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

/** A phone that has saved the show and the static page. Afterwards neither has a server. */
async function openVisits(subject: Subject, { atEnd }: Opening): Promise<Meter> {
  const { prerenderCacheName } = await subject.load<
    typeof import('../../../src/offline/files/prerenders.ts')
  >('src/offline/files/prerenders.ts')
  const product = await subject.shareProduct()
  const { tenant, event } = findShow(product)
  const url = `${product.origin}/portal/viewer/${event.id}?subdomain=${tenant.subdomain}`
  const phone = await openPhone()
  atEnd(phone.close)
  const { context } = phone
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText(/Saved for the show/).waitFor({ timeout: 60_000 })
  await waitForWorker(page)
  await waitForSavedPrerender(page, prerenderCacheName)
  const text = (await page.locator('main').textContent()) ?? ''
  const still = await startStatic(text, event.name, await readDocumentHeaders(url))
  await page.goto(still.origin)
  await waitForWorker(page)
  await page.close()
  await product.stop()
  atEnd(product.start)
  await still.stop()
  const stopWorkers = await openWorkerStop(context)
  const visit = async (isCold: boolean): Promise<Visit[]> => {
    const measure = async (address: string, isApp: boolean) => {
      if (isCold) await stopWorkers()
      return measurePaint(context, address, event.name, isApp)
    }
    const visits: Visit[] = []
    for (let count = 0; count < visitsInRound; count++) {
      visits.push({ own: await measure(url, true), other: await measure(`${still.origin}/`, false) })
    }
    return visits
  }
  return {
    async measure() {
      const [warm, cold] = [await visit(false), await visit(true)]
      return [
        toPaintReading('paint', 'warm worker', warm, 1.2),
        toPaintReading('paint-cold', 'stopped worker', cold, 1.4),
        {
          id: 'answer',
          what: 'second visit, no network, warm worker: until the app itself answers a tap',
          figure: findAnswer(warm),
          unit: 'ms',
          goal: { atMost: 300 },
          more: { 'stopped worker': [findAnswer(cold), 'ms'] },
        },
      ]
    },
  }
}

function toPaintReading(id: string, worker: string, visits: readonly Visit[], atMost: number): Reading {
  const own = median(visits.map((visit) => visit.own.paintedAt))
  const other = median(visits.map((visit) => visit.other.paintedAt))
  return {
    id,
    what: `second visit, no network, ${worker}: paint of the viewer's home`,
    beside: "a static page with the same text from a worker's cache",
    figure: own / other,
    unit: 'times',
    goal: { atMost },
    more: { itself: [own, 'ms'], 'the static page': [other, 'ms'] },
  }
}

function findAnswer(visits: readonly Visit[]): number {
  return median(visits.map(({ own }) => own.answeredAt ?? Number.NaN))
}

export const secondVisit: Bench = { needsBrowser: true, warmUps: 1, open: openVisits }
