// `npm test`: the checks, the build, the server and unit tests, and the browser tests. Prints the time of
// each part and one sum at the end.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAppIfDue } from '../../../src/server/buildApp.ts'
import { prepareChromium, prepareFirefox, prepareWebKit } from '../browsers/browser.ts'
import { findDemoFolder } from '../browsers/product.ts'
import { budgets, formatBudgetLine, judgeBudget, type PartName } from './budgets.ts'
import { runChecks } from './checks.ts'
import { measure } from './processorTime.ts'
import { makeRunFolder } from './runFolder.ts'
import { runInherited } from './tools.ts'
import type { Failing, ProjectTime, VitestTally } from './vitestTally.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })
const runFolder = makeRunFolder()
process.env.TMPDIR = runFolder.path

let passed = 0
/** Printed again at the end, so that nobody has to search for it. */
const failing: Failing[] = []
/** What did not run, with the known reason for each: never silently. */
const skipped: string[] = []
/** The time of each part, beside its budget. */
const times: string[] = []

async function runPart<T>(name: PartName, work: () => Promise<T>): Promise<T> {
  const { result, spent } = await measure(work)
  times.push(formatBudgetLine(name, spent, budgets[name]))
  if (judgeBudget(spent, budgets[name]) === 'failing') {
    failing.push({ title: `the budget of "${name}"`, reason: formatBudgetLine(name, spent, budgets[name]) })
  }
  return result
}

const tellProjects = (projects: readonly ProjectTime[]): void => {
  for (const { name, files, seconds } of projects) {
    times.push(`  ${name}: ${Math.round(seconds)} s in ${files} files, side by side`)
  }
}

for (const { title, passed: isGood, output } of await runPart('checks', () =>
  runChecks({ structure: false }),
)) {
  if (isGood) passed += 1
  else failing.push({ title, reason: output })
}

// before any test starts; otherwise each would build the app and import the demo
const isBuilt = await runPart('build', () =>
  Promise.all([buildAppIfDue(root, console.log), findDemoFolder()]).then(
    () => {
      passed += 1
      return true
    },
    (error: Error) => {
      console.log(error.message)
      failing.push({ title: 'the build of the app or the import of the demo', reason: error.message })
      return false
    },
  ),
)

const vitestTally = join(cache, 'vitest.json')
rmSync(vitestTally, { force: true })
const vitestCode = await runPart('Vitest', () =>
  runInherited('vitest/vitest.mjs', ['run'], { VITEST_TALLY: vitestTally }),
)
const vitest = readReport<VitestTally>(vitestTally)
tellProjects(vitest?.projects ?? [])
passed += vitest?.passed ?? 0
failing.push(...(vitest?.failing ?? []))
skipped.push(...(vitest?.skipped ?? []))
if (vitestCode !== 0 && (vitest?.failing ?? []).length === 0) {
  failing.push({ title: 'Vitest', reason: `It ended with exit code ${vitestCode}.` })
}

const chromiumPath = prepareChromium()
// an installation is not the journeys' time
prepareWebKit()
prepareFirefox()
if (chromiumPath === undefined) {
  skipped.push('all journeys in browsers: no Chromium could be found or installed')
} else if (isBuilt) {
  const playwrightReport = join(cache, 'playwright.json')
  rmSync(playwrightReport, { force: true })
  const code = await runPart('journeys', () =>
    runInherited('@playwright/test/cli.js', ['test'], { CHROMIUM_PATH: chromiumPath }),
  )
  const report = readReport<{ suites: Suite[]; errors: TestError[] }>(playwrightReport)
  const journeys = listJourneys(report?.suites ?? [])
  tellProjects(sumJourneys(journeys))
  const broken = [
    ...journeys
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ title, errors }) => ({ title, reason: tellErrors(errors) })),
    ...(report?.errors ?? []).map((error) => ({
      title: 'no journey caught it',
      reason: tellErrors([error]),
    })),
  ]
  passed += journeys.filter(({ status }) => status === 'expected').length
  failing.push(...broken)
  skipped.push(
    ...journeys
      .filter(({ status }) => status === 'skipped')
      .map(({ title, reason }) => (reason === undefined ? title : `${title}: ${reason}`)),
  )
  if (code !== 0 && broken.length === 0) {
    failing.push({ title: 'the journeys', reason: `They ended with exit code ${code}.` })
  }
}

interface TestError {
  message?: string
  stack?: string
}

interface Suite {
  suites?: Suite[]
  specs: {
    title: string
    file: string
    tests: {
      projectName: string
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      annotations: { type: string; description?: string }[]
      results: { errors: TestError[]; duration: number }[]
    }[]
  }[]
}

interface Journey {
  title: string
  project: string
  file: string
  status: Suite['specs'][number]['tests'][number]['status']
  errors: TestError[]
  reason: string | undefined
  ms: number
}

function listJourneys(suites: readonly Suite[]): Journey[] {
  return suites.flatMap((suite) => [
    ...listJourneys(suite.suites ?? []),
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status, annotations, results }) => ({
        title: `${projectName} › ${file} › ${title}`,
        project: projectName,
        file,
        status,
        errors: results.flatMap(({ errors }) => errors),
        reason: annotations.find(({ type }) => type === 'skip')?.description,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
  ])
}

function sumJourneys(journeys: readonly Journey[]): ProjectTime[] {
  return [...Map.groupBy(journeys, ({ project }) => project)].map(([name, own]) => ({
    name,
    files: new Set(own.map(({ file }) => file)).size,
    seconds: own.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  }))
}

function tellErrors(errors: readonly TestError[]): string {
  return errors.map(({ message, stack }) => stack ?? message ?? 'It says no reason.').join('\n')
}

function readReport<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // the runner ended before it wrote one; its exit code counts
  }
}

runFolder.remove()

const reasonLines = 30

console.log('')
for (const time of times) console.log(time)
console.log('')
for (const title of skipped) console.log(`skipped: ${title}`)
for (const { title, reason } of failing) {
  console.log(`failed: ${title}`)
  for (const line of reason.split('\n').slice(0, reasonLines)) console.log(`  ${line}`)
}
console.log(`${passed} passed, ${failing.length} failed, ${skipped.length} skipped`)
process.exit(failing.length === 0 && passed > 0 ? 0 : 1)
