// A judge's phone with 500 sheets in its real outbox: from "Send now" until the screen says that the club has
// everything.
import type { Page } from '@playwright/test'
import { endpointPath } from '../../src/contract/caller.ts'
import { dayMs, hourMs } from '../../src/domain/time.ts'
import { toGrantId } from '../../src/offline/grants.ts'
import { outboxDatabaseName } from '../../src/offline/outboxDatabase.ts'
import { mostInRequest } from '../../src/offline/outboxQueue.ts'
import type { OutboxEntry, StoredGrant } from '../../src/offline/outboxRecords.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { addJudges, type Show } from '../support/clubs/judgedShow.ts'
import { toSheet } from '../support/processes/sheetSender.ts'
import { openPhone } from './chromium.ts'
import { type BenchRow, rounds, toSpread } from './rows.ts'
import { countStored } from './scores.ts'

const queued = 500
const savingTimeLimitMs = 90_000

const outboxes = [
  { name: 'alone', tombstones: 0, tabs: 1 },
  { name: 'beside 1,000 tombstones', tombstones: 1000, tabs: 1 },
  { name: 'with five tabs', tombstones: 0, tabs: 5 },
] as const

/** So many show how long one takes: all of them would take longer than the rest of the row. */
const singles = 100

/** One judge for each sending: a judge may only send so much in ten minutes. */
const judgesInRound = outboxes.length + 2

type Judge = Show['judges'][number]
type Sheet = ReturnType<typeof toSheet>

interface Bench {
  product: Product
  show: Show
  club: string
  page: Page
  /** The keys of all sheets that were sent. */
  keys: string[]
}

/** Milliseconds of one round. */
interface Round {
  outboxes: number[]
  /** The same requests by plain `fetch`, one after another. */
  requests: number
  /** As many sheets by plain `fetch`, one request for each. */
  singles: number
}

export async function benchOutbox(): Promise<BenchRow[]> {
  const product = await startProduct()
  const phone = await openPhone()
  try {
    await product.stop()
    const show = await addJudges(product, judgesInRound * (rounds + 1))
    await product.start()
    const club = product.demo.tenants[0]?.subdomain ?? ''
    const bench = { product, show, club, page: await phone.context.newPage(), keys: [] }
    await saveForTheField(bench)
    const measured: Round[] = []
    for (let round = 0; round <= rounds; round++) {
      const judges = show.judges.slice(round * judgesInRound, (round + 1) * judgesInRound)
      const figures = await measureRound(bench, judges)
      // the first round only warms everything up
      if (round > 0) measured.push(figures)
    }
    await product.stop()
    const { lost, doubled } = await countStored({ dataDir: product.dataDir }, show.tenantId, bench.keys)
    return outboxes.map(({ name }, at) => toRow(name, measured, at, { lost, doubled }))
  } finally {
    await phone.close()
    await product.dispose()
  }
}

function toRow(
  name: string,
  measured: readonly Round[],
  at: number,
  { lost, doubled }: { lost: number; doubled: number },
): BenchRow {
  const own = measured.map((round) => round.outboxes[at] ?? Number.NaN)
  return {
    what: `${queued} queued sheets from "Send now" in Chromium, ${name}`,
    beside: `the same browser, the same ${queued / mostInRequest} requests by fetch: ${toSpread(
      measured.map(({ requests }) => requests),
      'ms',
    )}`,
    figures: measured.map(({ requests }, round) => (own[round] ?? Number.NaN) / requests),
    unit: 'times as long',
    notes: [
      toSpread(own, 'ms'),
      toSpread(
        measured.map((round, index) => round.singles / (own[index] ?? Number.NaN)),
        'times as fast as one sheet after another by fetch',
      ),
      `lost ${lost}, doubled ${doubled}`,
    ],
    fault: lost === 0 && doubled === 0 ? undefined : 'not each sheet once',
  }
}

async function measureRound(bench: Bench, judges: readonly Judge[]): Promise<Round> {
  const [ofRequests, ofSingles, ...ofOutboxes] = judges
  if (ofRequests === undefined || ofSingles === undefined) throw new Error('too few judges')
  const measured: number[] = []
  for (const [at, outbox] of outboxes.entries()) {
    measured.push(await measureOutbox(bench, ofOutboxes[at] as Judge, outbox))
  }
  return {
    outboxes: measured,
    requests: await measurePlain(bench, ofRequests, { sheets: queued, perRequest: mostInRequest }),
    singles: (await measurePlain(bench, ofSingles, { sheets: singles, perRequest: 1 })) * (queued / singles),
  }
}

function makeSheets({ show, keys }: Bench, judge: Judge, count: number): Sheet[] {
  const sheets = Array.from({ length: count }, (_, number) =>
    toSheet({ ...show, judges: [], sheets: 0, perRequest: 0 }, judge, number),
  )
  keys.push(...sheets.map(({ key }) => key))
  return sheets
}

/** From a page of our origin without the app, so that nothing is sent yet. */
async function prepareOutbox(bench: Bench, judge: Judge, entries: readonly OutboxEntry[]): Promise<void> {
  const { page, product } = bench
  await page.goto(`${product.origin}/robots.txt`)
  await page.evaluate(fillOutbox, { name: outboxDatabaseName, grant: toGrant(bench, judge), entries })
}

async function openJudging({ product, show, club }: Bench, page: Page): Promise<void> {
  await page.goto(`${product.origin}/portal/judging/${show.eventId}?subdomain=${club}`)
}

/** Afterwards the worker fetches nothing more beside what is measured. */
async function saveForTheField(bench: Bench): Promise<void> {
  const { page, show } = bench
  await prepareOutbox(bench, show.judges[0] as Judge, [])
  await openJudging(bench, page)
  await page.getByText(/^All of it saved/).waitFor({ timeout: savingTimeLimitMs })
}

async function measureOutbox(
  bench: Bench,
  judge: Judge,
  { tombstones, tabs }: (typeof outboxes)[number],
): Promise<number> {
  const { page } = bench
  const over = makeOver(bench, judge, tombstones)
  const open = makeSheets(bench, judge, queued).map((sheet, at) =>
    toEntry(bench, judge, sheet, tombstones + at),
  )
  await prepareOutbox(bench, judge, [...over, ...open])
  const others: Page[] = []
  for (let tab = 1; tab < tabs; tab++) others.push(await page.context().newPage())
  for (const tab of [...others, page]) {
    await openJudging(bench, tab)
    await tab.getByRole('button', { name: `${queued} on this phone` }).waitFor()
  }
  await page.bringToFront()
  await page.getByRole('button', { name: `${queued} on this phone` }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  const ms = await page.evaluate(sendNow)
  await Promise.all(others.map((tab) => tab.close()))
  return ms
}

/** One request after another, beside an app with nothing to send. */
async function measurePlain(
  bench: Bench,
  judge: Judge,
  { sheets: count, perRequest }: { sheets: number; perRequest: number },
): Promise<number> {
  const { page, show } = bench
  const sheets = makeSheets(bench, judge, count)
  const bodies = Array.from({ length: sheets.length / perRequest }, (_, at) => {
    const entries = sheets.slice(at * perRequest, (at + 1) * perRequest)
    return JSON.stringify({
      tenantUUID: show.tenantUuid,
      ...(perRequest === 1 ? entries[0] : { action: 'submit_batch', entries }),
    })
  })
  await prepareOutbox(bench, judge, [])
  await openJudging(bench, page)
  await page.getByText(`Judge ${judge.code}, `).waitFor()
  return page.evaluate(postAll, { path: endpointPath, bodies })
}

function toGrant({ show, club }: Bench, judge: Judge): StoredGrant {
  const { eventId, tenantUuid } = show
  return {
    id: toGrantId({ club, eventId, judgeId: judge.code }),
    club,
    eventId,
    judgeId: judge.code,
    judgeName: `Judge ${judge.code}`,
    formId: 0,
    grant: judge.grant,
    until: new Date(Date.now() + dayMs).toISOString(),
    tenantId: tenantUuid,
    isCurrent: true,
    hasLeft: false,
  }
}

/** Only a person's "Send now" sends an entry that needs a sign-in, so that nothing leaves before it. */
function toEntry({ show, club }: Bench, judge: Judge, sheet: Sheet, order: number): OutboxEntry {
  const { action: _action, key, grant: _grant, ...input } = sheet
  return {
    key,
    action: 'submit_judging_form',
    schema: 1,
    club,
    tenantId: show.tenantUuid,
    eventId: show.eventId,
    principal: { kind: 'judge', ref: judge.code },
    input,
    inputHash: '',
    sequence: input.sequence,
    madeAt: Date.now() - hourMs,
    clockOffset: 0,
    state: 'needs-signin',
    attempts: 0,
    nextAt: 0,
    savedAt: Date.now(),
    order: order + 1,
    about: { title: `Car ${input.entryId}`, number: input.entryId },
  }
}

function makeOver(bench: Bench, judge: Judge, count: number): OutboxEntry[] {
  const plan = { ...bench.show, judges: [], sheets: 0, perRequest: 0 }
  return Array.from({ length: count }, (_, number) => {
    const sheet = toSheet(plan, judge, number)
    return {
      ...toEntry(bench, judge, sheet, number),
      state: 'accepted',
      attempts: 1,
      receipt: { key: sheet.key, outcome: 'accepted', at: new Date().toISOString() },
    }
  })
}

// What follows runs in the page.

async function fillOutbox(given: {
  name: string
  grant: StoredGrant
  entries: readonly OutboxEntry[]
}): Promise<void> {
  const opening = indexedDB.open(given.name)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('entries', { keyPath: 'key' }).createIndex('order', 'order')
    opening.result.createObjectStore('drafts', { keyPath: 'id' })
    opening.result.createObjectStore('grants', { keyPath: 'id' })
  }
  await new Promise<void>((resolve, reject) => {
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const tx = opening.result.transaction(['entries', 'grants'], 'readwrite')
      const entries = tx.objectStore('entries')
      const grants = tx.objectStore('grants')
      entries.clear()
      grants.clear()
      grants.put(given.grant)
      for (const entry of given.entries) entries.put(entry)
      tx.onabort = () => reject(tx.error)
      tx.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

/** Presses the button. Milliseconds until the screen says so. */
function sendNow(): Promise<number> {
  return new Promise((resolve, reject) => {
    const button = [...document.querySelectorAll('button')].find((one) =>
      one.textContent?.includes('Send now'),
    )
    if (button === undefined) return reject(new Error('no button'))
    const startedAt = performance.now()
    const observer = new MutationObserver(() => {
      const said = [...document.querySelectorAll('[role="status"]')]
      if (!said.some(({ textContent }) => textContent?.includes('The club has everything.'))) return
      observer.disconnect()
      resolve(performance.now() - startedAt)
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    button.click()
  })
}

async function postAll({ path, bodies }: { path: string; bodies: readonly string[] }): Promise<number> {
  const startedAt = performance.now()
  for (const body of bodies) {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    const { success }: { success: boolean } = await answer.json()
    if (!success) throw new Error('a request was refused')
  }
  return performance.now() - startedAt
}
