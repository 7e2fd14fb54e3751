// The words after `npm run bench --`.
import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** The rows that are named; without any, all but those that run apart. */
  readonly names: readonly string[]
  /** Where all figures are written. */
  readonly json: string | undefined
  /** The folder of another checkout, which is measured by turns with this one. */
  readonly against: string | undefined
  readonly rounds: number | undefined
}

/** The options, or one sentence about what is wrong with them. */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
): BenchOptions | { fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'string' }, against: { type: 'string' }, rounds: { type: 'string' } },
    })
    const unknown = positionals.filter((name) => !known.includes(name))
    if (unknown.length > 0) {
      return { fault: `There is no ${unknown.join(', ')}. There is ${known.join(', ')}.` }
    }
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
    if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
      return { fault: '--rounds takes a number of rounds.' }
    }
    return { names: positionals, json: values.json, against: values.against, rounds }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
