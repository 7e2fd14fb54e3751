// The end of a hold: the server decides, and while a bank is still checking nobody is told that it is over.
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../src/app/wizard/order/orderState.ts'
import { judgeHold } from '../../../../src/app/wizard/payment/hold.ts'
import { toQuote } from '../../../../src/domain/order.ts'

const now = Date.parse('2026-06-12T16:00:00Z')
const past = '2026-06-12T15:59:59Z'
const later = '2026-06-12T16:05:00Z'

const pending: OrderView = {
  receiptId: 7,
  kind: 'membership',
  state: 'pending',
  quote: toQuote([], {
    serviceFeeCents: 0,
    taxRates: { membership: 0, event: 0, tickets: 0, products: 0 },
  }),
  refundedCents: 0,
  paid: false,
  uncharged: true,
  email: 'ada@example.org',
  holdUntil: past,
  createdAt: '2026-06-12T15:45:00Z',
  autoRenews: false,
  lines: [],
}

function judge(order: Partial<OrderView> | undefined, isPaying = false, until = past) {
  return judgeHold({ until, order: order && { ...pending, ...order }, isPaying, now })
}

describe('a hold', () => {
  it('goes on as long as the server says, also when it was extended', () => {
    expect(judge({ holdUntil: later })).toEqual({ is: 'held', until: later })
    expect(judge({ holdUntil: later }, true)).toEqual({ is: 'held', until: later })
  })

  it('that ran out is over, and nothing was charged only if the server says so', () => {
    expect(judge({})).toEqual({ is: 'over', isUncharged: true, gaveWay: false })
    expect(judge({ state: 'expired', holdUntil: null })).toEqual({
      is: 'over',
      isUncharged: true,
      gaveWay: false,
    })
    expect(judge({ state: 'pending', holdUntil: null })).toEqual({
      is: 'over',
      isUncharged: true,
      gaveWay: false,
    })
    expect(judge({ uncharged: false })).toEqual({ is: 'over', isUncharged: false, gaveWay: false })
    expect(judge(undefined)).toEqual({ is: 'over', isUncharged: false, gaveWay: false })
  })

  it('of the last of something says until when it is sure, and what became of it when it gave way', () => {
    const sureUntil = '2026-06-12T16:02:00Z'
    expect(judge({ holdUntil: later, sureUntil })).toEqual({ is: 'held', until: later, sureUntil })
    const facts = { until: later, sureUntil, order: undefined, isPaying: false, now }
    expect(judgeHold(facts), 'without an answer').toEqual({ is: 'held', until: later, sureUntil })
    expect(judge({ state: 'expired', holdUntil: null, gaveWay: true })).toEqual({
      is: 'over',
      isUncharged: true,
      gaveWay: true,
    })
  })

  it('that is not over yet stays while the server cannot be asked', () => {
    expect(judge(undefined, true, later)).toEqual({ is: 'held', until: later })
  })

  it('that ran out while the bank is asked waits for the server', () => {
    expect(judge({}, true)).toEqual({ is: 'with-bank' })
    expect(judge(undefined, true)).toEqual({ is: 'with-bank' })
    expect(judge({ state: 'expired', holdUntil: null }, true)).toEqual({ is: 'with-bank' })
  })

  it('of an order that was paid is nothing to count any more', () => {
    expect(judge({ paid: true, state: 'fulfilled', holdUntil: null })).toEqual({ is: 'paid', receiptId: 7 })
    expect(judge({ paid: true })).toEqual({ is: 'paid', receiptId: 7 })
    expect(judge({ state: 'review', paid: true }, true)).toEqual({ is: 'paid', receiptId: 7 })
  })
})
