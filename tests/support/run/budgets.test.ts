import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import {
  budgets,
  failingFactor,
  formatBudgetLine,
  judgeBudget,
  longestProofMinutes,
  longestRunSeconds,
  proofMinutes,
} from './budgets.ts'
import { measure } from './processorTime.ts'

const budget = { seconds: 60, processorSeconds: 100 }

describe('the budget of a part', () => {
  it('says nothing of a part that keeps it', () => {
    expect(judgeBudget({ seconds: 60, processorSeconds: 100 }, budget)).toBe('within')
    expect(formatBudgetLine('checks', { seconds: 59.6, processorSeconds: 41.2 }, budget)).toBe(
      'checks           took   60 s of   60 s, processor   41 s of  100 s',
    )
  })

  it('warns of a part that takes longer, or uses more of the processors', () => {
    for (const spent of [
      { seconds: 61, processorSeconds: 100 },
      { seconds: 60, processorSeconds: 101 },
      { seconds: 60, processorSeconds: 200 },
    ]) {
      expect(judgeBudget(spent, budget)).toBe('above')
      expect(formatBudgetLine('checks', spent, budget)).toMatch(/ {2}above its budget$/)
    }
  })

  it('fails a part that uses more than twice its processor time, however short it was', () => {
    const spent = { seconds: 10, processorSeconds: 200.1 }
    expect(judgeBudget(spent, budget)).toBe('failing')
    expect(formatBudgetLine('checks', spent, budget)).toMatch(
      /more than 2 times the budget of processor time$/,
    )
  })

  it('never fails a part for the time that passed: a busy machine is not slow code', () => {
    expect(judgeBudget({ seconds: 6000, processorSeconds: 100 }, budget)).toBe('above')
  })

  it('says where the platform counts no processor time, and then fails nothing', () => {
    const spent = { seconds: 61, processorSeconds: undefined }
    expect(judgeBudget(spent, budget)).toBe('above')
    expect(judgeBudget({ ...spent, seconds: 60 }, budget)).toBe('within')
    expect(formatBudgetLine('checks', spent, budget)).toContain('processor time not known on this platform')
  })
})

describe('the table of budgets', () => {
  it('makes a run of 25 minutes at most, and proofs of two hours and forty minutes', () => {
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
    expect(failingFactor).toBe(2)
    expect(sum(Object.values(budgets).map(({ seconds }) => seconds))).toBeLessThanOrEqual(longestRunSeconds)
    expect(sum(Object.values(proofMinutes))).toBeLessThanOrEqual(longestProofMinutes)
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
})
