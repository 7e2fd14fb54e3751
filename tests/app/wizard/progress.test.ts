// The wizard frame of spec/public 4.3: which step is shown, and where Back and Next lead.
import { describe, expect, it } from 'vitest'
import {
  findBack,
  findNext,
  findReach,
  findShown,
  type StepStanding,
} from '../../../src/app/wizard/progress.ts'

const complete: StepStanding = { isNeeded: true, isComplete: true }
const open: StepStanding = { isNeeded: true, isComplete: false }
const skipped: StepStanding = { isNeeded: false, isComplete: true }

describe('a flow of steps', () => {
  it('reaches as far as the first step that is not complete', () => {
    expect(findReach([open, open, open])).toBe(0)
    expect(findReach([complete, complete, open, open])).toBe(2)
    expect(findReach([complete, skipped, open])).toBe(2)
    expect(findReach([complete, complete, complete])).toBe(2)
  })

  it('shows the step of the address, or the first open one before it', () => {
    const steps = [complete, complete, open, open]
    expect(findShown(steps, 1, true)).toBe(1)
    expect(findShown(steps, 3, true)).toBe(2)
    expect(findShown(steps, -1, true)).toBe(0)
  })

  it('begins after a step that is not needed, as a member does who renews', () => {
    expect(findShown([skipped, complete, open], 0, true)).toBe(1)
    expect(findBack([skipped, complete, open, open], 1)).toBeUndefined()
  })

  it('passes over a payment that is not needed only when somebody goes on', () => {
    const steps = [complete, complete, skipped, open]
    expect(findNext(steps, 1)).toBe(3)
    // an address that asks for Pay makes no order
    expect(findShown(steps, 2, true)).toBe(1)
    expect(findShown(steps, 3, false)).toBe(3)
  })

  it('leads nowhere back from the last step, and nowhere on', () => {
    const steps = [complete, complete, complete]
    expect(findBack(steps, 2)).toBeUndefined()
    expect(findNext(steps, 2)).toBeUndefined()
    expect(findBack(steps, 1)).toBe(0)
  })
})
