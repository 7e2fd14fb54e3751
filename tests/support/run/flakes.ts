// `npm run proof -- flakes`: the journeys three times, in lots, beside programs that keep the processors busy.
// Prints each journey that failed, how often, and the trace of each time.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type JourneyReport, tallyJourneys } from './journeyTally.ts'
import { cache, readReport } from './parts.ts'
import { runInherited } from './tools.ts'

const rounds = 3
/** A runner that ends early takes only its lot with it. */
const lots = 6

// In a session of their own: Linux shares the processors among sessions, and each browser is one. In ours they would
// take the time of the servers alone, and a server that answers nothing for 20 seconds is no busy machine.
const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'const parent = process.ppid; while (process.ppid === parent);'], {
    detached: true,
    stdio: 'ignore',
  }),
)
const failures = new Map<string, string[]>()
const fail = (title: string, reason: string): void =>
  void failures.set(title, [...(failures.get(title) ?? []), reason])

try {
  for (let round = 1; round <= rounds; round += 1) {
    for (let lot = 1; lot <= lots; lot += 1) await runLot(round, lot)
  }
} finally {
  for (const program of busy) program.kill('SIGKILL')
}

async function runLot(round: number, lot: number): Promise<void> {
  const name = `round ${round}, lot ${lot} of ${lots}`
  console.log(`\n${name}`)
  const path = join(cache, 'playwright.json')
  rmSync(path, { force: true })
  const code = await runInherited('@playwright/test/cli.js', [
    'test',
    ...['--project', 'journeys'],
    ...['--shard', `${lot}/${lots}`, '--trace', 'retain-on-failure'],
    ...['--output', join('test-results', `flakes-${round}-${lot}`)],
  ])
  const report = readReport<JourneyReport>(path)
  const failing = report === undefined ? [] : tallyJourneys(report).failing
  for (const { title, reason } of failing) fail(title, `${name}\n${reason}`)
  if (code !== 0 && failing.length === 0) fail('the runner', `${name}: it ended with exit code ${code}`)
}

console.log('')
for (const [title, reasons] of failures) {
  console.log(`${reasons.length} of ${rounds}: ${title}`)
  for (const line of reasons.flatMap((reason) => reason.split('\n'))) console.log(`  ${line}`)
}
console.log(`${failures.size} journeys failed in ${rounds} rounds`)
process.exit(failures.size === 0 ? 0 : 1)
