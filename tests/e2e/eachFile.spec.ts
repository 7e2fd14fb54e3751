// Whichever file of a visit does not come, the page is not blank: it shows the event, or says what is missing and goes
// on when asked. (A browser may remember a module that did not come, so the way on may be another load.)
import type { Page } from '@playwright/test'
import type { Product } from '../support/browsers/product.ts'
import { type LineFault, type ShapedLine, startLine } from '../support/browsers/shapedLine.ts'
import { expect, saveForTheShow, test, toUrl, untilApp } from './fixtures.ts'

interface FaultyLine extends ShapedLine {
  /** Strikes each request for the file until another is named. */
  strike(path: string | undefined, fault?: LineFault): void
}

async function startFaultyLine(product: Product): Promise<FaultyLine> {
  let struck: string | undefined
  let kind: LineFault = 'refuse'
  const line = await startLine({
    to: product.port,
    bitsPerSecond: 50_000_000,
    firstByteMs: 0,
    findFault: (path) => (path === struck ? kind : undefined),
  })
  return {
    ...line,
    strike(path, fault = 'refuse') {
      struck = path
      kind = fault
    },
  }
}

const isAppFile = (path: string) => /^\/assets\/.+\.(js|css|woff2)$/.test(path)

/** What somebody can read on the page, without looking closer. */
async function expectWords(page: Page, title: string, file: string): Promise<void> {
  const words = page
    .getByRole('heading', { name: title })
    .or(page.getByRole('heading', { name: 'This part needs a connection once' }))
    .or(page.getByText('Still loading. It needs a connection and goes on by itself.'))
  await expect(words.first(), file).toBeVisible({ timeout: 20_000 })
}

test('whichever file of a first visit does not come, the page is not blank, and the event opens when it does @proof', async ({
  browser,
  product,
  places: { club, event },
}) => {
  test.setTimeout(300_000)
  const line = await startFaultyLine(product)
  const url = toUrl({ ...product, origin: line.origin }, `/portal/viewer/${event.id}`, club.subdomain)
  const open = async () => {
    const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' })
    return context.newPage()
  }
  const first = await open()
  await first.goto(url)
  await untilApp(first)
  await expect(first.getByRole('heading', { name: event.name })).toBeVisible()
  const files = new Set(line.requests.filter(isAppFile))
  await first.context().close()
  expect(files.size).toBeGreaterThan(6)

  for (const [at, file] of [...files].entries()) {
    line.strike(file, (['refuse', 'reset', 'cut'] as const)[at % 3])
    const page = await open()
    await page.goto(url, { waitUntil: 'commit' })
    await expectWords(page, event.name, file)
    line.strike(undefined)
    await page.reload()
    await untilApp(page)
    await expect(page.getByRole('heading', { name: event.name }), file).toBeVisible()
    await page.context().close()
  }
  await line.close()
})

for (const hasPrerender of [true, false]) {
  const kind = hasPrerender ? 'with its saved home' : 'without its saved home'
  test(`whichever file of a second visit is gone from the phone, the page is not blank, ${kind} @worker @proof`, async ({
    page,
    product,
    places: { club, event },
  }) => {
    test.setTimeout(300_000)
    const line = await startFaultyLine(product)
    const url = toUrl({ ...product, origin: line.origin }, `/portal/viewer/${event.id}`, club.subdomain)
    await page.goto(url)
    await saveForTheShow(page)
    await untilApp(page)
    await page.waitForFunction(() => caches.has('paintings'))
    const browserCache = await page.context().newCDPSession(page)
    const forget = async (file?: string) => {
      await page.goto(`${line.origin}/robots.txt`)
      await browserCache.send('Network.clearBrowserCache')
      await page.evaluate(
        async ({ file, hasPrerender }) => {
          for (const name of await caches.keys()) {
            if (file !== undefined) await (await caches.open(name)).delete(file)
          }
          if (!hasPrerender) await caches.delete('paintings')
        },
        { file, hasPrerender },
      )
    }
    await forget()
    await page.goto(url)
    await untilApp(page)
    const files = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )

    const appFiles = new Set(files.filter(isAppFile))
    expect(appFiles.size).toBeGreaterThan(6)
    for (const file of appFiles) {
      await forget(file)
      const before = line.requests.length
      line.strike(file, 'reset')
      await page.goto(url, { waitUntil: 'commit' })
      await expectWords(page, event.name, file)
      await expect.poll(() => line.requests.slice(before).includes(file), { message: file }).toBe(true)
      line.strike(undefined)
      await page.reload()
      await untilApp(page)
      await expect(page.getByRole('heading', { name: event.name }), file).toBeVisible()
      await page.waitForFunction(
        async (file) => (await caches.match(file, { ignoreSearch: true })) !== undefined,
        file,
      )
    }
    await line.close()
  })
}
