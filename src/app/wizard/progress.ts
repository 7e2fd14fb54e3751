// How a flow's steps stand, which of them may be shown, and where Back and Next lead.
import type { Step, WizardValues } from './flow.ts'
import { isFulfilled, isPaidFor, type OrderView } from './order/orderState.ts'
import type { PriceReading } from './order/useQuote.ts'
import type { DoneOrder } from './wizardContext.ts'

export interface StepStanding {
  /** Passed over when false, and complete. */
  isNeeded: boolean
  isComplete: boolean
}

export interface OrderStanding {
  price: Pick<PriceReading, 'quote' | 'isCurrent'>
  /** The order that is made, and what the server has told of it. */
  done: DoneOrder | undefined
  view: OrderView | undefined
}

export function listStandings<V extends WizardValues>(
  steps: readonly Step<V>[],
  values: V,
  { price, done, view }: OrderStanding,
): StepStanding[] {
  return steps.map((step) => {
    const isNeeded = step.isNeeded?.(values, price.quote) ?? true
    if (step.id === 'pay') {
      const isFree = price.isCurrent && price.quote?.grandTotalCents === 0
      return { isNeeded: !isFree, isComplete: done === undefined ? isFree : isPaidFor(done, view) }
    }
    if (step.id === 'complete') {
      return { isNeeded: true, isComplete: view !== undefined && isFulfilled(view) }
    }
    return {
      isNeeded,
      isComplete: done !== undefined || !isNeeded || (step.findFaults?.(values).length ?? 0) === 0,
    }
  })
}

/** The last step that may be shown: the first that is not complete, or the last one. */
export function findReach(steps: readonly StepStanding[]): number {
  const open = steps.findIndex(({ isNeeded, isComplete }) => isNeeded && !isComplete)
  return open < 0 ? steps.length - 1 : open
}

/**
 * The step to show for an address that asks for `wanted`: never one beyond reach, or one that is not needed. Where
 * `staysBefore` the last step, which finishes the order, is not reached by passing over others.
 */
export function findShown(steps: readonly StepStanding[], wanted: number, staysBefore: boolean): number {
  const last = steps.length - 1
  const at = Math.min(Math.max(wanted, 0), findReach(steps))
  const onward = steps.findIndex(({ isNeeded }, index) => isNeeded && index >= at)
  if (onward >= 0 && (onward < last || !staysBefore)) return onward
  const before = steps.findLastIndex(({ isNeeded }, index) => isNeeded && index < last)
  return before < 0 ? at : before
}

export interface AskedStep {
  /** The step in the address. */
  step: string | undefined
  isDone: boolean
  /** While the card is charged no address leads away from Pay. */
  isPaying: boolean
}

/** A done order shows the last step; otherwise what the address asks for, as far as one may go. */
export function findStepToShow(
  ids: readonly string[],
  standings: readonly StepStanding[],
  { step, isDone, isPaying }: AskedStep,
): number {
  if (isDone) return ids.length - 1
  if (isPaying) return ids.indexOf('pay')
  return findShown(standings, step === undefined ? 0 : ids.indexOf(step), step !== 'complete')
}

/** Undefined on the last step. */
export function findNext(steps: readonly StepStanding[], shown: number): number | undefined {
  const next = steps.findIndex(({ isNeeded }, index) => isNeeded && index > shown)
  return next < 0 ? undefined : next
}

/** Undefined on the first step, and on the last, from which nothing leads back. */
export function findBack(steps: readonly StepStanding[], shown: number): number | undefined {
  if (shown === steps.length - 1) return undefined
  const back = steps.findLastIndex(({ isNeeded }, index) => isNeeded && index < shown)
  return back < 0 ? undefined : back
}
