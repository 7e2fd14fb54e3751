// `npm run bench`: measures the product's promises as ratios, side by side in one run. `npm run bench -- sheets
// outbox` measures only these, `--json FILE` keeps all figures, and `--against DIR` measures another checkout by
// turns with this one.
import { statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { prepareChromium } from '../support/browsers/browser.ts'
import { benches } from './benches.ts'
import { choose, readOptions } from './options.ts'
import { formatMeasured, type Measured, toRecord } from './print.ts'
import { compare, isMet } from './rows.ts'
import { type Bench, buildSubject, openSubject } from './subject.ts'
import { takeTurns } from './turns.ts'

/** How Linux names a file system in memory. */
const memoryDisk = 0x01021994

const options = readOptions(process.argv.slice(2), Object.keys(benches))
if ('fault' in options) {
  console.error(options.fault)
  process.exit(2)
}
const { names, json, against, rounds } = options

if (statfsSync(tmpdir()).type === memoryDisk) {
  console.log(
    `${tmpdir()} lies in memory, where a database writes for nothing: set TMPDIR to a folder on a disk`,
  )
}
const chromiumPath = prepareChromium()
if (chromiumPath !== undefined) process.env.CHROMIUM_PATH = chromiumPath
const own = await openSubject()
const other = against === undefined ? undefined : await openSubject(against)
const subjects = [own, ...(other === undefined ? [] : [other])] as const
for (const subject of subjects) await buildSubject(subject)

const measured: Measured[] = []
const broken: string[] = []
try {
  for (const name of choose(benches, names)) {
    const bench = benches[name] as Bench
    if (bench.needsBrowser && chromiumPath === undefined) {
      console.log(`skipped: ${name}, because no Chromium could be found or installed`)
      continue
    }
    try {
      const rows = await takeTurns({ name, bench, subjects, rounds })
      measured.push(rows)
      for (const line of formatMeasured(rows)) console.log(line)
    } catch (error) {
      // the others are measured all the same
      broken.push(name)
      console.error(`${name} could not be measured:`, error)
    }
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(toFile(), undefined, 1)}\n`)
  }
} finally {
  for (const subject of subjects) await subject.dispose()
}

function toFile(): object {
  const commits = { ours: own.commit, theirs: other?.commit }
  return {
    at: new Date().toISOString(),
    commit: commits.ours,
    against: commits.theirs,
    rows: measured.flatMap((one) => one.ours.map((row) => toRecord(one, row, commits))),
    broken,
  }
}

function isWorse({ ours, theirs = [] }: Measured): boolean {
  return ours.some((row) => {
    const beside = theirs.find(({ id }) => id === row.id)
    return beside !== undefined && compare(row, beside.figures).lies === 'worse'
  })
}

const seconds = measured.reduce((sum, one) => sum + one.seconds, 0)
const rows = measured.flatMap(({ ours }) => ours)
const missed = rows.filter((row) => !isMet(row)).length
console.log(`${rows.length} rows in ${Math.round(seconds)} s, ${missed} missed`)
process.exit(missed === 0 && broken.length === 0 && !measured.some(isWorse) ? 0 : 1)
