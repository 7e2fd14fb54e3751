// How long each part of `npm test` and each proof should take. No time fails a run: machines differ by half and
// more. `npm run bench -- tests` judges.
import type { PartName } from './parts.ts'
import type { TimeSpent } from './processorTime.ts'
import type { ProofName } from './proofs.ts'

export interface Budget {
  /** From its begin to its end, on two cores that do nothing else. */
  readonly seconds: number
  /** Processor time of the part with all that it starts. */
  readonly processorSeconds?: number
}

/** All of `npm test` after the installation. */
export const longestRunSeconds = 15 * 60

export const budgets: Readonly<Record<PartName, Budget>> = {
  build: { seconds: 25, processorSeconds: 40 },
  checks: { seconds: 25, processorSeconds: 35 },
  Vitest: { seconds: 400, processorSeconds: 740 },
  journeys: { seconds: 450, processorSeconds: 860 },
}

/** What `npm test` writes for the bench. */
export interface RunTimes {
  /** Of the machine, beside that of the budgets. */
  readonly slowness: number
  readonly seconds: number
  readonly parts: Partial<Record<PartName, TimeSpent>>
}

/** All of `npm run proof`, without what runs only when it is named: an hour and a half, and what `many` needs. */
export const longestProofMinutes = 106

export const proofMinutes: Readonly<Record<ProofName, number>> = {
  engines: 11,
  security: 4,
  kills: 10,
  orders: 12,
  cases: 3,
  many: 18,
  guesses: 8,
  crowds: 4,
  'card-schemas': 1,
  journeys: 12,
  'club-life': 4,
  sales: 6,
  purchases: 3,
  chaos: 10,
  flakes: 100,
}

/** Which share of the budget was used on this machine: the larger one of the two times. */
export function findShare(
  { seconds, processorSeconds }: TimeSpent,
  budget: Budget,
  slowness: number,
): number {
  const passed = seconds / (budget.seconds * slowness)
  if (processorSeconds === undefined || budget.processorSeconds === undefined) return passed
  return Math.max(passed, processorSeconds / (budget.processorSeconds * slowness))
}

/** One line: what it took, beside what it should take on this machine. */
export function formatBudgetLine(name: string, spent: TimeSpent, budget: Budget, slowness: number): string {
  const took = `took ${toSeconds(spent.seconds)} of ${toSeconds(budget.seconds * slowness)}`
  const used =
    spent.processorSeconds === undefined || budget.processorSeconds === undefined
      ? ''
      : `, processor ${toSeconds(spent.processorSeconds)} of ${toSeconds(budget.processorSeconds * slowness)}`
  const verdict = findShare(spent, budget, slowness) > 1 ? '  more than it should' : ''
  return `${name.padEnd(16)} ${took}${used}${verdict}`
}

function toSeconds(seconds: number): string {
  return `${String(Math.round(seconds)).padStart(4)} s`
}
