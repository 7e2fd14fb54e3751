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
