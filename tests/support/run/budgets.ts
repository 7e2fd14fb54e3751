// How long each part of `npm test` and each proof may take, and what is printed if it takes longer.
import type { TimeSpent } from './processorTime.ts'
import type { ProofName } from './proofs.ts'

export interface Budget {
  /** From its begin to its end, on two idle cores. */
  readonly seconds: number
  /** Processor time, which does not depend on other work of the machine. */
  readonly processorSeconds: number
}

/** All of `npm test` after the installation. */
export const longestRunSeconds = 25 * 60

export const budgets = {
  checks: { seconds: 35, processorSeconds: 65 },
  build: { seconds: 25, processorSeconds: 45 },
  Vitest: { seconds: 560, processorSeconds: 1000 },
  journeys: { seconds: 840, processorSeconds: 900 },
} as const satisfies Record<string, Budget>

export type PartName = keyof typeof budgets

/** All of `npm run proof`. */
export const longestProofMinutes = 160

export const proofMinutes: Readonly<Record<ProofName, number>> = {
  engines: 12,
  conditions: 6,
  security: 6,
  crashes: 10,
  orders: 30,
  'order-kills': 5,
  'two-servers': 5,
  guesses: 15,
  crowds: 5,
  'card-schemas': 1,
  journeys: 16,
  'club-life': 5,
  sales: 20,
  purchases: 10,
  chaos: 17,
}

/** Above so many times the budget the run fails: that is no noise any more. */
export const failingFactor = 2

export type Judgement = 'within' | 'above' | 'failing'

/** A busy machine makes a run longer, so only its processor time can fail it. */
export function judgeBudget({ seconds, processorSeconds }: TimeSpent, budget: Budget): Judgement {
  const used = processorSeconds ?? 0
  if (used > failingFactor * budget.processorSeconds) return 'failing'
  return used > budget.processorSeconds || seconds > budget.seconds ? 'above' : 'within'
}

const verdictTexts: Readonly<Record<Judgement, string>> = {
  within: '',
  above: '  above its budget',
  failing: `  more than ${failingFactor} times the budget of processor time`,
}

/** One line: its time, its budget, its processor time. */
export function formatBudgetLine(name: string, spent: TimeSpent, budget: Budget): string {
  const took = `took ${toSeconds(spent.seconds)} of ${toSeconds(budget.seconds)}`
  const used =
    spent.processorSeconds === undefined
      ? 'processor time not known on this platform'
      : `processor ${toSeconds(spent.processorSeconds)} of ${toSeconds(budget.processorSeconds)}`
  return `${name.padEnd(16)} ${took}, ${used}${verdictTexts[judgeBudget(spent, budget)]}`
}

function toSeconds(seconds: number): string {
  return `${String(Math.round(seconds)).padStart(4)} s`
}
