// How long each part of `npm test` and each proof may take, and what is said of one that takes longer.
import type { Spent } from './processorTime.ts'
import type { ProofName } from './proofs.ts'

export interface Budget {
  /** From its begin to its end, on two cores with nothing else to do. */
  readonly seconds: number
  /** Of the processors, whatever else the machine does meanwhile. */
  readonly processorSeconds: number
}

/** All of `npm test` after the installation. */
export const longestRunSeconds = 15 * 60

/** A new area may add a minute to the sum of them. */
export const budgets = {
  checks: { seconds: 45, processorSeconds: 70 },
  build: { seconds: 25, processorSeconds: 35 },
  Vitest: { seconds: 210, processorSeconds: 450 },
  journeys: { seconds: 500, processorSeconds: 900 },
  'journeys alone': { seconds: 100, processorSeconds: 150 },
} as const satisfies Record<string, Budget>

export type PartName = keyof typeof budgets

/** All of `npm run proof`. */
export const longestProofMinutes = 120

export const proofMinutes: Readonly<Record<ProofName, number>> = {
  engines: 12,
  tenants: 5,
  crashes: 10,
  orders: 30,
  'order-kills': 5,
  'two-servers': 5,
  guesses: 10,
  crowds: 5,
  'card-schemas': 1,
  journeys: 10,
  purchases: 10,
  chaos: 17,
}

/** Above so many times the budget the run fails: by then it is no noise. */
export const failingFactor = 2

export type Judgement = 'within' | 'above' | 'failing'

/** Time passes on a busy machine too, so only the processor time can fail a run. */
export function judge({ seconds, processorSeconds }: Spent, budget: Budget): Judgement {
  const used = processorSeconds ?? 0
  if (used > failingFactor * budget.processorSeconds) return 'failing'
  return used > budget.processorSeconds || seconds > budget.seconds ? 'above' : 'within'
}

const sayings: Readonly<Record<Judgement, string>> = {
  within: '',
  above: '  above its budget',
  failing: `  more than ${failingFactor} times the budget of processor time`,
}

/** One line: what it took, its budget, what it used of the processors. */
export function tell(name: string, spent: Spent, budget: Budget): string {
  const took = `took ${toSeconds(spent.seconds)} of ${toSeconds(budget.seconds)}`
  const used =
    spent.processorSeconds === undefined
      ? 'processor time not known on this platform'
      : `processor ${toSeconds(spent.processorSeconds)} of ${toSeconds(budget.processorSeconds)}`
  return `${name.padEnd(16)} ${took}, ${used}${sayings[judge(spent, budget)]}`
}

function toSeconds(seconds: number): string {
  return `${String(Math.round(seconds)).padStart(4)} s`
}
