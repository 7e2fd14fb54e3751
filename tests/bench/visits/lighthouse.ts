// Lighthouse's results on a phone's first visit of each page that strangers open. Run it on a machine at rest.
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { toLaunchOptions } from '../../support/browsers/browser.ts'
import type { Product } from '../../support/browsers/product.ts'
import { findFreePort } from '../../support/processes/freePort.ts'
import type { Reading } from '../rows.ts'
import { type Bench, findShow } from '../subject.ts'

const leastPerformance = 98
const most = 100

/** What search engines may not list has no such score. */
const pages: Readonly<Record<string, { path: string; isUnlisted?: true }>> = {
  viewer: { path: '/portal/viewer/{event}' },
  home: { path: '/portal' },
  events: { path: '/portal/events' },
  event: { path: '/portal/event/{event}' },
  join: { path: '/portal/join' },
  renew: { path: '/portal/renew' },
  donate: { path: '/portal/donate' },
  ballot: { path: '/portal/voterballot/{voter}/{event}', isUnlisted: true },
}

const times = {
  'blocking time': 'total-blocking-time',
  'first paint': 'first-contentful-paint',
  'largest paint': 'largest-contentful-paint',
  'speed index': 'speed-index',
} as const

/** One bench for each page, so that each can be measured by itself. */
export const lighthouses: Readonly<Record<string, Bench>> = Object.fromEntries(
  Object.keys(pages).map((name) => [`lighthouse/${name}`, makeBench(name)]),
)

function makeBench(name: string): Bench {
  return {
    needsBrowser: true,
    isApart: true,
    rounds: 5,
    async open(subject, { atEnd }) {
      const product = await subject.shareProduct()
      const port = await findFreePort()
      // one browser for all rounds: Lighthouse clears the site's storage before each
      const browser = await chromium.launch(toLaunchOptions(`--remote-debugging-port=${port}`))
      atEnd(() => browser.close())
      return { measure: () => audit(name, port, product) }
    },
  }
}

async function audit(name: string, port: number, product: Product): Promise<Reading[]> {
  const { path = '', isUnlisted = false } = pages[name] ?? {}
  const made = ['accessibility', 'best-practices', ...(isUnlisted ? [] : ['seo'])]
  const run = await lighthouse(toUrl(product, path), {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', ...made],
    disableFullPageScreenshot: true,
  })
  const result = run?.lhr
  if (result === undefined) throw new Error('Lighthouse has no result')
  const find = (id: string): number => result.audits[id]?.numericValue ?? Number.NaN
  const unmeasured = Object.values(result.audits)
    .filter(({ errorMessage }) => errorMessage !== undefined)
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`)
  const fault = unmeasured.length === 0 ? undefined : unmeasured.join(', ')
  return [
    {
      id: 'performance',
      what: `Lighthouse, mobile, ${name}: performance`,
      figure: toScore(result, 'performance'),
      unit: 'of 100',
      goal: { atLeast: leastPerformance, ofMedian: true },
      more: {
        ...Object.fromEntries(Object.entries(times).map(([named, id]) => [named, [find(id), 'ms'] as const])),
        'layout shift': [find('cumulative-layout-shift'), ''],
        'the machine': [result.environment.benchmarkIndex, 'by its own benchmark'],
      },
      notes: listMissing(result, 'performance'),
      fault,
    },
    {
      id: 'made',
      what: `Lighthouse, mobile, ${name}: the lowest of ${made.join(', ')}`,
      figure: Math.min(...made.map((category) => toScore(result, category))),
      unit: 'of 100',
      goal: { atLeast: most, ofMedian: true },
      more: Object.fromEntries(made.map((category) => [category, [toScore(result, category), '']])),
      notes: made.flatMap((category) => listMissing(result, category)),
      fault,
    },
  ]
}

function toUrl(product: Product, path: string): string {
  const { tenant, event } = findShow(product)
  const filled = path.replace('{event}', String(event.id)).replace('{voter}', event.voters[0]?.uuid ?? '')
  return `${product.origin}${filled}?subdomain=${tenant.subdomain}`
}

function toScore(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? Number.NaN) * most)
}

/** The audits that count for the category and have less than they could. */
function listMissing({ categories, audits }: Result, category: string): string[] {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${category} below 1: ${id}`)
}
