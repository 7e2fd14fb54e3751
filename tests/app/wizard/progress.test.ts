// The wizard frame: which step is shown, and where Back and Next lead.
import { describe, expect, it } from 'vitest'
import type { Step } from '../../../src/app/wizard/flow.ts'
import type { OrderView } from '../../../src/app/wizard/order/orderState.ts'
import {
  findBack,
  findNext,
  findReach,
  findShown,
  findStepToShow,
  listStepStatuses,
  type StepStatus,
} from '../../../src/app/wizard/progress.ts'
import type { Quote } from '../../../src/domain/order.ts'

const complete: StepStatus = { isNeeded: true, isComplete: true }
const open: StepStatus = { isNeeded: true, isComplete: false }
const skipped: StepStatus = { isNeeded: false, isComplete: true }

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
    // an address that asks for Pay does not make an order
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

const steps: Step<{ agreed: boolean }>[] = [
  {
    id: 'terms',
    label: 'Terms',
    findFaults: ({ agreed }) => (agreed ? [] : [{ field: 'agreed', message: 'Please agree.' }]),
  },
  { id: 'pay', label: 'Pay' },
  { id: 'complete', label: 'Complete' },
]
const quote = { grandTotalCents: 2500 } as Quote
const unpaid = { price: { quote, isCurrent: true }, done: undefined, view: undefined }
const ids = steps.map(({ id }) => id)
const request = { step: undefined, isDone: false, isEnding: false }

describe('the steps of a flow', () => {
  it('stand by what is filled in before the order, and by the order after it', () => {
    expect(listStepStatuses(steps, { agreed: false }, unpaid)).toEqual([open, open, open])
    expect(listStepStatuses(steps, { agreed: true }, unpaid)).toEqual([complete, open, open])
    const done = { key: 'k', receiptId: 1, isConfirmed: true }
    expect(listStepStatuses(steps, { agreed: false }, { ...unpaid, done })).toEqual([
      complete,
      complete,
      open,
    ])
    const view = { paid: true, state: 'fulfilled', lines: [{ state: 'delivered' }] } as unknown as OrderView
    expect(listStepStatuses(steps, { agreed: false }, { ...unpaid, done, view })).toEqual([
      complete,
      complete,
      complete,
    ])
  })

  it('pass over Pay for a price of nothing, once it is the price of what is chosen now', () => {
    const free = { grandTotalCents: 0 } as Quote
    const priced = (isCurrent: boolean) => ({ ...unpaid, price: { quote: free, isCurrent } })
    expect(listStepStatuses(steps, { agreed: true }, priced(true))[1]).toEqual(skipped)
    // no step is done before the agreement
    expect(listStepStatuses(steps, { agreed: false }, priced(true))[1]).toEqual({ ...open, isNeeded: false })
    expect(listStepStatuses(steps, { agreed: true }, priced(false))[1]).toEqual(open)
    // somebody who went on with another price is told first
    const told = { ...priced(true), isPriceNew: true }
    expect(listStepStatuses(steps, { agreed: true }, told)[1]).toEqual(open)
  })

  it('show what the address asks for, Pay while a card is charged, and the last one when all is done', () => {
    const standings = [complete, open, open]
    expect(findStepToShow(ids, standings, request)).toBe(0)
    expect(findStepToShow(ids, standings, { ...request, step: 'complete' })).toBe(1)
    expect(findStepToShow(ids, standings, { ...request, step: 'unheard of' })).toBe(0)
    expect(findStepToShow(ids, standings, { ...request, step: 'terms', isEnding: true })).toBe(1)
    expect(findStepToShow(ids, standings, { ...request, step: 'terms', isDone: true })).toBe(2)
  })

  it('lead on to the last one from a Pay that proves to be free, if Next was pressed for it', () => {
    const free = [complete, skipped, open]
    const pay = { ...request, step: 'pay' }
    expect(findStepToShow(ids, free, pay)).toBe(0)
    expect(findStepToShow(ids, free, { ...pay, isWayOn: true })).toBe(2)
    expect(findStepToShow(ids, [complete, open, open], { ...pay, isWayOn: true })).toBe(1)
  })

  it('of a flow that sends are complete with the answer, and stay at the last one while it is sent', () => {
    const sent = steps.filter(({ id }) => id !== 'pay')
    const idle = { ...unpaid, price: { quote: undefined, isCurrent: false } }
    expect(listStepStatuses(sent, { agreed: true }, idle)).toEqual([complete, open])
    const done = { key: 'k', receiptId: undefined, answer: [7] }
    expect(listStepStatuses(sent, { agreed: false }, { ...idle, done })).toEqual([complete, complete])
    const sending = { ...request, step: 'terms', isEnding: true }
    expect(findStepToShow(['terms', 'complete'], [complete, open], sending)).toBe(1)
  })
})
