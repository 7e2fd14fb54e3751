// `npm run chaos -- --minutes N --seed S [--without SAFEGUARD]`: proves the outbox, and prints one line.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAppIfDue } from '../../src/server/buildApp.ts'
import { prepareChromium } from '../support/browsers/browser.ts'
import { isClean, toAuditLine } from './auditor.ts'
import { runChaos } from './run.ts'
import { coveredBy, isSafeguard, type Safeguard, safeguards } from './safeguards.ts'

const usage = `npm run chaos -- [--minutes N] [--seed S] [--engine postgres|embedded] [--no-browsers] [--without SAFEGUARD]

  --minutes   how long it takes in all; 15 and more judge 300 cars with 20 judges and 500 voters
  --seed      repeats what people do and which faults are drawn; by default the clock
  --engine    two servers on PostgreSQL (the default), or one with the embedded database
  --no-browsers  only phones of our own, no real screens
  --without   runs with one safeguard switched off, which must be seen in the result:
${Object.entries(safeguards)
  .map(([name, what]) => `              ${name.padEnd(8)} ${what}`)
  .join('\n')}
`
/** Minutes for setting up, settling down and auditing. */
const besideMinutes = 0.75
const mostFindings = 20

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    engine: { type: 'string', default: 'postgres' },
    without: { type: 'string', multiple: true, default: [] },
    'no-browsers': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
const { engine } = values
const without = new Set<Safeguard>()
for (const name of values.without) {
  if (isSafeguard(name)) without.add(name)
  else fail(`There is no safeguard '${name}'.`)
}
if (values.help) fail('')
if (!(minutes >= 1)) fail('--minutes must be 1 or more.')
if (engine !== 'postgres' && engine !== 'embedded') fail(`There is no engine '${engine}'.`)

function fail(why: string): never {
  console.log(`${why}\n${usage}`)
  process.exit(why === '' ? 0 : 2)
}

const root = join(import.meta.dirname, '..', '..')
const executablePath = values['no-browsers'] ? undefined : prepareChromium()
if (executablePath !== undefined) await buildAppIfDue(root, (text) => console.error(text))

const share = Math.min(1, minutes / 15)
const { audit, struck, kills, phones, counts, onScreens } = await runChaos({
  seed: values.seed,
  stormMs: Math.max(20, (minutes - besideMinutes) * 60) * 1000,
  engine,
  size: { judges: 20, cars: Math.ceil(300 * share), voters: Math.ceil(500 * share) },
  without,
  ...(executablePath === undefined ? {} : { browser: { executablePath } }),
  tell: (text) => console.error(text),
})
for (const { kind, why } of audit.findings.slice(0, mostFindings)) console.log(`${kind}: ${why}`)
if (audit.findings.length > mostFindings) console.log(`and ${audit.findings.length - mostFindings} more`)
console.log([...struck].map(([name, count]) => `${name} ${count}`).join(', '))
console.log(`servers killed ${kills}, phones of our own ${phones}, submissions on real screens ${onScreens}`)
console.log(
  `screens read ${audit.readings}, longest wait for a server that answered ${audit.longestWaitMs} ms`,
)
if (counts.size > 0) console.log([...counts].map(([what, count]) => `${what} ${count}`).join(', '))
if (without.size > 0) console.log(`without ${[...without].join(', ')}`)
const isHarmless = without.size > 0 && audit.findings.length === 0
if (isHarmless) {
  for (const name of without)
    console.log(`${name} is covered by ${coveredBy[name] ?? 'nothing that is known'}`)
}
console.log(toAuditLine(audit))
const isCovered = isHarmless && [...without].every((name) => coveredBy[name] !== undefined)
process.exit((without.size > 0 ? isCovered || !isHarmless : isClean(audit)) ? 0 : 1)
