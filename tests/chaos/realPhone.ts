// A real browser on a profile that survives it: killed with SIGKILL, opened again, with a wrong clock or no
// room left.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright'
import { outboxDatabaseName } from '../../src/offline/outboxDatabase.ts'
import { chromiumArgs, findBrowserProcess } from '../support/browsers/browser.ts'
import { timeScale } from './phone.ts'
import type { Safeguard } from './safeguards.ts'

export interface RealPhoneOptions {
  name: string
  executablePath: string | undefined
  /** How far its clock is off, until somebody sets it. */
  skewMs: number
  without: ReadonlySet<Safeguard>
}

/** An entry as it is in the browser. */
export interface BrowserOutboxEntry {
  key: string
  action: string
  state: string
  principal: { kind: string; ref: string }
  input: Record<string, unknown>
  fault?: { code: string }
}

export interface RealPhone {
  readonly name: string
  /** The user agent of its requests, so that the proxy can recognize them. */
  readonly userAgent: string
  /** The script to put before the worker's own. */
  readonly workerScript: string
  /** The front tab. */
  readonly page: Page
  readonly context: BrowserContext
  /** How often the browser was killed. */
  readonly kills: number
  /** SIGKILL, now. */
  kill(): Promise<void>
  reopen(): Promise<void>
  /**
   * Limits the origin's storage to so many bytes, until the returned function is called or the browser ends.
   */
  limitRoom(origin: string, bytes: number): Promise<() => Promise<void>>
  /** How far the clock is off now. */
  readonly skewMs: number
  /** Sets it, in every tab and in the worker. */
  setClock(skewMs: number): Promise<void>
  /** Opens one more tab at this address. */
  openTab(url: string): Promise<Page>
  /** Everything in the outbox, dismissed entries too. */
  listHeld(): Promise<BrowserOutboxEntry[]>
  close(): Promise<void>
}

export async function openRealPhone(options: RealPhoneOptions): Promise<RealPhone> {
  const { name, executablePath, without } = options
  const profile = await mkdtemp(join(tmpdir(), 'showfield-chaos-phone-'))
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36 chaos/${encodeURIComponent(name)}`
  let kills = 0
  let pid = 0
  let skewMs = options.skewMs
  /** What has ended meanwhile begins with the new time. */
  const swallow = (): void => undefined
  const tellPage = (page: Page): Promise<void> => page.evaluate(sayTime, skewMs).catch(swallow)
  const tellWorker = (worker: Worker): Promise<void> => worker.evaluate(sayTime, skewMs).catch(swallow)
  let context = await launch()

  async function launch(): Promise<BrowserContext> {
    const launched = await chromium.launchPersistentContext(profile, {
      args: [...chromiumArgs, `--user-agent=${userAgent}`],
      // as people have it: a page that is left by its address is frozen
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
      ...(executablePath === undefined ? {} : { executablePath }),
    })
    await launched.grantPermissions(['notifications', 'background-sync'])
    await launched.addInitScript(bendTime, { skewMs, timeScale })
    await launched.addInitScript(bendPage, [...without])
    launched.setDefaultTimeout(20_000)
    // its script was fetched with the clock of that time
    launched.on('serviceworker', (worker) => void tellWorker(worker))
    pid = await findBrowserProcess(profile)
    return launched
  }

  const phone: RealPhone = {
    name,
    userAgent,
    workerScript: `(${bendTime})(${JSON.stringify({ skewMs, timeScale })});\n`,
    get page() {
      const page = context.pages()[0]
      if (page === undefined) throw new Error('the browser has no tab')
      return page
    },
    get context() {
      return context
    },
    get kills() {
      return kills
    },
    get skewMs() {
      return skewMs
    },
    async kill() {
      const closing = context
      const closed = new Promise((resolve) => closing.on('close', resolve))
      process.kill(pid, 'SIGKILL')
      kills += 1
      await closed
    },
    async reopen() {
      context = await launch()
    },
    async limitRoom(origin, quotaSize) {
      // the limit holds as long as the session
      const session = await context.newCDPSession(phone.page)
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
      return () => session.detach().catch(() => undefined) // the browser may be gone by then
    },
    async setClock(wanted) {
      skewMs = wanted
      const setting = context
      await setting.addInitScript(sayTime, skewMs)
      await Promise.all([...setting.pages().map(tellPage), ...setting.serviceWorkers().map(tellWorker)])
    },
    async openTab(url) {
      const page = await context.newPage()
      await page.goto(url)
      return page
    },
    listHeld: () =>
      phone.page.evaluate(
        (database) =>
          new Promise<BrowserOutboxEntry[]>((resolve, reject) => {
            const opening = indexedDB.open(database)
            opening.onerror = () => reject(opening.error)
            opening.onsuccess = () => {
              if (!opening.result.objectStoreNames.contains('entries')) return resolve([])
              const reading = opening.result.transaction('entries').objectStore('entries').getAll()
              reading.onerror = () => reject(reading.error)
              reading.onsuccess = () => {
                opening.result.close()
                resolve(reading.result)
              }
            }
          }),
        outboxDatabaseName,
      ),
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return phone
}

interface Bending {
  skewMs: number
  timeScale: number
}

/** The clock that somebody has set since the page or worker began. */
declare global {
  var chaosSkewMs: number | undefined
}

function sayTime(skewMs: number): void {
  globalThis.chaosSkewMs = skewMs
}

/** Runs in pages and in the worker before their own scripts: sets a wrong clock and short time limits. */
function bendTime({ skewMs, timeScale }: Bending): void {
  const RealDate = Date
  const realNow = RealDate.now.bind(RealDate)
  const now = (): number => realNow() + (globalThis.chaosSkewMs ?? skewMs)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, property, self) => (property === 'now' ? now : Reflect.get(target, property, self)),
  })
  const limit = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => limit(Math.round(ms / timeScale))
}

/** Runs in each page before its own scripts: removes a safeguard and shows which tab sends. */
function bendPage(without: string[]): void {
  const isBatch = (body: unknown): body is string =>
    typeof body === 'string' && body.includes('"action":"submit_batch"')
  const realFetch = globalThis.fetch.bind(globalThis)
  if (without.includes('receipt') || without.includes('key')) {
    globalThis.fetch = async (input, init) => {
      const body = init?.body
      if (!isBatch(body)) return realFetch(input, init)
      const batch = JSON.parse(body) as { entries: { key: string }[] }
      const before = new Map<unknown, string>()
      const entries = batch.entries.map((entry) => {
        if (!without.includes('key')) return entry
        const key = crypto.randomUUID()
        before.set(key, entry.key)
        return { ...entry, key }
      })
      const answer = await realFetch(input, { ...init, body: JSON.stringify({ ...batch, entries }) })
      let text = await answer.text()
      for (const [fresh, own] of before) text = text.replaceAll(String(fresh), own)
      if (without.includes('receipt') && answer.status === 200) {
        const at = new Date().toISOString()
        const results = batch.entries.map(({ key }) => ({
          key,
          success: true,
          receipt: { key, outcome: 'accepted', at },
        }))
        text = JSON.stringify({ success: true, results })
      }
      return new Response(answer.status === 204 ? null : text, {
        status: answer.status,
        headers: answer.headers,
      })
    }
  }
  if (without.includes('lock')) {
    const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
    const bent = (name: string, ...rest: unknown[]): Promise<unknown> => {
      const body = rest.at(-1) as () => unknown
      return name === 'outbox' ? Promise.resolve(body()) : request(name, ...rest)
    }
    navigator.locks.request = bent as typeof navigator.locks.request
  }
  const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
  const watched = (name: string, ...rest: unknown[]): Promise<unknown> => {
    const body = rest.at(-1) as (lock: unknown) => Promise<unknown>
    if (name !== 'outbox') return request(name, ...rest)
    return request(name, ...rest.slice(0, -1), async (lock: unknown) => {
      document.documentElement.dataset.sends = ''
      try {
        return await body(lock)
      } finally {
        delete document.documentElement.dataset.sends
      }
    })
  }
  navigator.locks.request = watched as typeof navigator.locks.request
  // counted where somebody can ask for it after the page was left
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) document.documentElement.dataset.restored = ''
  })
  if (without.includes('watch')) {
    const fetchAll = globalThis.fetch.bind(globalThis)
    globalThis.fetch = (input, init) =>
      input === '/healthz' ? Promise.reject(new TypeError('nobody asks')) : fetchAll(input, init)
  }
  if (without.includes('screen')) {
    const early = (node: Node): void => {
      const text = node.nodeValue
      if (text === 'Saved on this phone' || text === 'Sending…') node.nodeValue = 'Accepted by the club'
    }
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target.nodeType === Node.TEXT_NODE) early(target)
        for (const added of addedNodes) {
          const texts = document.createTreeWalker(added, NodeFilter.SHOW_TEXT)
          early(added)
          while (texts.nextNode()) early(texts.currentNode)
        }
      }
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
  }
  if (without.includes('state')) {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value, key) {
      const stored = value?.state === 'sending' ? { ...value, state: 'waiting' } : value
      return key === undefined ? put.call(this, stored) : put.call(this, stored, key)
    }
  }
}
