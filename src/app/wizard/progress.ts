// The state of a flow's steps, which of them may be shown, and where Back and Next lead.
import type { Step, WizardValues } from './flow.ts'
import { isFulfilled, isPaidFor, type OrderView } from './order/orderState.ts'
import type { PriceReading } from './order/useQuote.ts'
import type { DoneOrder } from './wizardContext.ts'

export interface StepStatus {
  /** If false, the step is skipped. */
  isNeeded: boolean
  isComplete: boolean
}

export interface OrderProgress {
  price: Pick<PriceReading, 'quote' | 'isCurrent'>
  /** Pay has a new total to tell, though it may be nothing. */
  isPriceNew?: boolean
  /** The order that was made, and what the server has said of it; or what was sent. */
  done: DoneOrder | undefined
  view: OrderView | undefined
}

export function listStepStatuses<V extends WizardValues>(
  steps: readonly Step<V>[],
  values: V,
  { price, isPriceNew = false, done, view }: OrderProgress,
): StepStatus[] {
  return steps.map((step) => {
    const isNeeded = step.isNeeded?.(values, price.quote) ?? true
    if (step.id === 'pay') {
      const isFree = price.isCurrent && price.quote?.grandTotalCents === 0 && !isPriceNew
      const isSkipped = isFree && values.agreed === true
      return { isNeeded: !isFree, isComplete: done === undefined ? isSkipped : isPaidFor(done, view) }
    }
    if (step.id === 'complete') {
      const isSent = done?.answer !== undefined
      return { isNeeded: true, isComplete: isSent || (view !== undefined && isFulfilled(view)) }
    }
    return {
      isNeeded,
      isComplete: done !== undefined || !isNeeded || (step.findFaults?.(values).length ?? 0) === 0,
    }
  })
}

/** The last step that may be shown: the first incomplete one, or the last step. */
export function findReach(steps: readonly StepStatus[]): number {
  const open = steps.findIndex(({ isNeeded, isComplete }) => isNeeded && !isComplete)
  return open < 0 ? steps.length - 1 : open
}

/**
 * The step to show for an address that asks for `wanted`: never one beyond reach, never one that is not
 * needed. With `staysBefore`, skipping steps never reaches the last one, which finishes the order.
 */
export function findShown(steps: readonly StepStatus[], wanted: number, staysBefore: boolean): number {
  const last = steps.length - 1
  const at = Math.min(Math.max(wanted, 0), findReach(steps))
  const onward = steps.findIndex(({ isNeeded }, index) => isNeeded && index >= at)
  if (onward >= 0 && (onward < last || !staysBefore)) return onward
  const before = steps.findLastIndex(({ isNeeded }, index) => isNeeded && index < last)
  return before < 0 ? at : before
}

export interface StepRequest {
  /** The step in the address. */
  step: string | undefined
  isDone: boolean
  /** While the card is charged, or the form is sent, no address leads away from there. */
  isEnding: boolean
  /** The person has pressed Next for this step: if it is not needed, the last one follows. */
  isWayOn?: boolean
}

/** A done order shows the last step. Otherwise the step in the address, as far as it may be shown. */
export function findStepToShow(
  ids: readonly string[],
  standings: readonly StepStatus[],
  { step, isDone, isEnding, isWayOn = false }: StepRequest,
): number {
  if (isDone) return ids.length - 1
  if (isEnding) return ids.includes('pay') ? ids.indexOf('pay') : ids.length - 1
  return findShown(standings, step === undefined ? 0 : ids.indexOf(step), step !== 'complete' && !isWayOn)
}

/** Undefined on the last step. */
export function findNext(steps: readonly StepStatus[], shown: number): number | undefined {
  const next = steps.findIndex(({ isNeeded }, index) => isNeeded && index > shown)
  return next < 0 ? undefined : next
}

/** Undefined on the first step, and on the last, which has no way back. */
export function findBack(steps: readonly StepStatus[], shown: number): number | undefined {
  if (shown === steps.length - 1) return undefined
  const back = steps.findLastIndex(({ isNeeded }, index) => isNeeded && index < shown)
  return back < 0 ? undefined : back
}
