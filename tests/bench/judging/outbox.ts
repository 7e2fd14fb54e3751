// A judge's phone with 500 sheets in its real outbox: from "Send now" until the screen says that the club has
// everything.
import type { Page } from '@playwright/test'
import { endpointPath } from '../../../src/contract/caller.ts'
import { dayMs, hourMs } from '../../../src/domain/time.ts'
import { toGrantId } from '../../../src/offline/grants.ts'
import { outboxDatabaseName } from '../../../src/offline/outboxDatabase.ts'
import { mostInRequest } from '../../../src/offline/outboxQueue.ts'
import type { OutboxEntry, StoredGrant } from '../../../src/offline/outboxRecords.ts'
import type { Product } from '../../support/browsers/product.ts'
import type { Show } from '../../support/clubs/judgedShow.ts'
import { toSheet } from '../../support/processes/sheetSender.ts'
import { openPhone } from '../chromium.ts'
import type { Reading } from '../rows.ts'
import type { Bench, Meter, Opening, Subject } from '../subject.ts'
import { checkStored } from './stored.ts'

const queued = 500
const savingTimeLimitMs = 90_000

interface FullOutbox {
  id: string
  name: string
  tombstones: number
  tabs: number
  /** Whether all tabs say that they are seen, as windows side by side do. A phone shows one. */
  areAllSeen?: boolean
  atMost?: number
}

const outboxes: readonly FullOutbox[] = [
  { id: 'alone', name: 'alone', tombstones: 0, tabs: 1, atMost: 2.5 },
  { id: 'tombstones', name: 'beside 1,000 tombstones', tombstones: 1000, tabs: 1 },
  { id: 'tabs', name: 'with five tabs', tombstones: 0, tabs: 5, atMost: 3.5 },
  { id: 'windows', name: 'with five windows in sight', tombstones: 0, tabs: 5, areAllSeen: true },
]

/** So many show how long one takes: all of them would take longer than the rest of the row. */
const singles = 100

/** One judge for each sending: a judge may only send so much in ten minutes. */
const judgesInRound = outboxes.length + 2

type Judge = Show['judges'][number]
type Sheet = ReturnType<typeof toSheet>

interface Judging {
  product: Product
  show: Show
  club: string
  page: Page
  /** The keys of all sheets that were sent. */
  keys: string[]
}

export const outbox: Bench = { needsBrowser: true, rounds: 3, warmUps: 1, open: openOutbox }

async function openOutbox(subject: Subject, { turns, atEnd }: Opening): Promise<Meter> {
  const { addJudges } = await subject.load<typeof import('../../support/clubs/judgedShow.ts')>(
    'tests/support/clubs/judgedShow.ts',
  )
  const product = await subject.startProduct()
  atEnd(product.dispose)
  const phone = await openPhone()
  atEnd(phone.close)
  await product.stop()
  const show = await addJudges(product, judgesInRound * turns)
  await product.start()
  const club = product.demo.tenants[0]?.subdomain ?? ''
  const judging: Judging = { product, show, club, page: await phone.context.newPage(), keys: [] }
  await saveForTheField(judging)
  let judged = 0
  return {
    async measure() {
      const judges = show.judges.slice(judged, judged + judgesInRound)
      judged += judgesInRound
      return measureRound(judging, judges)
    },
    async check() {
      await product.stop()
      return checkStored(subject, { dataDir: product.dataDir }, show.tenantId, judging.keys)
    },
  }
}

async function measureRound(judging: Judging, judges: readonly Judge[]): Promise<Reading[]> {
  const [ofRequests, ofSingles, ...ofOutboxes] = judges
  if (ofRequests === undefined || ofSingles === undefined) throw new Error('too few judges')
  const measured: number[] = []
  for (const [at, given] of outboxes.entries()) {
    measured.push(await measureOutbox(judging, ofOutboxes[at] as Judge, given))
  }
  const requests = await measurePlain(judging, ofRequests, { sheets: queued, perRequest: mostInRequest })
  const one = (await measurePlain(judging, ofSingles, { sheets: singles, perRequest: 1 })) / singles
  return outboxes.map(({ id, name, atMost }, at): Reading => {
    const ms = measured[at] ?? Number.NaN
    return {
      id,
      what: `${queued} queued sheets from "Send now" in Chromium, ${name}`,
      beside: `the same browser, the same ${queued / mostInRequest} requests by fetch`,
      figure: ms / requests,
      unit: 'times as long',
      ...(atMost === undefined ? {} : { goal: { atMost } }),
      more: {
        itself: [ms, 'ms'],
        'by fetch': [requests, 'ms'],
        'one sheet after another by fetch takes': [(one * queued) / ms, 'times as long'],
      },
    }
  })
}

function makeSheets({ show, keys }: Judging, judge: Judge, count: number): Sheet[] {
  const sheets = Array.from({ length: count }, (_, number) =>
    toSheet({ ...show, judges: [], sheets: 0, perRequest: 0 }, judge, number),
  )
  keys.push(...sheets.map(({ key }) => key))
  return sheets
}

/** From a page of our origin without the app, so that nothing is sent yet. */
async function prepareOutbox(judging: Judging, judge: Judge, entries: readonly OutboxEntry[]): Promise<void> {
  const { page, product } = judging
  await page.goto(`${product.origin}/robots.txt`)
  await page.evaluate(fillOutbox, { name: outboxDatabaseName, grant: toGrant(judging, judge), entries })
}

async function openJudging({ product, show, club }: Judging, page: Page): Promise<void> {
  await page.goto(`${product.origin}/portal/judging/${show.eventId}?subdomain=${club}`)
}

/** Afterwards the worker fetches nothing more beside what is measured. */
async function saveForTheField(judging: Judging): Promise<void> {
  const { page, show } = judging
  await prepareOutbox(judging, show.judges[0] as Judge, [])
  await openJudging(judging, page)
  await page.getByText(/^All of it saved/).waitFor({ timeout: savingTimeLimitMs })
}

async function measureOutbox(
  judging: Judging,
  judge: Judge,
  { tombstones, tabs, areAllSeen = false }: FullOutbox,
): Promise<number> {
  const { page } = judging
  const over = makeOver(judging, judge, tombstones)
  const open = makeSheets(judging, judge, queued).map((sheet, at) =>
    toEntry(judging, judge, sheet, tombstones + at),
  )
  await prepareOutbox(judging, judge, [...over, ...open])
  const others: Page[] = []
  for (let tab = 1; tab < tabs; tab++) others.push(await page.context().newPage())
  for (const tab of [...others, page]) {
    await openJudging(judging, tab)
    await tab.getByRole('button', { name: `${queued} on this phone` }).waitFor()
  }
  // this Chromium has no screen, and says of every tab that it is seen
  if (!areAllSeen) for (const tab of others) await tab.evaluate(hideTab)
  await page.bringToFront()
  await page.getByRole('button', { name: `${queued} on this phone` }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  const ms = await page.evaluate(sendNow)
  await Promise.all(others.map((tab) => tab.close()))
  return ms
}

/** One request after another, beside an app with nothing to send. */
async function measurePlain(
  judging: Judging,
  judge: Judge,
  { sheets: count, perRequest }: { sheets: number; perRequest: number },
): Promise<number> {
  const { page, show } = judging
  const sheets = makeSheets(judging, judge, count)
  const bodies = Array.from({ length: sheets.length / perRequest }, (_, at) => {
    const entries = sheets.slice(at * perRequest, (at + 1) * perRequest)
    return JSON.stringify({
      tenantUUID: show.tenantUuid,
      ...(perRequest === 1 ? entries[0] : { action: 'submit_batch', entries }),
    })
  })
  await prepareOutbox(judging, judge, [])
  await openJudging(judging, page)
  await page.getByText(`Judge ${judge.code}, `).waitFor()
  return page.evaluate(postAll, { path: endpointPath, bodies })
}

function toGrant({ show, club }: Judging, judge: Judge): StoredGrant {
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
function toEntry({ show, club }: Judging, judge: Judge, sheet: Sheet, order: number): OutboxEntry {
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

function makeOver(judging: Judging, judge: Judge, count: number): OutboxEntry[] {
  const plan = { ...judging.show, judges: [], sheets: 0, perRequest: 0 }
  return Array.from({ length: count }, (_, number) => {
    const sheet = toSheet(plan, judge, number)
    return {
      ...toEntry(judging, judge, sheet, number),
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

function hideTab(): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
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
