// What each part of `npm test` takes, beside what it should take on a machine as fast as this one.
import { join } from 'node:path'
import type { RunTimes } from '../../support/run/budgets.ts'
import type { Reading } from '../rows.ts'
import type { Bench, Subject } from '../subject.ts'

export const tests: Bench = {
  isApart: true,
  rounds: 1,
  open: async (subject) => ({ measure: () => runTests(subject) }),
}

async function runTests({ load }: Subject): Promise<Reading[]> {
  const { runInherited } = await load<typeof import('../../support/run/tools.ts')>(
    'tests/support/run/tools.ts',
  )
  const { cache, partNames, readReport } = await load<typeof import('../../support/run/parts.ts')>(
    'tests/support/run/parts.ts',
  )
  const { budgets, findShare, longestRunSeconds } = await load<typeof import('../../support/run/budgets.ts')>(
    'tests/support/run/budgets.ts',
  )
  const code = await runInherited('../tests/support/run/all.ts', [])
  const times = readReport<RunTimes>(join(cache, 'times.json'))
  if (times === undefined) throw new Error('npm test has written no times')
  const { slowness, seconds, parts } = times
  const all = { seconds, processorSeconds: undefined }
  return [
    {
      ...toReading('all of npm test', findShare(all, { seconds: longestRunSeconds }, slowness)),
      more: { 'it took': [seconds, 's'], 'the machine takes': [slowness, 'times as long'] },
      fault: code === 0 ? undefined : 'not all tests passed',
    },
    ...partNames.flatMap((name) => {
      const spent = parts[name]
      return spent === undefined ? [] : [toReading(name, findShare(spent, budgets[name], slowness))]
    }),
  ]
}

function toReading(what: string, share: number): Reading {
  return { id: what, what, beside: 'its budget here', figure: 100 * share, unit: '%', goal: { atMost: 100 } }
}
