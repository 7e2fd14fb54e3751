// Makes all checks at once and prints what they find, in the order of the table.
import { type Clock, judgeClocks } from './clocks.ts'
import type { Finding } from './finding.ts'
import { toFindings } from './startFaults.ts'
import { type CheckParts, checks } from './table.ts'

export interface DoctorParts extends Pick<CheckParts, 'config' | 'env' | 'backups' | 'checkOpenData'> {
  print(text: string): void
}

/** The exit code: 1 if something is a fault. */
export async function runDoctor({ print, ...given }: DoctorParts): Promise<number> {
  const clocks: Clock[] = []
  const parts: CheckParts = {
    ...given,
    waitMs: 0,
    onWait: () => undefined,
    now: Date.now(),
    onClock: (of, theirMs, ourMs) => void clocks.push({ of, theirMs, ourMs }),
  }
  let faults = 0
  let warnings = 0
  const say = (about: string, findings: readonly Finding[]): void => {
    for (const { level, text } of findings) {
      if (level === 'fault') faults += 1
      if (level === 'warning') warnings += 1
      print(`${level.padEnd(8)} ${about}: ${text}\n`)
    }
  }
  const ours = checks.filter(({ isOfStartAlone }) => isOfStartAlone !== true)
  const found = ours.map(async ({ run }) => run(parts))
  // each is looked at below; none of them may end the process before
  for (const each of found) each.catch(() => undefined)
  for (const [at, { about }] of ours.entries()) {
    say(about, await (found[at] ?? Promise.resolve([])).catch(toFindings))
  }
  say('clock', judgeClocks(clocks))
  if (faults === 0 && warnings === 0) print('All is well.\n')
  else print(`${count(faults, 'fault')}, ${count(warnings, 'warning')}.\n`)
  return faults === 0 ? 0 : 1
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`
}
