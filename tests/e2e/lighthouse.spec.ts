// How Lighthouse finds the viewer's home, the public pages and a ballot made, on a phone's first visit. How fast they
// are is measured by `npm run bench -- lighthouse`.
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { toLaunchOptions } from '../support/browsers/browser.ts'
import { findFreePort } from '../support/processes/freePort.ts'
import { expect, test, toUrl } from './fixtures.ts'

const publicPages = ['/portal', '/portal/events', 'event', '/portal/join', '/portal/renew', '/portal/donate']

type Category = 'accessibility' | 'best-practices' | 'seo'
const all: Category[] = ['accessibility', 'best-practices', 'seo']

/** One browser for a test: Lighthouse clears the site's storage before each run. */
async function withLighthouse(
  work: (audit: (url: string, categories: Category[]) => ReturnType<typeof runAudit>) => Promise<void>,
): Promise<void> {
  const port = await findFreePort()
  const browser = await chromium.launch(toLaunchOptions(`--remote-debugging-port=${port}`))
  try {
    await work((url, categories) => runAudit(port, url, categories))
  } finally {
    await browser.close()
  }
}

async function runAudit(port: number, url: string, categories: Category[]) {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    disableFullPageScreenshot: true,
    // how a page is made does not depend on how long the network has been quiet
    ...{ networkQuietThresholdMs: 500, cpuQuietThresholdMs: 500, pauseAfterLoadMs: 0 },
  })
  const lhr = result?.lhr
  return {
    ...Object.fromEntries(
      Object.entries(lhr?.categories ?? {}).map(([name, { score }]) => [
        name,
        Math.round((score ?? 0) * 100),
      ]),
    ),
    failed: Object.values(lhr?.audits ?? {})
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
      .map(({ id, details }) => `${id} ${JSON.stringify(details)?.slice(0, 400)}`),
  }
}

const wellMade = { accessibility: 100, 'best-practices': 100, failed: [] }

test('Lighthouse finds the viewer accessible, well made and readable for search engines @proof', async ({
  product,
  places,
}) => {
  await withLighthouse(async (audit) => {
    const url = toUrl(product, `/portal/viewer/${places.event.id}`, places.club.subdomain)
    expect(await audit(url, all)).toEqual({ ...wellMade, seo: 100 })
  })
})

test('Lighthouse finds the public pages accessible, well made and readable for search engines @proof', async ({
  product,
  places,
}) => {
  await withLighthouse(async (audit) => {
    for (const page of publicPages) {
      await test.step(page, async () => {
        expect(await audit(toPageUrl(page), all)).toEqual({ ...wellMade, seo: 100 })
      })
    }
  })

  function toPageUrl(page: string): string {
    return toUrl(product, page === 'event' ? `/portal/event/${places.event.id}` : page, places.club.subdomain)
  }
})

test('Lighthouse finds a ballot accessible and well made @proof', async ({ product, places }) => {
  const path = `/portal/voterballot/${places.event.voters[0]?.uuid}/${places.event.id}`
  await withLighthouse(async (audit) => {
    // search engines may not list it
    const categories = all.filter((category) => category !== 'seo')
    expect(await audit(toUrl(product, path, places.club.subdomain), categories)).toEqual(wellMade)
  })
})
