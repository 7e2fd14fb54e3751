// What a part of a run used of the processors, the programs that it started included.
import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second wherever Node runs. */
const ticksPerSecond = 100

export interface Spent {
  readonly seconds: number
  /** None where the platform does not count what ended programs used. */
  readonly processorSeconds: number | undefined
}

/**
 * Seconds that this process and the programs that it has waited for have used so far. What still runs, or was
 * left behind by a program that was killed, is not in it.
 */
export function readProcessorSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // the program's name stands in brackets and may hold blanks; eleven fields after it come the four that count
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Does the work and tells what it took. */
export async function measure<T>(work: () => Promise<T>): Promise<{ result: T; spent: Spent }> {
  const startedAt = performance.now()
  const before = readProcessorSeconds()
  const result = await work()
  const after = readProcessorSeconds()
  return {
    result,
    spent: {
      seconds: (performance.now() - startedAt) / 1000,
      processorSeconds: before === undefined || after === undefined ? undefined : after - before,
    },
  }
}
