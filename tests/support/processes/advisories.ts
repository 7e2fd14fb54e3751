// What the registry's advisory service knows about our packages: `npm run advisories`. Ends with 0 if it knows nothing,
// with 1 if it does, and with 2, saying so, where the service is not reached: nothing is called safe that was not checked.
import { execFile } from 'node:child_process'
import { argv } from 'node:process'
import { isRecord } from '../../../src/domain/isRecord.ts'

export interface Advice {
  readonly code: 0 | 1 | 2
  readonly text: string
}

/** From what `npm audit --json` has printed. */
export function readAdvice(printed: string): Advice {
  const unreached: Advice = {
    code: 2,
    text: 'Not checked: the advisory service of the registry was not reached. Nothing is known of our packages.',
  }
  let answer: unknown
  try {
    answer = JSON.parse(printed)
  } catch {
    return unreached
  }
  if (!isRecord(answer) || !isRecord(answer.vulnerabilities)) return unreached
  const found = Object.values(answer.vulnerabilities).filter(isRecord)
  if (found.length === 0) return { code: 0, text: 'No advisory is known for our packages.' }
  const rows = found.map(({ name, severity, range, fixAvailable }) => {
    const fix = fixAvailable === false ? 'no fix yet' : 'a fix is there'
    return `${String(name)} ${String(range)}: ${String(severity)}, ${fix}`
  })
  return { code: 1, text: [`${found.length} of our packages have advisories:`, ...rows.sort()].join('\n') }
}

if (import.meta.filename === argv[1]) {
  execFile('npm', ['audit', '--json', '--package-lock-only'], { maxBuffer: 64_000_000 }, (_, printed) => {
    const { code, text } = readAdvice(printed)
    console.log(text)
    process.exitCode = code
  })
}
