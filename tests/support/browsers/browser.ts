// Finds a Chromium for the tests, or installs one if there is none.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { chromium } from 'playwright'

/** Flags for a container: no sandbox as root, and no requests to the vendor's hosts. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How a test opens a Chromium of its own. */
export function toLaunchOptions(...args: readonly string[]) {
  const executablePath = process.env.CHROMIUM_PATH
  return { args: [...chromiumArgs, ...args], ...(executablePath === undefined ? {} : { executablePath }) }
}

/** As on a device that cannot draw a map. */
export const withoutWebGl = ['--disable-gpu', '--disable-3d-apis'] as const

function findOnPath(names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
    if (found !== '') return found
  }
  return undefined
}

function findInstalled(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && existsSync(named)) return named
  const system = findOnPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
  if (system !== undefined) return system
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/** True if Debian's packages can be installed without a person. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs Debian packages. Fetches the lists first, because a new machine has none. */
export function installPackages(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env,
  })
}

/** The path of a Chromium, or undefined if there is none and none could be installed. */
export function prepareChromium(): string | undefined {
  const found = findInstalled()
  if (found !== undefined) return found
  if (canInstallPackages()) installPackages(['chromium'])
  else spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  return findInstalled()
}

/**
 * The same engine without a window, where a page costs half as much. For tests that need only a page.
 * Undefined if there is none.
 */
export function prepareHeadlessShell(): string | undefined {
  const found = findHeadlessShell()
  if (found !== undefined || !canInstallPackages()) return found
  try {
    installPackages(['chromium-headless-shell'])
  } catch {
    return undefined // not every system that has apt has this package
  }
  return findHeadlessShell()
}

function findHeadlessShell(): string | undefined {
  const named = process.env.HEADLESS_SHELL_PATH
  if (named !== undefined && existsSync(named)) return named
  return findOnPath(['chromium-headless-shell', 'chrome-headless-shell'])
}

/** The path of WebKit's driver, installed where Debian allows it; undefined elsewhere. */
export function prepareWebKit(): string | undefined {
  const needed = ['WebKitWebDriver', 'Xvfb']
  const missing = needed.filter((name) => findOnPath([name]) === undefined)
  if (missing.length > 0 && canInstallPackages()) {
    installPackages(['webkit2gtk-driver', 'xvfb', 'xauth', 'python3-gi', 'gir1.2-webkit2-4.1'])
  }
  return findOnPath(['Xvfb']) === undefined ? undefined : findOnPath(['WebKitWebDriver'])
}

function findFirefox(): string | undefined {
  const named = process.env.FIREFOX_PATH
  if (named !== undefined && existsSync(named)) return named
  return findOnPath(['firefox-esr'])
}

/** The path of a Firefox, installed where Debian allows it; undefined elsewhere. */
export function prepareFirefox(): string | undefined {
  const found = findFirefox()
  if (found !== undefined || !canInstallPackages()) return found
  try {
    installPackages(['firefox-esr'])
  } catch {
    return undefined // not every system that has apt has this package
  }
  return findFirefox()
}

/** The browser's main process: the one with this profile and without `--type`. */
export async function findBrowserProcess(profile: string): Promise<number> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    const args = command.split('\0')
    if (args.includes(`--user-data-dir=${profile}`) && !args.some((arg) => arg.startsWith('--type='))) {
      return Number(entry)
    }
  }
  throw new Error('no browser runs on this profile')
}
