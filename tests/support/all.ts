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
/** What did not run, each with its reason where one is known: never silently. */
const skipped: string[] = []

function count(kind: 'passed' | 'failed', by = 1): void {
  if (kind === 'passed') passed += by
  else failed += by
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
const vitest = readReport<{
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}>(vitestReport)
count('passed', vitest?.numPassedTests ?? 0)
count('failed', vitest?.numFailedTests ?? 0)
for (const { status, fullName } of vitest?.testResults.flatMap((file) => file.assertionResults) ?? []) {
  if (status !== 'passed' && status !== 'failed') skipped.push(fullName)
}
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
if (chromiumPath === undefined) {
  skipped.push('all journeys in browsers: no Chromium could be found or installed')
} else if (buildCode === 0) {
  const playwrightReport = join(cache, 'playwright.json')
  for (const projects of [['journeys', 'journeys on PostgreSQL'], ['alone']]) {
    rmSync(playwrightReport, { force: true })
    const code = await runInherited('@playwright/test/cli.js', ['test', '--project', ...projects], {
      CHROMIUM_PATH: chromiumPath,
      ...(webkitPath === undefined ? {} : { WEBKIT_DRIVER: webkitPath }),
    })
    const report = readReport<{
      stats: { expected: number; unexpected: number; flaky: number }
      suites: Suite[]
    }>(playwrightReport)
    count('passed', report?.stats.expected ?? 0)
    count('failed', (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0))
    skipped.push(...listSkipped(report?.suites ?? []))
    if (code !== 0 && (report?.stats.unexpected ?? 0) === 0) count('failed')
  }
}

interface Suite {
  suites?: Suite[]
  specs: {
    title: string
    tests: { status: string; annotations: { type: string; description?: string }[] }[]
  }[]
}

function listSkipped(suites: readonly Suite[]): string[] {
  return suites.flatMap((suite) => [
    ...listSkipped(suite.suites ?? []),
    ...suite.specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations }) => {
          const reason = annotations.find(({ type }) => type === 'skip')?.description
          return reason === undefined ? title : `${title}: ${reason}`
        }),
    ),
  ])
}

function readReport<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // the runner ended before it wrote one; its exit code counts
  }
}

console.log('')
for (const title of skipped) console.log(`skipped: ${title}`)
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
