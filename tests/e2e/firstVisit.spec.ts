// The first visit on a poor line: the app is saved for the show file by file, and nothing that fails ends it.
import { type LineFault, startLine } from '../support/browsers/shapedLine.ts'
import { addJudge, expect, test, toUrl, untilApp } from './fixtures.ts'

/** Faults that strike only the first request for a file, all of them files that only the worker asks for. */
const once: readonly [RegExp, LineFault][] = [
  [/^\/sw\.js$/, 'refuse'],
  [/\/assets\/map[.-].*\.js/, 'refuse'],
  [/\/assets\/es-field-/, 'cut'],
  [/^\/index\.html/, 'reset'],
]
const missing = /\/assets\/es-first-/
const held = /\/assets\/firstPaint-/
const ofTheShow = /\/assets\/(judging|ballot|portal)[.-]/

test('files that do not come cost only themselves, the strip says how far it is, and it goes on when asked @worker @proof', async ({
  page,
  product,
  places,
}) => {
  const struck = new Set<RegExp>()
  const lastFile = Promise.withResolvers<void>()
  let isMissing = true
  const line = await startLine({
    to: product.port,
    bitsPerSecond: 50_000_000,
    firstByteMs: 0,
    async findFault(path) {
      if (held.test(path)) await lastFile.promise
      if (missing.test(path)) return isMissing ? 'refuse' : undefined
      const [pattern, fault] = once.find(([each]) => each.test(path) && !struck.has(each)) ?? []
      if (pattern !== undefined) struck.add(pattern)
      return fault
    },
  })
  const behindLine = { ...product, origin: line.origin }
  await page.goto(toUrl(behindLine, `/portal/viewer/${places.event.id}`, places.club.subdomain))
  const strip = page.getByRole('status').filter({ hasText: 'saved' })
  // all but these two
  await expect(strip).toHaveText(/Still saving the app, (\d+) of \d+\./, { timeout: 60_000 })
  await expect
    .poll(async () => {
      const [, saved, wanted] = /(\d+) of (\d+)\./.exec(await strip.innerText()) ?? []
      return Number(wanted) - Number(saved)
    })
    .toBe(2)
  lastFile.resolve()
  await expect(strip).toContainText('With no signal it does not open yet', { timeout: 30_000 })
  isMissing = false
  await strip.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/Saved for the show/)).toBeVisible({ timeout: 30_000 })
  expect(struck.size).toBe(once.length)
  const fetched = line.requests.filter((path) => /\/assets\/(map[.-].*\.js|es-field-)/.test(path))
  expect(fetched).toHaveLength(4)

  await line.close()
  await page.reload()
  await expect(page.getByRole('heading', { name: places.event.name })).toBeVisible()
  await untilApp(page)

  // a phone on its side keeps the bar, and no word in it is broken
  await page.setViewportSize({ width: 844, height: 390 })
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(60)
  await expect(page.getByText(/Saved for the show/)).toBeVisible()
  expect(await page.getByRole('navigation').last().getByRole('link').evaluateAll(countLines)).toEqual([
    ['Home', 1],
    ['Schedule', 1],
    ['Maps', 1],
    ['Vendors', 1],
    ['More', 1],
  ])
})

test('the show is saved before the files of judging have come, and each tab opens without a network then @worker', async ({
  page,
  product,
  places,
}) => {
  const show = Promise.withResolvers<void>()
  const line = await startLine({
    to: product.port,
    bitsPerSecond: 50_000_000,
    firstByteMs: 0,
    async findFault(path) {
      if (!ofTheShow.test(path)) return undefined
      await show.promise
      return 'reset'
    },
  })
  const behindLine = { ...product, origin: line.origin }
  await page.goto(toUrl(behindLine, `/portal/viewer/${places.event.id}`, places.club.subdomain))
  await expect(page.getByText(/Saved for the show/)).toBeVisible({ timeout: 60_000 })
  await line.close()
  show.resolve()
  await page.reload()
  await untilApp(page)
  for (const tab of ['Schedule', 'Maps', 'Vendors', 'More']) {
    await page.getByRole('navigation').last().getByRole('link', { name: tab }).click()
    await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible()
  }
})

test('a judge whose phone had only the viewer hears that all is saved when the files of judging are @worker', async ({
  page,
  product,
  places,
}) => {
  const { judgeId, link } = await addJudge(product)
  const ballot = Promise.withResolvers<void>()
  const line = await startLine({
    to: product.port,
    bitsPerSecond: 50_000_000,
    firstByteMs: 0,
    // only the worker asks for it
    findFault: async (path) => (/\/assets\/ballot[.-]/.test(path) ? void (await ballot.promise) : undefined),
  })
  const behindLine = { ...product, origin: line.origin }
  await page.goto(toUrl(behindLine, `/portal/viewer/${places.event.id}`, places.club.subdomain))
  await expect(page.getByText(/Saved for the show/)).toBeVisible({ timeout: 60_000 })
  await page.goto(link.replace(product.origin, line.origin))
  await expect(page.getByText(`Judge ${judgeId}, `)).toBeVisible()
  const app = page.getByRole('listitem').filter({ hasText: /^The app/ })
  await expect(app).toHaveText(/Waiting$/)
  await expect(page.getByText(/^All of it saved/)).toHaveCount(0)
  ballot.resolve()
  await expect(page.getByText(/^All of it saved/)).toBeVisible({ timeout: 30_000 })
  await expect(app).toHaveText('The app, in English and SpanishSaved')
  await line.close()
})

function countLines(links: Element[]): [string, number][] {
  return links.map((link) => {
    const lines = new Set<number>()
    // what is only read aloud lies in an element
    const texts = [...link.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    for (const text of texts) {
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const { top } of range.getClientRects()) lines.add(top)
    }
    return [texts.map(({ textContent }) => textContent).join(''), lines.size]
  })
}
