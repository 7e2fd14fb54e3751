// `npm test`: the checks, then the server and unit tests, then the journeys in browsers; one sum at the end.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAppIfDue } from '../../src/server/buildApp.ts'
import { prepareChromium, prepareWebKit } from './browser.ts'
import { runChecks } from './checks.ts'
import { runInherited } from './tools.ts'

const root = join(import.meta.dirname, '..', '..')
const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })

let passed = 0
let failed = 0
let skipped = 0

function count(kind: 'passed' | 'failed' | 'skipped', by = 1): void {
  if (kind === 'passed') passed += by
  else if (kind === 'failed') failed += by
  else skipped += by
}

for (const check of await runChecks()) count(check.passed ? 'passed' : 'failed')

const vitestReport = join(cache, 'vitest.json')
rmSync(vitestReport, { force: true })
const vitestCode = await runInherited('vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
])
const vitest = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(
  vitestReport,
)
count('passed', vitest?.numPassedTests)
count('failed', vitest?.numFailedTests)
count('skipped', vitest?.numPendingTests ?? 0)
if (vitestCode !== 0 && (vitest?.numFailedTests ?? 0) === 0) count('failed')

const buildCode = await buildAppIfDue(root, console.log).then(
  () => 0,
  (error: Error) => {
    console.log(error.message)
    return 1
  },
)
count(buildCode === 0 ? 'passed' : 'failed')

const chromiumPath = prepareChromium()
const webkitPath = prepareWebKit()
if (webkitPath === undefined)
  console.log('skipped: WebKit journeys, because no WebKitWebDriver could be found or installed')
if (chromiumPath === undefined) {
  console.log('skipped: all browser journeys, because no Chromium could be found or installed')
  count('skipped')
} else if (buildCode === 0) {
  const playwrightReport = join(cache, 'playwright.json')
  rmSync(playwrightReport, { force: true })
  const code = await runInherited('@playwright/test/cli.js', ['test'], {
    CHROMIUM_PATH: chromiumPath,
    ...(webkitPath === undefined ? {} : { WEBKIT_DRIVER: webkitPath }),
  })
  const report = readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }>(playwrightReport)
  count('passed', report?.stats.expected ?? 0)
  count('failed', (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0))
  count('skipped', report?.stats.skipped ?? 0)
  if (code !== 0 && (report?.stats.unexpected ?? 0) === 0) count('failed')
}

function readReport<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // the runner ended before it wrote one; its exit code counts
  }
}

console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
