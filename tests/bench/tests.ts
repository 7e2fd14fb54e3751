// What each part of `npm test` takes, beside what it should take on a machine as fast as this one.
import { join } from 'node:path'
import { budgets, findShare, longestRunSeconds, type RunTimes } from '../support/run/budgets.ts'
import { cache, partNames, readReport } from '../support/run/parts.ts'
import { runInherited } from '../support/run/tools.ts'
import type { BenchRow } from './rows.ts'

export async function benchTests(): Promise<BenchRow[]> {
  const code = await runInherited('../tests/support/run/all.ts', [])
  const times = readReport<RunTimes>(join(cache, 'times.json'))
  if (times === undefined) throw new Error('npm test has written no times')
  const { slowness, seconds, parts } = times
  const all = { seconds, processorSeconds: undefined }
  return [
    {
      ...toRow('all of npm test', findShare(all, { seconds: longestRunSeconds }, slowness)),
      notes: [`${Math.round(seconds)} s`, `the machine takes ${slowness.toFixed(2)} times as long`],
      fault: code === 0 ? undefined : 'not all tests passed',
    },
    ...partNames.flatMap((name) => {
      const spent = parts[name]
      return spent === undefined ? [] : [toRow(name, findShare(spent, budgets[name], slowness))]
    }),
  ]
}

function toRow(what: string, share: number): BenchRow {
  return { what, beside: 'its budget here', figures: [100 * share], unit: '%', goal: { atMost: 100 } }
}
