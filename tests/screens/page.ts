// A page of the lab: goes from screen to screen inside the app, as one of the people of a club, in one language, and
// with answers that come, never come, fail, or find no network.
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { fillPath } from '../support/browsers/addresses.ts'
import type { Lab } from './lab.ts'
import { type ClubName, instant, type Person } from './world.ts'

export type State = 'answered' | 'loading' | 'failing' | 'offline'
export type Language = 'en' | 'es'

/** Who looks at the screens, and how they are answered. Between equal ones a page need not be loaded again. */
export interface Viewer {
  readonly club: ClubName
  readonly who: Person
  readonly state: State
  /** Twice the size that the browser's own letters have. */
  readonly hasLargeLetters: boolean
}

export interface Look {
  readonly name: string
  readonly width: number
  /** That of a phone, if left out. */
  readonly height?: number
  readonly isDark?: boolean
  readonly hasMoreContrast?: boolean
}

export interface LabPage {
  readonly page: Page
  /** What no page may do: throw, log an error, break the policy, ask somebody else. Each is told once. */
  takeFaults(): string[]
  /** Goes to the address and waits until the screen is there and still. `open` may do more there. */
  show(path: string, viewer: Viewer, open?: (page: Page) => Promise<void>): Promise<void>
  /** Waits until nothing is asked for, loading or moving. */
  untilStill(): Promise<void>
  look(look: Look): Promise<void>
  close(): Promise<void>
}

const phoneHeight = 844
/** Reads that the frame around every screen needs are always answered. */
const ofFrame = ['get_tenant', 'member_authorize']

export async function openLabPage(lab: Lab, browser: Browser, language: Language): Promise<LabPage> {
  const context = await browser.newContext({
    viewport: { width: 390, height: phoneHeight },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // what moves is looked at when it has come to its end
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  // the first pages of a run wait for their answers to be recorded; the test's own limit ends what hangs
  page.setDefaultNavigationTimeout(0)
  await page.addInitScript(stopClock, instant)
  await page.addInitScript(answerAs, ofFrame)
  const faults = watchFaults(page, lab.origin)
  const devtools = await context.newCDPSession(page)
  let viewer: Viewer | undefined

  const untilStill = async (isLoading = false) => {
    for (;;) {
      const before = lab.countRequests()
      await page.evaluate(waitUntilStill, isLoading)
      const after = lab.countRequests()
      if (after.begun === before.begun && after.open === 0) return
    }
  }

  return {
    page,
    takeFaults: () => faults.splice(0),
    untilStill: () => untilStill(),
    async show(path, wanted, open) {
      const club = lab.world[wanted.club]
      const address = toAddress(fillPath(path, club.names), club.slug)
      const isSame =
        viewer !== undefined &&
        Object.entries(wanted).every(([key, value]) => viewer?.[key as 'who'] === value)
      if (isSame) {
        await page.evaluate((to) => history.pushState({}, '', to), address)
      } else {
        await forgetAll(devtools, context, page, lab.origin)
        await page.evaluate(prepare, {
          language,
          state: wanted.state,
          letters: wanted.hasLargeLetters ? '200%' : '',
          slug: club.slug,
          token: club.tokens[wanted.who] ?? '',
        })
        viewer = wanted
        await page.goto(lab.origin + address)
      }
      await untilStill(wanted.state === 'loading')
      if (open === undefined) return
      await open(page)
      await untilStill()
      // what was typed or opened would hold the next screen up
      viewer = undefined
    },
    async look({ width, height = phoneHeight, isDark = false, hasMoreContrast = false }) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({
        colorScheme: isDark ? 'dark' : 'light',
        contrast: hasMoreContrast ? 'more' : 'no-preference',
      })
      await untilStill(viewer?.state === 'loading')
    },
    close: () => context.close(),
  }
}

function toAddress(path: string, slug: string): string {
  const url = new URL(path, 'http://lab')
  url.searchParams.set('subdomain', slug)
  return url.pathname + url.search + url.hash
}

async function forgetAll(devtools: CDPSession, context: BrowserContext, page: Page, origin: string) {
  await context.clearCookies()
  // a page of the origin without the app
  await page.goto(`${origin}/robots.txt`)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
  await page.evaluate(() => sessionStorage.clear())
}

function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content.Security.Policy/.test(message.text()))
      faults.push(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(`${origin}/`) || /^(?:data|blob):/.test(request.url())
    if (!isOurs) faults.push(`sent ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return faults
}

// The functions below run in the page.

interface LabWindow {
  /** Requests of the page without an answer yet. */
  labPending: number
  /** The app's router, as it shows itself to tools. */
  __TSR_ROUTER__?: {
    readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } }
  }
}

function prepare(given: {
  language: string
  state: string
  letters: string
  slug: string
  token: string
}): void {
  sessionStorage.setItem('lab-state', given.state)
  sessionStorage.setItem('lab-letters', given.letters)
  localStorage.setItem('rcml-lang', given.language)
  if (given.token !== '') localStorage.setItem(`showfield:${given.slug}:token`, given.token)
}

/** The time of day stands still; what is timed goes on, and so do frames. */
function stopClock(at: number): void {
  window.Date = class extends Date {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [at] : given) as [number]))
    }

    static override now(): number {
      return at
    }
  } as DateConstructor
}

function answerAs(ofFrame: readonly string[]): void {
  const lab = window as unknown as LabWindow
  const send = window.fetch
  lab.labPending = 0
  const letters = sessionStorage.getItem('lab-letters') ?? ''
  // rows out of sight have the height that is guessed for them, and their texts lie over each other
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  addEventListener('DOMContentLoaded', () => {
    document.adoptedStyleSheets.push(sheet)
    document.documentElement.style.fontSize = letters
  })
  window.fetch = async (target, init) => {
    const state = sessionStorage.getItem('lab-state')
    const { action } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { action?: string }
    const isAffected = String(target).includes('/dart/') && !ofFrame.includes(action ?? '')
    if (isAffected && state === 'loading') return new Promise(() => undefined)
    if (isAffected && state === 'offline') throw new TypeError('Failed to fetch')
    if (isAffected && state === 'failing') {
      const body = { success: false, code: 'internal', errorMessage: '', reference: '7f1c-00d2' }
      return Response.json(body, { status: 500 })
    }
    lab.labPending += 1
    try {
      return await send(target, init)
    } finally {
      lab.labPending -= 1
    }
  }
}

async function waitUntilStill(isLoading: boolean): Promise<void> {
  const lab = window as unknown as LabWindow
  const waiting = '[aria-busy="true"], [data-loading]'
  let changes = 0
  const observer = new MutationObserver(() => {
    changes += 1
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const isStill = () =>
    lab.__TSR_ROUTER__?.state.status === 'idle' &&
    lab.__TSR_ROUTER__.state.resolvedLocation?.href === location.pathname + location.search + location.hash &&
    document.querySelector('#app > :not([data-painting=""])') !== null &&
    (isLoading || (lab.labPending === 0 && document.querySelector(waiting) === null)) &&
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
    document.fonts.status === 'loaded' &&
    document.getAnimations().every(({ playState }) => playState !== 'running')
  for (let stillFor = 0, seen = 0; stillFor < 3; ) {
    await new Promise(requestAnimationFrame)
    stillFor = isStill() && changes === seen ? stillFor + 1 : 0
    seen = changes
  }
  observer.disconnect()
}
