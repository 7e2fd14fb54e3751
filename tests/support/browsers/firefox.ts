// Drives the system's Firefox over WebDriver BiDi, with a lasting profile. Playwright drives only its own.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
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

/** Firefox's own requests end here; what the tests ask of localhost goes past a proxy. */
const closedProxy = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': unusedPort,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': unusedPort,
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
  await page.setViewport({ width: 390, height: 844 })
  page.setDefaultTimeout(60_000)
  const call = (body: string, args: readonly unknown[]) =>
    `(async (...args) => { ${body} })(...${JSON.stringify(args)})`

  return {
    page,
    async open(url) {
      await page.goto(url)
    },
    run: async <T>(body: string, ...args: unknown[]) => (await page.evaluate(call(body, args))) as T,
    async until<T>(body: string, ...args: unknown[]) {
      const found = await page.waitForFunction(call(body, args), { polling })
      return (await found.jsonValue()) as T
    },
    async press(name) {
      // A search by role and name takes seconds here. What lies under the header is scrolled clear of it.
      const found = await page.waitForFunction(
        call(
          `const found = [...document.querySelectorAll('a, button')].find((element) =>
             (element.ariaLabel ?? element.innerText).trim() === args[0])
           found?.scrollIntoView({ block: 'center', behavior: 'instant' })
           return found`,
          [name],
        ),
        { polling },
      )
      await (found as ElementHandle).asLocator().click()
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
