// The words after `npm run bench --`.
import { parseArgs } from 'node:util'
import type { Bench } from './subject.ts'

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
    const unknown = positionals.filter((named) => !known.some((name) => stands(named, name)))
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

/** `lighthouse` stands for all benches of Lighthouse. */
const stands = (named: string, name: string): boolean => name === named || name.startsWith(`${named}/`)

/** What is measured: what is named, or all that does not run apart. */
export function choose(known: Readonly<Record<string, Pick<Bench, 'isApart'>>>, named: readonly string[]) {
  return Object.keys(known).filter((name) =>
    named.length > 0 ? named.some((one) => stands(one, name)) : !known[name]?.isApart,
  )
}
