// Row 8: from opening an event for the first time to "Saved for the show", on two poor lines.
import type { Product } from '../support/browsers/product.ts'
import { type LineOptions, startLine } from '../support/browsers/shapedLine.ts'
import { openChromium, phoneViewport } from './chromium.ts'
import { type BenchRow, median, rounds } from './rows.ts'

const mostMs = 180_000

interface PoorLine extends Omit<LineOptions, 'to'> {
  name: string
  goalSeconds: number
}

const lines: readonly PoorLine[] = [
  { name: '1.6 Mbit/s, 300 ms', bitsPerSecond: 1_600_000, firstByteMs: 300, goalSeconds: 14 },
  { name: '400 kbit/s, 600 ms', bitsPerSecond: 400_000, firstByteMs: 600, goalSeconds: 50 },
]

interface SavedVisit {
  seconds: number
  requests: number
  kb: number
}

/** One browser with a cold cache. "Saved" is pack, maps, poster and all files of the app that a show needs. */
async function measureSavedVisit(product: Product, poor: PoorLine): Promise<SavedVisit> {
  const [tenant] = product.demo.tenants
  const [event] = tenant?.events ?? []
  if (tenant === undefined || event === undefined) throw new Error('the demo club has no event')
  const line = await startLine({ to: product.port, ...poor })
  const browser = await openChromium()
  try {
    const context = await browser.newContext({ viewport: phoneViewport })
    const page = await context.newPage()
    const startedAt = performance.now()
    await page.goto(`${line.origin}/portal/viewer/${event.id}?subdomain=${tenant.subdomain}`, {
      waitUntil: 'commit',
    })
    await page.getByText(/Saved for the show/).waitFor({ timeout: mostMs })
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, requests: line.requests.length, kb: line.bytes() / 1024 }
  } finally {
    await browser.close()
    await line.close()
  }
}

/** The lines take turns, so that what else the machine does strikes both. */
export async function benchSavedVisits(product: Product): Promise<BenchRow[]> {
  const visits = lines.map((): SavedVisit[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, line] of lines.entries()) {
      visits[index]?.push(await measureSavedVisit(product, line))
    }
  }
  return lines.map(({ name, bitsPerSecond, goalSeconds }, index) => {
    const all = visits[index] ?? []
    const kb = median(all.map((visit) => visit.kb))
    const ownSeconds = (kb * 1024 * 8) / bitsPerSecond
    return {
      what: `first visit until "Saved for the show", ${name} (${median(all.map((visit) => visit.requests))} requests, ${kb.toFixed(0)} kB)`,
      beside: `the line's own time for these bytes: ${ownSeconds.toFixed(1)} s`,
      figures: all.map((visit) => visit.seconds),
      unit: 's',
      goal: { atMost: goalSeconds },
    }
  })
}
