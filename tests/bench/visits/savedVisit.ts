// Row 8: from opening an event for the first time to "Saved for the show", on two poor lines.
import type { Product } from '../../support/browsers/product.ts'
import { type LineOptions, startLine } from '../../support/browsers/shapedLine.ts'
import { openChromium, phoneViewport } from '../chromium.ts'
import type { Reading } from '../rows.ts'
import { type Bench, findShow } from '../subject.ts'

const mostMs = 180_000
const goalKb = 650
const goalRequests = 40

interface PoorLine extends Omit<LineOptions, 'to'> {
  id: string
  name: string
  goalSeconds: number
}

const lines: readonly PoorLine[] = [
  { id: 'slow', name: '1.6 Mbit/s, 300 ms', bitsPerSecond: 1_600_000, firstByteMs: 300, goalSeconds: 5.5 },
  { id: 'poor', name: '400 kbit/s, 600 ms', bitsPerSecond: 400_000, firstByteMs: 600, goalSeconds: 17 },
]

interface SavedVisit {
  seconds: number
  requests: number
  kb: number
}

/** One browser with a cold cache. "Saved" is pack, maps, poster and all files of the app that a show needs. */
async function measureSavedVisit(product: Product, poor: PoorLine): Promise<SavedVisit> {
  const { tenant, event } = findShow(product)
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

function toReading({ id, name, bitsPerSecond, goalSeconds }: PoorLine, visit: SavedVisit): Reading {
  return {
    id,
    what: `first visit until "Saved for the show", ${name}`,
    beside: "the line's own time for these bytes",
    figure: visit.seconds,
    unit: 's',
    goal: { atMost: goalSeconds },
    more: { 'the line alone': [(visit.kb * 1024 * 8) / bitsPerSecond, 's'] },
  }
}

/** The lines take turns, so that what else the machine does strikes both. */
export const savedVisit: Bench = {
  needsBrowser: true,
  rounds: 3,
  async open(subject) {
    const product = await subject.shareProduct()
    return {
      async measure() {
        const visits: SavedVisit[] = []
        for (const line of lines) visits.push(await measureSavedVisit(product, line))
        return [
          ...lines.map((line, at) => toReading(line, visits[at] as SavedVisit)),
          {
            id: 'bytes',
            what: 'first visit until "Saved for the show": bytes, on the line with more of them',
            figure: Math.max(...visits.map(({ kb }) => kb)),
            unit: 'kB',
            goal: { atMost: goalKb },
          },
          {
            id: 'requests',
            what: 'first visit until "Saved for the show": requests, on the line with more of them',
            figure: Math.max(...visits.map(({ requests }) => requests)),
            unit: 'requests',
            goal: { atMost: goalRequests },
          },
        ]
      },
    }
  },
}
