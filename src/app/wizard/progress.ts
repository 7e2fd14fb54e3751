// Which step may be shown, and where Back and Next lead (spec/public 4.3).

export interface StepStanding {
  /** Passed over when false, and complete. */
  isNeeded: boolean
  isComplete: boolean
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
