// `npm test`: the build, the checks, the server and unit tests, and then the browser tests. Prints the time of each
// part and one sum at the end.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { prepareChromium, prepareFirefox, prepareHeadlessShell, prepareWebKit } from '../browsers/browser.ts'
import { preparePostgres } from '../database/postgres.ts'
import { budgets, formatBudgetLine, longestRunSeconds, type RunTimes } from './budgets.ts'
import { readClubsChoice } from './clubsChoice.ts'
import { measureSlowness } from './machine.ts'
import { cache, type PartName, partNames, readReport } from './parts.ts'
import { makeRunFolder } from './runFolder.ts'
import type { PartReport } from './vitestTally.ts'

mkdirSync(cache, { recursive: true })
const { values: options } = parseArgs({ options: { 'clubs-by': { type: 'string' } } })
const clubsBy = options['clubs-by']
// refuses a word that it does not know before anything runs
if (clubsBy !== undefined) readClubsChoice(clubsBy)
const runFolder = makeRunFolder()
const env = {
  ...process.env,
  TMPDIR: runFolder.path,
  ...(clubsBy === undefined ? {} : { CLUBS_BY: clubsBy }),
}
const reports = new Map<PartName, PartReport>()

/** Its lines come under its name. */
async function runPart(name: PartName): Promise<void> {
  const path = join(cache, `part-${name}.json`)
  rmSync(path, { force: true })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'part.ts'), name, path], {
    env: { ...env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => console.log(`${name} │ ${line}`))
  }
  const code = await new Promise((resolve) => child.on('close', resolve))
  reports.set(
    name,
    readReport<PartReport>(path) ?? {
      passed: 0,
      failing: [{ title: name, reason: `It ended with exit code ${code}.` }],
      skipped: [],
      projects: [],
      spent: { seconds: 0, processorSeconds: undefined },
    },
  )
}

// one after the other, because Debian installs for one at a time
const chromiumPath = prepareChromium()
prepareHeadlessShell()
prepareWebKit()
prepareFirefox()
preparePostgres()

const slowness = measureSlowness()
const startedAt = performance.now()
// neither keeps two cores busy
await Promise.all([runPart('build'), runPart('checks')])
const isBuilt = reports.get('build')?.failing.length === 0
const runsJourneys = isBuilt && chromiumPath !== undefined
// one after the other: for root, Chromium takes the processor from everything beside it, and what waits for an answer of
// a starved server fails
await runPart('Vitest')
if (runsJourneys) await runPart('journeys')
const seconds = (performance.now() - startedAt) / 1000
runFolder.remove()

const times: RunTimes = {
  slowness,
  seconds,
  parts: Object.fromEntries([...reports].map(([name, { spent }]) => [name, spent])),
}
writeFileSync(join(cache, 'times.json'), JSON.stringify(times))
console.log('')
for (const name of partNames) {
  const report = reports.get(name)
  if (report === undefined) continue
  console.log(formatBudgetLine(name, report.spent, budgets[name], slowness))
  for (const project of report.projects) {
    console.log(`  ${project.name}: ${Math.round(project.seconds)} s in ${project.files} files, side by side`)
  }
}
console.log(
  formatBudgetLine('all', { seconds, processorSeconds: undefined }, { seconds: longestRunSeconds }, slowness),
)
console.log(`This machine takes ${slowness.toFixed(2)} times as long as that of the budgets.`)

const skipped = [
  ...[...reports.values()].flatMap((report) => report.skipped),
  ...(chromiumPath === undefined ? ['all journeys: no Chromium could be found or installed'] : []),
]
const skippedPath = join(cache, 'skipped.txt')
writeFileSync(skippedPath, skipped.map((title) => `${title}\n`).join(''))
if (chromiumPath === undefined) console.log('No Chromium could be found or installed: no journey ran.')
if (skipped.length > 0) console.log(`What was skipped, and why: ${relative(process.cwd(), skippedPath)}`)

const reasonLines = 30
const failing = [...reports.values()].flatMap((report) => report.failing)
for (const { title, reason } of failing) {
  console.log(`failed: ${title}`)
  for (const line of reason.split('\n').slice(0, reasonLines)) console.log(`  ${line}`)
}
const passed = [...reports.values()].reduce((sum, report) => sum + report.passed, 0)
console.log(`${passed} passed, ${failing.length} failed, ${skipped.length} skipped`)
process.exit(failing.length === 0 && passed > 0 ? 0 : 1)
