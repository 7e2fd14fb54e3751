// The checks of a start: what it cannot go on with ends it with the doctor's sentence; the rest is only said.
import { longestDatabaseWaitMs } from '../limits/machine.ts'
import type { Config } from '../process/config.ts'
import { type Clock, judgeClocks } from './clocks.ts'
import type { Finding } from './finding.ts'
import type { InsideCheck } from './inside.ts'
import type { Environment } from './settings.ts'
import { canPass, StartFault, toFindings } from './startFaults.ts'
import { type Check, type CheckParts, checks } from './table.ts'

export interface StartParts {
  readonly config: Config
  readonly env: Environment
  /** For people, a line at a time. */
  say(text: string): void
}

/** Fails with a `StartFault`. Waits a while for a database that does not answer yet. */
export async function checkBeforeStart(parts: StartParts): Promise<void> {
  await runChecks('before', { ...parts, checkOpenData: async () => [] })
}

/** `checkOpenData` asks the server, which is open by now. */
export async function checkAfterStart(
  parts: StartParts & { checkOpenData(name: InsideCheck): Promise<readonly Finding[]> },
): Promise<void> {
  await runChecks('after', parts)
}

async function runChecks(
  when: 'before' | 'after',
  { config, env, say, checkOpenData }: StartParts & Pick<CheckParts, 'checkOpenData'>,
): Promise<void> {
  const clocks: Clock[] = []
  const parts: CheckParts = {
    ...{ config, env, checkOpenData },
    waitMs: longestDatabaseWaitMs,
    onWait: say,
    backups: undefined,
    now: Date.now(),
    onClock: (of, theirMs, ourMs) => void clocks.push({ of, theirMs, ourMs }),
  }
  for (const { atStart, run } of checks) {
    if (atStart !== when) continue
    // once the server runs, no check may end it
    const found = when === 'after' ? await tryCheck(() => run(parts)) : await run(parts)
    for (const { level, text, isUsualAtStart } of found) {
      if (level === 'fault' && when === 'before') throw new StartFault(text)
      if (level !== 'good' && isUsualAtStart !== true) say(text)
    }
  }
  for (const { level, text } of judgeClocks(clocks)) if (level !== 'good') say(text)
}

async function tryCheck(run: () => ReturnType<Check['run']>): Promise<readonly Finding[]> {
  try {
    return await run()
  } catch (error) {
    // that the database is away, the log and /readyz say, and that it is back
    return canPass(error) ? [] : toFindings(error)
  }
}
