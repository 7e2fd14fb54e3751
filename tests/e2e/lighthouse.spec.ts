// Lighthouse's result for the viewer's home, on the first visit of a phone with a slow connection.
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumArgs } from '../support/browsers/browser.ts'
import { findFreePort } from '../support/browsers/product.ts'
import { expect, test, toUrl } from './fixtures.ts'

const leastPerformance = 90
const latestPosterMs = 2500
/** Does not depend on how busy the machine is. */
const largestShift = 0.01

test('Lighthouse finds the viewer fast, accessible and well made', async ({ product, places }) => {
  test.setTimeout(180_000)
  const port = await findFreePort()
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const url = toUrl(product, `/portal/viewer/${places.event.id}`, places.club.subdomain)
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    })
    const categories = result?.lhr.categories ?? {}
    const scores = Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    )
    const failed = Object.values(result?.lhr.audits ?? {})
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
      .map(({ id, details }) => `${id} ${JSON.stringify(details)?.slice(0, 400)}`)
    const unmeasured = Object.values(result?.lhr.audits ?? {})
      .filter(({ errorMessage }) => errorMessage !== undefined)
      .map(({ id, errorMessage }) => `${id} ${errorMessage}`)
    const find = (audit: string) => result?.lhr.audits[audit]?.numericValue ?? Number.NaN
    const posterMs = Math.round(find('largest-contentful-paint'))
    console.log('lighthouse', scores, { posterMs, unmeasured })
    expect({ ...scores, failed }).toMatchObject({ accessibility: 100, 'best-practices': 100 })
    expect(find('cumulative-layout-shift')).toBeLessThanOrEqual(largestShift)
    // the time depends on what else uses the processor, so it is checked only on an idle machine
    if (process.env.PROOF !== undefined) {
      expect(unmeasured).toEqual([])
      expect(posterMs).toBeLessThanOrEqual(latestPosterMs)
      expect(scores.performance).toBeGreaterThanOrEqual(leastPerformance)
    }
  } finally {
    await browser.close()
  }
})
