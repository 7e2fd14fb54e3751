// Fixtures of the browser tests: a product with the demo club, browsers whose profile survives a kill, and
// checks for every screen.
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test'
import type { OutboxEntry } from '../../src/offline/outboxRecords.ts'
import { expectNoFaults } from '../support/browsers/axe.ts'
import { findBrowserProcess, toLaunchOptions } from '../support/browsers/browser.ts'
import { type Door, makeDoor } from '../support/browsers/door.ts'
import { type Demo, type EngineOption, type Product, startProduct } from '../support/browsers/product.ts'
import { endProduct, expectPlantedFound } from '../support/browsers/productEnd.ts'
import type { Language } from '../support/browsers/rounds.ts'
import { joinSharedProduct } from '../support/browsers/sharedProduct.ts'
import { cardOrigins, setLanguage, type Traffic, watchTraffic } from '../support/buying/buyers.ts'
import { inTurn, type Turn } from '../support/chance/turns.ts'
import { asVisitor, getSigner, type SignInPlace, takeToken } from '../support/community/elsewhere.ts'
import { type Cluster, createDatabase, startCluster } from '../support/database/postgres.ts'
import { proofTag, selection } from '../support/run/longTests.ts'
import { readRecords } from './device/deviceStore.ts'

export { expect } from '@playwright/test'

/** The first club of the demo and its event, and the second club. */
export interface Places {
  club: Demo['tenants'][number]
  event: Demo['tenants'][number]['events'][number]
  other: Demo['tenants'][number]
}

export function findPlaces(demo: Demo): Places {
  const [club, other] = demo.tenants
  const event = club?.events[0]
  if (club === undefined || other === undefined || event === undefined)
    throw new Error('the demo is not whole')
  return { club, event, other }
}

/** An address of the portal with its club. */
export function toUrl(product: Product, path: string, subdomain: string): string {
  const url = new URL(path, product.origin)
  url.searchParams.set('subdomain', subdomain)
  return url.href
}

/** The days of the demo's event. */
export async function readDays(product: Product) {
  const { club, event } = findPlaces(product.demo)
  return (await asVisitor(product, club.subdomain).call('get_event', { event: event.id })).event
}

export interface ExportedEvent {
  name: string
  startDate?: string
  endDate?: string
  voting?: number
  votingStart?: string
  votingEnd?: string
  votesPerClass?: number
  entries: { ref: string; number: string; carClass: number; make?: string; model?: string }[]
  schedule: { date: string; entries: { startTime: string; endTime: string; label: string }[] }[]
}

/** The demo's event in the club's file, which is exported once. */
export async function readEvent(product: Product): Promise<ExportedEvent> {
  return (await readClubFile(product)).show
}

async function readClubFile(product: Product) {
  const { club, event } = findPlaces(product.demo)
  const file = join(product.dataDir, `${club.subdomain}.json`)
  if (!existsSync(file)) await succeed(product, 'export', file, '--tenant', club.subdomain)
  const content: { events: ExportedEvent[] } = JSON.parse(await readFile(file, 'utf8'))
  const show = content.events.find(({ name }) => name === event.name)
  if (show === undefined) throw new Error('the export lacks the event')
  return { file, content, show }
}

/** Changes the demo's event as an officer does: by the club's file. */
export async function changeEvent(
  product: Product,
  change: Partial<ExportedEvent> | ((event: ExportedEvent) => Partial<ExportedEvent>),
): Promise<void> {
  const { file, content, show } = await readClubFile(product)
  Object.assign(show, typeof change === 'function' ? change(show) : change)
  await writeFile(file, JSON.stringify(content))
  await succeed(product, 'import', file)
}

async function succeed(product: Product, ...args: string[]): Promise<void> {
  const { code, output } = await product.club(...args)
  expect(code, output).toBe(0)
}

export interface NewJudge {
  judgeId: string
  link: string
}

let judgesAdded = 0

/** A judge for one test, so that tests can share a server: sheets are recognized by their judge. */
export async function addJudge(product: Product, ...details: string[]): Promise<NewJudge> {
  const { club, event } = findPlaces(product.demo)
  const judgeId = `J${++judgesAdded}`
  const place = [String(event.id), '--tenant', club.subdomain]
  const { code, output } = await product.club(
    ...['judges', ...place, '--add', judgeId, '--name', 'N. Novak', '--links', ...details],
  )
  const secret = /#\S+/.exec(output)?.[0]
  if (code !== 0 || secret === undefined) throw new Error(output)
  return { judgeId, link: toUrl(product, `/portal/judging/${event.id}`, club.subdomain) + secret }
}

let votersTaken = 0

/** The secret of a voter for one test, so that tests can share a server. */
export function takeVoter(product: Product): string {
  const voter = findPlaces(product.demo).event.voters[votersTaken++]
  if (voter === undefined) throw new Error('the demo has too few voters')
  return voter.uuid
}

/**
 * Signs in by a call and opens the page as the member. The screens of signing in cost as much as two pages: they are
 * for the journeys about them.
 */
export async function signIn(
  page: Page,
  product: Product,
  club: SignInPlace,
  role: string,
  path = '/portal/member',
  language: Language = 'en',
): Promise<void> {
  const token = await takeToken(product, club, role, language)
  const kept = await page.addInitScript(
    ([name = '', value = '']) => sessionStorage.setItem(name, value),
    [`showfield:${club.subdomain}:token`, token],
  )
  await page.goto(toUrl(product, path, club.subdomain))
  await kept.dispose()
  if (path === '/portal/member') await page.waitForURL(/\/portal\/member\//)
}

/** Ends the sign-in, as an officer or the member on another device would. */
export function endSignIn(page: Page, subdomain: string): Promise<void> {
  return page.evaluate(async (slug) => {
    const token = sessionStorage.getItem(`showfield:${slug}:token`) ?? ''
    await fetch('/dart/core', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Dart-Token': token },
      body: JSON.stringify({ action: 'member_logout', subdomain: slug }),
    })
  }, subdomain)
}

/** Leads within the app that is open, which costs a tenth of opening the address. */
export async function goWithin(page: Page, product: Product, path: string, subdomain: string): Promise<void> {
  await page.evaluate((url) => history.pushState(null, '', url), toUrl(product, path, subdomain))
}

/** Signs in as a person does, and waits for the member area. */
export async function signInOnScreens(
  page: Page,
  product: Product,
  club: SignInPlace,
  role: string,
): Promise<void> {
  const { email, password } = getSigner(club, role)
  await page.goto(toUrl(product, '/portal/signin', club.subdomain))
  await page.locator('input[type="email"]').fill(email)
  await page.keyboard.press('Enter')
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal\/member\//)
}

/** A browser on a profile folder. It can be killed and opened again with what it had saved. */
export interface Phone {
  context: BrowserContext
  page: Page
  /** SIGKILL of the whole browser, then the same profile again. */
  killAndReopen(): Promise<void>
  /** Closes the browser normally, then opens the same profile again. */
  closeAndReopen(): Promise<void>
}

async function openPhone(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...toLaunchOptions(),
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    hasTouch: true,
    serviceWorkers: 'allow',
  })
  return { context, page: context.pages()[0] ?? (await context.newPage()) }
}

/** A phone for one test. If `from` is given, with a copy of that profile. */
async function usePhone(from: string | undefined, use: (phone: Phone) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'showfield-phone-'))
  if (from !== undefined) await cp(from, profile, { recursive: true, verbatimSymlinks: true })
  let opened = await openPhone(profile)
  const phone: Phone = {
    context: opened.context,
    page: opened.page,
    async killAndReopen() {
      const pid = await findBrowserProcess(profile)
      const closed = new Promise((resolve) => opened.context.on('close', resolve))
      process.kill(pid, 'SIGKILL')
      await closed
      opened = await openPhone(profile)
      phone.context = opened.context
      phone.page = opened.page
    },
    async closeAndReopen() {
      await opened.context.close()
      opened = await openPhone(profile)
      phone.context = opened.context
      phone.page = opened.page
    },
  }
  await use(phone)
  await phone.context.close()
  await rm(profile, { recursive: true, force: true })
}

/** In the title of a journey that needs the service worker. In `npm test` the pages of others do without. */
const workerTag = '@worker'

/**
 * Ends the title of a journey in each language: the proof walks all of them, `npm test` the one in English, of those that
 * take turns when it is theirs.
 */
export function inFirst(language: 'en' | 'es', turn?: Turn): string {
  if (language !== 'en') return ` ${proofTag}`
  return turn === undefined ? '' : inTurn(turn)
}

const journeys = 'journeys'
let addresses = 0

/** With an empty database for the worker's product. Skips with a reason if the machine has no PostgreSQL. */
async function startOrSkip(): Promise<Cluster> {
  const started = await startCluster()
  if ('reason' in started) {
    base.skip(true, started.reason)
    throw new Error(started.reason)
  }
  await createDatabase(started.cluster.superuserUrl, journeys)
  return started.cluster
}

interface Visit {
  /** What they open, signed in. */
  path?: string
  language?: Language
  viewport?: { width: number; height: number }
  /** Faults that belong to the test. */
  allowed?: readonly RegExp[]
  /** In place of the shared one. */
  product?: Product
}

/** Opens the club as somebody of this role, or as a visitor: first on the test's own page, then on other devices. */
type Journey = (club: SignInPlace, role: string, visit?: Visit) => Promise<Page>

interface Fixtures {
  /** At the end nothing has broken on any of its pages. */
  journey: Journey
  phone: Phone
  /** A phone on which the demo's event has been saved for the show, from `doorProduct`. */
  savedPhone: Phone
  /** A server for one test, for tests that stop it or move its clock. */
  ownProduct: Product
  /** The shared server behind a door, with demo clubs for one test, for tests that change them. */
  ownClubs: Product
  /** The worker's server behind a door, for tests that make it unreachable but do not change the event. */
  doorProduct: Product
  places: Places
}

interface WorkerFixtures extends EngineOption {
  /** The server of all journeys, with demo clubs of this worker's own. */
  product: Product
  door: Door
  /** The profile of a phone that has opened the demo's event once. */
  savedProfile: string
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['embedded', { option: true, scope: 'worker' }],
  // installing it costs three seconds of a processor for each test, so in `npm test` those that need it say so
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  serviceWorkers: async ({}, use, { tags }) => {
    await use(selection !== 'short' || tags.includes(workerTag) ? 'allow' : 'block')
  },
  // limits count by address
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    addresses += 1
    await use({ 'X-Forwarded-For': `10.${workerIndex % 256}.${addresses >> 8}.${addresses % 256}` })
  },
  product: [
    async ({ engine }, use) => {
      if (engine === 'embedded') return use(await joinSharedProduct())
      const cluster = await startOrSkip()
      const product = await startProduct({ databaseUrl: cluster.urlOf(journeys) })
      // tests buy at it through a door too
      cardOrigins.add(product.origin)
      try {
        await use(product)
        await endProduct(product, expectPlantedFound)
      } finally {
        await cluster.stop()
      }
    },
    // its end searches all tables for card numbers
    { scope: 'worker', timeout: 300_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  ownProduct: async ({}, use) => {
    const product = await startProduct()
    await use(product)
    await endProduct(product)
  },
  ownClubs: async ({ door }, use) => {
    await use(door.product(await joinSharedProduct()))
    await door.open()
  },
  places: async ({ product }, use) => {
    await use(findPlaces(product.demo))
  },
  journey: async ({ page: own, browser, product: shared }, use) => {
    const faults: string[][] = []
    const others: BrowserContext[] = []
    const openDevice = async () => {
      if (faults.length === 0) return own
      const context = await browser.newContext({ locale: 'en-US' })
      others.push(context)
      return context.newPage()
    }
    await use(async (club, role, { path, language, viewport, allowed, product = shared } = {}) => {
      const page = await openDevice()
      faults.push(watchForFaults(page, allowed))
      if (viewport !== undefined) await page.setViewportSize(viewport)
      if (language !== undefined) await setLanguage(page, language)
      if (role !== 'visitor') await signIn(page, product, club, role, path, language)
      else if (path !== undefined) await page.goto(toUrl(product, path, club.subdomain))
      return page
    })
    for (const context of others) await context.close()
    expect(faults.flat()).toEqual([])
  },
  door: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
    async ({}, use) => {
      const door = await makeDoor()
      await use(door)
      await door.shut()
    },
    { scope: 'worker' },
  ],
  doorProduct: async ({ door, product }, use) => {
    await use(door.product(product))
    await door.open()
  },
  savedProfile: [
    async ({ door, product }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'showfield-saved-'))
      const { context, page } = await openPhone(folder)
      const { club, event } = findPlaces(product.demo)
      await page.goto(toUrl(door.product(product), `/portal/viewer/${event.id}`, club.subdomain))
      await saveForTheShow(page)
      await page.waitForFunction(isWholeShowSaved)
      await context.close()
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  phone: async ({}, use) => {
    await usePhone(undefined, use)
  },
  savedPhone: async ({ savedProfile }, use) => {
    await usePhone(savedProfile, use)
  },
})

/**
 * For browser tests of buyers. At the end, no request has left the product's origin and no card number was
 * sent. A test that leaves the origin on purpose removes those requests from the list.
 */
export const buyerTest = test.extend<{ traffic: Traffic }>({
  traffic: [
    async ({ page, product }, use) => {
      const traffic = watchTraffic(page, product)
      await use(traffic)
      expect(traffic).toEqual({ foreign: [], numbers: [] })
    },
    { auto: true },
  ],
})

/** The outbox on the device, read from any page of the origin. */
export async function readOutbox(page: Page): Promise<OutboxEntry[]> {
  const entries = await readRecords<OutboxEntry>(page, 'showfield-outbox', 'entries')
  return entries.sort((one, other) => one.order - other.order)
}

/** An attempt that a page leaves in its middle may have arrived. Waits until none runs or begins soon. */
export async function untilNothingIsTried(page: Page): Promise<void> {
  const findSoonest = async () => {
    const entries = await readOutbox(page)
    return Math.min(...entries.map(({ state, nextAt }) => (state === 'waiting' ? nextAt - Date.now() : 0)))
  }
  await expect.poll(findSoonest, { intervals: [100] }).toBeGreaterThan(1500)
}

/** All drafts on the device, of any person. */
export function listDrafts<T = unknown>(page: Page): Promise<T[]> {
  return readRecords<T>(page, 'showfield-outbox', 'drafts')
}

/** Waits until the app has taken the place of what its document showed. */
export async function untilApp(page: Page): Promise<void> {
  await expect(page.locator('#app > :not([data-painting=""])').first()).toBeAttached()
}

/** Waits until the worker controls the page. */
export async function untilControlled(page: Page): Promise<void> {
  const isControlled = await page.evaluate(async () => {
    const claimMs = 5_000
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve)
        setTimeout(resolve, claimMs)
      })
    }
    return navigator.serviceWorker.controller !== null
  })
  if (isControlled) return
  // a claim misses a page that is just being opened
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Waits until the worker controls the page and the whole event is on the device. */
export async function saveForTheShow(page: Page): Promise<void> {
  await untilControlled(page)
  await expect(page.getByText(/Saved for the show/)).toBeVisible({ timeout: 90_000 })
}

/** Runs in a page. Judging, ballot and the portal follow when the viewer is saved. */
export async function isWholeShowSaved(): Promise<boolean> {
  const worker = await (await fetch('/sw.js')).text()
  const wanted = [...worker.matchAll(/"tier":[12],"url":"([^"]+)"/g)].map(([, path = '']) => path)
  const saved = new Set<string>()
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) saved.add(new URL(url).pathname.slice(1))
  }
  return wanted.length > 0 && wanted.every((path) => saved.has(path))
}

/** Waits for running animations: half-way, colours are neither the old nor the new ones. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** axe finds no fault on the present page, once it is still. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilStill(page)
  await expectNoFaults(page)
}

/** What a browser logs of calls, and of its look for a newer worker, while a test has cut the line. */
export const lineIsCut = /ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/

/** Collects what a page must never do: throw, log an error, or break the content security policy. */
export function watchForFaults(page: Page, allowed: readonly RegExp[] = []): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // whoever records a trace loads pictures once more, from no line of the page, and the page's policy refuses it
    if (url === '' && message.text().startsWith("Connecting to 'blob:")) return
    if (message.type() !== 'error' && !/Content Security Policy|Content-Security-Policy/.test(message.text()))
      return
    const text = `${message.text()} ${url}`
    if (!allowed.some((pattern) => pattern.test(text))) faults.push(text)
  })
  return faults
}
