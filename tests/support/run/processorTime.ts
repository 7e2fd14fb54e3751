// The processor time of a part of a run, with the programs that it started.
import { readFileSync } from 'node:fs'

/** On Linux, Node always runs with a clock of hundredths of a second. */
const ticksPerSecond = 100

export interface TimeSpent {
  readonly seconds: number
  /** Undefined if the platform does not count the time of ended programs. */
  readonly processorSeconds: number | undefined
}

/**
 * Seconds used so far by this process and the programs that it has waited for. Leaves out programs that still
 * run, or that a killed program left behind.
 */
export function readProcessorSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // the program's name is in brackets and may contain blanks; eleven fields after it come the four with the
  // times
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Does the work and returns its times. */
export async function measure<T>(work: () => Promise<T>): Promise<{ result: T; spent: TimeSpent }> {
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
