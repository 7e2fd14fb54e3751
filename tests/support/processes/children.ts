// The processes that a process has started, as Linux tells them.
import { readdirSync, readFileSync } from 'node:fs'

export const canListChildren = process.platform === 'linux'

/** The state and the parent. Undefined when there is no such process, or only its exit code is left. */
function readStat(pid: number): { parent: number } | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return state === 'Z' || state === 'X' ? undefined : { parent: Number(parent) }
  } catch {
    return undefined
  }
}

export const isRunning = (pid: number): boolean => readStat(pid) !== undefined

/** `program`: only those whose command line has it. */
export function listChildren(parent: number, program = ''): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readStat(pid)?.parent === parent && readCommandLine(pid).includes(program))
}

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has just ended
  }
}

export function readResidentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024
}

/** On Linux, Node always runs with a clock of hundredths of a second. */
const tickMs = 10

/**
 * The processor time of a process and of all below it, in milliseconds: also of those that have ended, if their parent
 * has waited for them.
 */
export function readProcessorMs(root: number): number {
  const all = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
      const [user = 0, system = 0, waited = 0, waitedSystem = 0] = fields.slice(11, 15).map(Number)
      all.set(Number(name), { parent: Number(fields[1]), ticks: user + system + waited + waitedSystem })
    } catch {
      // it has ended meanwhile
    }
  }
  const below = new Set([root])
  for (let known = 0; known < below.size; ) {
    known = below.size
    for (const [pid, { parent }] of all) if (below.has(parent)) below.add(pid)
  }
  return [...below].reduce((sum, pid) => sum + (all.get(pid)?.ticks ?? 0), 0) * tickMs
}
