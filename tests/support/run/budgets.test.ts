import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import {
  budgets,
  findShare,
  formatBudgetLine,
  longestProofMinutes,
  longestRunSeconds,
  proofMinutes,
} from './budgets.ts'
import { measureSlowness } from './machine.ts'
import { measure } from './processorTime.ts'
import { usualProofs } from './proofs.ts'

const budget = { seconds: 60, processorSeconds: 100 }

describe('the budget of a part', () => {
  it('stands beside what the part took', () => {
    expect(formatBudgetLine('checks', { seconds: 59.6, processorSeconds: 41.2 }, budget, 1)).toBe(
      'checks           took   60 s of   60 s, processor   41 s of  100 s',
    )
  })

  it('is larger on a slower machine', () => {
    expect(formatBudgetLine('checks', { seconds: 100, processorSeconds: 190 }, budget, 2)).toBe(
      'checks           took  100 s of  120 s, processor  190 s of  200 s',
    )
  })

  it('warns of a part that takes longer, or uses more of the processors', () => {
    for (const spent of [
      { seconds: 61, processorSeconds: 100 },
      { seconds: 60, processorSeconds: 101 },
    ]) {
      expect(findShare(spent, budget, 1)).toBeGreaterThan(1)
      expect(formatBudgetLine('checks', spent, budget, 1)).toMatch(/ {2}more than it should$/)
      expect(findShare(spent, budget, 1.1)).toBeLessThan(1)
    }
  })

  it('is of the time that passed alone where the platform counts no processor time', () => {
    const spent = { seconds: 30, processorSeconds: undefined }
    expect(findShare(spent, budget, 1)).toBe(0.5)
    expect(formatBudgetLine('checks', spent, budget, 1)).toBe('checks           took   30 s of   60 s')
  })
})

describe('the table of budgets', () => {
  it('makes a run no longer than its parts, and proofs no longer than theirs', () => {
    const parts = Object.values(budgets).reduce((sum, { seconds }) => sum + seconds, 0)
    expect(parts).toBeLessThanOrEqual(longestRunSeconds)
    expect(longestProofMinutes).toBe(106)
    const usual = usualProofs.reduce((sum, name) => sum + proofMinutes[name], 0)
    expect(usual).toBeLessThanOrEqual(longestProofMinutes)
  })
})

describe('the processor time of a part', () => {
  it('holds what a program used that it started, where the platform counts it', async () => {
    const used = 0.3
    const work = `while (process.cpuUsage().user < ${used * 1e6});`
    const { spent } = await measure(() => once(spawn(process.execPath, ['-e', work]), 'close'))
    if (process.platform === 'linux') expect(spent.processorSeconds).toBeGreaterThanOrEqual(used)
    else expect(spent.processorSeconds).toBeUndefined()
  })

  it.skipIf(process.platform !== 'linux')('holds what a program used for which nobody waited', async () => {
    const used = 1.5
    const work = `while (process.cpuUsage().user < ${used * 1e6});`
    const leave = `require('node:child_process')
      .spawn(process.execPath, ['-e', ${JSON.stringify(work)}])
      .stdout.on('end', () => process.kill(process.pid, 'SIGKILL'))`
    const { spent } = await measure(() => once(spawn(process.execPath, ['-e', leave]), 'close'))
    expect(spent.processorSeconds).toBeGreaterThanOrEqual(used / 2)
  })

  it('is judged by how fast the machine does a piece of work that is always the same', () => {
    expect(measureSlowness()).toBeGreaterThan(0)
  })
})
