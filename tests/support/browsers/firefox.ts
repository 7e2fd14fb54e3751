// Drives the system's Firefox over WebDriver BiDi, with a lasting profile. Playwright drives only its own.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import puppeteer, { type Page, ProtocolError } from 'puppeteer-core'
import type { BrowserWindow } from './browserWindow.ts'

export interface FirefoxWindow extends BrowserWindow {
  /** Clicks the link or button of this name once it is there and still, as a pointer does. */
  press(name: string): Promise<void>
  /** The page, for what a journey does once. */
  readonly page: Page
}

const unusedPort = 9
/** Each frame would be too often: Firefox has no graphics card here either. */
const polling = 50
const patience = 60_000

/** Firefox's own requests end here; what the tests ask of localhost goes past a proxy. */
const closedProxy = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': unusedPort,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': unusedPort,
}

/** Puppeteer sets the screen's orientation too, which Debian's Firefox does not know yet. The width it does. */
async function narrow(page: Page): Promise<void> {
  try {
    await page.setViewport({ width: 390, height: 844 })
  } catch (error) {
    if (!(error instanceof ProtocolError) || !error.message.includes('setScreenOrientationOverride'))
      throw error
  }
}

export async function openFirefox(executablePath: string, profile: string): Promise<FirefoxWindow> {
  // once Firefox has ended, puppeteer would put these back, into a folder that may be gone
  for (const file of ['prefs.js', 'user.js']) await rm(join(profile, file), { force: true })
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    userDataDir: profile,
    defaultViewport: null,
    timeout: 60_000,
    extraPrefsFirefox: { ...closedProxy, 'intl.accept_languages': 'en-US' },
    // it refuses a home folder that is somebody else's
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  const [page = await browser.newPage()] = await browser.pages()
  await narrow(page)
  page.setDefaultTimeout(patience)
  const call = (body: string, args: readonly unknown[]) =>
    `(async (...args) => { ${body} })(...${JSON.stringify(args)})`

  // Puppeteer's own waiting compiles text in the page, which the page's security policy refuses.
  async function until<T>(body: string, ...args: unknown[]): Promise<T> {
    const end = Date.now() + patience
    let fault: unknown
    while (Date.now() < end) {
      try {
        const value = await page.evaluate(call(body, args))
        if (value) return value as T
      } catch (error) {
        // the page was loaded again meanwhile, or the body stumbled over what is not there yet
        fault = error
      }
      await new Promise((resolve) => setTimeout(resolve, polling))
    }
    throw new Error(`waited too long for: ${body} ${JSON.stringify(args)}`, { cause: fault })
  }

  return {
    page,
    async open(url) {
      await page.goto(url)
    },
    run: async <T>(body: string, ...args: unknown[]) => (await page.evaluate(call(body, args))) as T,
    until,
    async press(name) {
      // A search by role and name takes seconds here. What lies under the header is scrolled clear of it.
      const { x, y } = await until<{ x: number; y: number }>(
        `const found = [...document.querySelectorAll('a, button')].find((element) =>
           (element.ariaLabel ?? element.innerText).trim() === args[0])
         if (found === undefined || found.matches(':disabled')) return
         found.scrollIntoView({ block: 'center', behavior: 'instant' })
         const read = () => found.getBoundingClientRect().toJSON()
         const before = read()
         await new Promise((resolve) => setTimeout(resolve, ${polling}))
         const { x, y, width, height } = read()
         if (x !== before.x || y !== before.y || width === 0) return
         const point = { x: x + width / 2, y: y + height / 2 }
         return found.contains(document.elementFromPoint(point.x, point.y)) ? point : undefined`,
        name,
      )
      await page.mouse.click(x, y)
    },
    async kill() {
      const firefox = browser.process()
      if (firefox?.pid === undefined || firefox.exitCode !== null || firefox.signalCode !== null) return
      const ended = once(firefox, 'close')
      process.kill(-firefox.pid, 'SIGKILL')
      await ended
    },
  }
}
