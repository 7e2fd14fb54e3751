// The processor time of a part of a run, with the programs that it started.
import { readdirSync, readFileSync } from 'node:fs'

/** On Linux, Node always runs with a clock of hundredths of a second. */
const ticksPerSecond = 100
const sampleMs = 1000

export interface TimeSpent {
  readonly seconds: number
  /** Undefined if the platform does not tell it. */
  readonly processorSeconds: number | undefined
}

interface Used {
  readonly parent: number
  /** Of the process alone, and of the ended ones that it has waited for. */
  readonly own: number
  readonly waited: number
}

/** By the process's number. */
function readAll(): Map<number, Used> {
  const all = new Map<number, Used>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // the program's name is in brackets and may contain blanks
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [own = 0, system = 0, waited = 0, waitedSystem = 0] = fields.slice(11, 15).map(Number)
      all.set(pid, { parent: Number(fields[1]), own: own + system, waited: waited + waitedSystem })
    } catch {
      // it has ended meanwhile
    }
  }
  return all
}

/**
 * Looks each second, because nobody waits for most of a browser's processes: what they used is told nowhere once
 * they have ended.
 */
function watchProcesses(): () => number {
  const seen = new Map<number, number>()
  const root = process.pid
  const before = readAll().get(root)
  const look = (): number => {
    const all = readAll()
    seen.set(root, all.get(root)?.own ?? 0)
    // a child's number may be smaller than its parent's
    for (let known = 0; known < seen.size; ) {
      known = seen.size
      for (const [pid, { parent, own }] of all) if (seen.has(pid) || seen.has(parent)) seen.set(pid, own)
    }
    return all.get(root)?.waited ?? 0
  }
  look()
  const timer = setInterval(look, sampleMs)
  return () => {
    clearInterval(timer)
    const waited = look() - (before?.waited ?? 0)
    const own = (seen.get(root) ?? 0) - (before?.own ?? 0)
    seen.delete(root)
    const sampled = seen.values().reduce((sum, ticks) => sum + ticks, 0)
    // neither is all: the first lacks what nobody waited for, the second what ended within a second
    return (own + Math.max(waited, sampled)) / ticksPerSecond
  }
}

/** Does the work and returns its times. */
export async function measure<T>(work: () => Promise<T>): Promise<{ result: T; spent: TimeSpent }> {
  const startedAt = performance.now()
  const stop = process.platform === 'linux' ? watchProcesses() : undefined
  const result = await work()
  return {
    result,
    spent: { seconds: (performance.now() - startedAt) / 1000, processorSeconds: stop?.() },
  }
}
