import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BookedOrder,
  type FindingKind,
  findBroken,
  isEven,
  type ProvidersPayment,
  type Reconciliation,
  reconcile,
  settlingMs,
} from '../../src/domain/moneyReconciliation.ts'

const now = Date.parse('2026-06-12T16:00:00Z')
const longAgo = now - 30 * 24 * 60 * 60_000

/** A membership of 45 and a fee of 1.50: paid, delivered, and known to the provider. */
const right: BookedOrder = {
  id: 17,
  state: 'fulfilled',
  totalCents: 4650,
  intentId: 'pi_17',
  hand: null,
  isPaid: true,
  receivedCents: 4650,
  changedAt: longAgo,
  lines: [{ line: 1, label: 'Family', state: 'delivered', netCents: 4500 }],
  refunds: [],
  undecidedCents: 0,
  brokenCents: 0,
  dispute: null,
  isLossDecided: false,
}
const paid: ProvidersPayment = {
  intentId: 'pi_17',
  isPaid: true,
  receivedCents: 4650,
  refundedCents: 0,
  createdAt: longAgo,
}
const refund = (
  amountCents: number,
  state: BookedOrder['refunds'][number]['state'],
  lines: readonly number[] = [],
) => ({ amountCents, state, lines })
const line = (state: BookedOrder['lines'][number]['state'], netCents = 4500, number = 1) => ({
  line: number,
  label: 'Family',
  state,
  netCents,
})

function work(order: Partial<BookedOrder>, payment: Partial<ProvidersPayment> | null = {}): Reconciliation {
  const payments = payment === null ? [] : [{ ...paid, ...payment }]
  return reconcile([{ ...right, ...order }], new Map(payments.map((one) => [one.intentId, one])), now)
}

/** Column, kind and cents of all findings. */
function list(result: Reconciliation): [string, FindingKind, number][] {
  return Object.entries(result).flatMap(([column, findings]) =>
    findings.map(({ kind, cents }: { kind: FindingKind; cents: number }): [string, FindingKind, number] => [
      column,
      kind,
      cents,
    ]),
  )
}

describe('books that agree', () => {
  it('have nothing in any column', () => {
    expect(isEven(work({}))).toBe(true)
    expect(list(work({}))).toEqual([])
    expect(
      list(work({ isPaid: false, state: 'expired', lines: [line('pending')] }, { isPaid: false })),
    ).toEqual([])
    expect(list(work({ isPaid: false, totalCents: 0, intentId: null }, null))).toEqual([])
    expect(
      list(
        work(
          { state: 'refunded', lines: [line('returned')], refunds: [refund(4650, 'succeeded')] },
          { refundedCents: 4650 },
        ),
      ),
    ).toEqual([])
  })

  it('have nothing in any column, whatever was bought, given back and still delivered', () => {
    const bought = fc.array(fc.record({ net: fc.integer({ min: 1, max: 90_000 }), isBack: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(bought, fc.integer({ min: 0, max: 500 }), (goods, fee) => {
        const totalCents = goods.reduce((sum, { net }) => sum + net, fee)
        const back = goods.filter(({ isBack }) => isBack)
        const isAllBack = back.length === goods.length
        const refunds = isAllBack
          ? [refund(totalCents, 'succeeded')]
          : goods.flatMap(({ net, isBack }, index) => (isBack ? [refund(net, 'succeeded', [index + 1])] : []))
        const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
        const result = work(
          {
            totalCents,
            receivedCents: totalCents,
            lines: goods.map(({ net, isBack }, index) =>
              line(isBack ? 'returned' : 'delivered', net, index + 1),
            ),
            refunds,
          },
          { receivedCents: totalCents, refundedCents },
        )
        expect(list(result)).toEqual([])
      }),
    )
  })
})

describe('money without goods', () => {
  it.each<[string, Partial<BookedOrder>, FindingKind, number]>([
    ['a payment that waits for an officer', { state: 'review', lines: [line('pending')] }, 'review', 4650],
    [
      'a paid order that nobody delivered',
      { state: 'expired', lines: [line('pending')] },
      'nothing-delivered',
      4650,
    ],
    [
      'a refund that the provider refused',
      { state: 'review', lines: [line('failed')], refunds: [refund(4650, 'failed')] },
      'refund-failed',
      4650,
    ],
    [
      'a refund that was refused for what does not fit its order',
      { state: 'review', lines: [line('pending')], refunds: [refund(4650, 'failed')] },
      'refund-failed',
      4650,
    ],
    [
      'a refund that never left',
      { state: 'refunding', lines: [line('failed')], refunds: [refund(4650, 'asked')] },
      'refund-stuck',
      4650,
    ],
    [
      'one part of two that was neither delivered nor given back',
      { totalCents: 9150, lines: [line('delivered'), line('failed', 4500, 2)] },
      'lines-not-returned',
      4500,
    ],
  ])('is %s', (_, order, kind, cents) => {
    const receivedCents = order.totalCents ?? right.totalCents
    expect(list(work({ receivedCents, ...order }, { receivedCents }))).toEqual([
      ['moneyWithoutGoods', kind, cents],
    ])
  })

  it('is a part whose refund failed, also where as much went back for something else', () => {
    const lines = [line('delivered'), line('returned', 1000, 2)]
    const refunds = [refund(1000, 'succeeded'), refund(1000, 'failed', [2])]
    const order = { totalCents: 5650, receivedCents: 5650, lines }
    const payment = { receivedCents: 5650, refundedCents: 1000 }
    expect(list(work({ ...order, refunds }, payment))).toEqual([['moneyWithoutGoods', 'refund-failed', 1000]])
    const again = [...refunds, refund(1000, 'asked', [2])]
    expect(list(work({ ...order, refunds: again }, payment))).toEqual([
      ['moneyWithoutGoods', 'refund-stuck', 1000],
    ])
  })

  it('is a part of what the buyer keeps that did not arrive, until it was given again or somebody has decided', () => {
    expect(list(work({ brokenCents: 400, refunds: [refund(400, 'failed', [1])] }))).toEqual([
      ['moneyWithoutGoods', 'refund-failed', 400],
    ])
    const at = (hours: number) => new Date(longAgo + hours * 60 * 60_000)
    const given = (
      amountCents: number,
      state: BookedOrder['refunds'][number]['state'],
      requested: number,
      changed = requested,
    ) => ({ ...refund(amountCents, state, [1]), requestedAt: at(requested), changedAt: at(changed) })
    const kept = [line('delivered')]
    const find = (refunds: ReturnType<typeof given>[], decidedAt = 0, lines = kept) =>
      findBroken(refunds, lines, decidedAt)
    const failed = given(400, 'failed', 1, 5)
    expect([find([failed]), find([given(400, 'failed', 5, 5)])]).toEqual([400, 400])
    // what was given before it failed was another part
    expect(find([failed, given(400, 'succeeded', 3)])).toBe(400)
    expect(find([given(400, 'asked', 5), failed])).toBe(0)
    expect(find([failed, given(150, 'succeeded', 6)])).toBe(250)
    expect(find([failed, given(400, 'failed', 6, 7)])).toBe(400)
    expect(find([failed, given(900, 'succeeded', 6), given(400, 'failed', 7, 8)])).toBe(400)
    expect(find([failed], at(5).getTime())).toBe(0)
    expect(find([failed], at(4).getTime())).toBe(400)
    // its whole price is owed then
    expect(find([failed], 0, [line('returned')])).toBe(0)
    expect(find([failed], 0, [line('delivered', 4500, 2)])).toBe(0)
  })

  it('is what came and has not gone back where an officer has to decide, whatever the order costs', () => {
    const order = { state: 'review', totalCents: 9999, lines: [line('pending')] }
    expect(list(work(order))).toEqual([['moneyWithoutGoods', 'review', 4650]])
    const refunds = [refund(1000, 'succeeded')]
    expect(list(work({ ...order, refunds }, { refundedCents: 1000 }))).toEqual([
      ['moneyWithoutGoods', 'review', 3650],
    ])
    expect(list(work({ ...order, dispute: 'lost' }))).toEqual([])
  })

  it('is not what an order costs more than was received, once all that was received has gone back', () => {
    const order = { state: 'refunded', totalCents: 9999, lines: [line('returned', 9849)] }
    const payment = { refundedCents: 4650 }
    expect(isEven(work({ ...order, refunds: [refund(4650, 'succeeded')] }, payment))).toBe(true)
    expect(list(work({ ...order, refunds: [refund(4000, 'succeeded')] }, { refundedCents: 4000 }))).toEqual([
      ['moneyWithoutGoods', 'nothing-delivered', 650],
      ['notInBooks', 'received-more', 4650],
    ])
  })
})

describe('goods without money', () => {
  it('are what was delivered and never paid', () => {
    expect(list(work({ isPaid: false }, { isPaid: false }))).toEqual([
      ['goodsWithoutMoney', 'not-paid', 4650],
    ])
  })

  it('are what stayed with the buyer after all the money went back', () => {
    const refunds = [refund(4650, 'succeeded')]
    expect(list(work({ refunds }, { refundedCents: 4650 }))).toEqual([
      ['goodsWithoutMoney', 'all-returned', 4650],
    ])
  })
})

describe('goods that could not be taken back', () => {
  it('are shown at once, and their money is owed like that of any that were', () => {
    const lines = [line('kept')]
    const back = { lines, refunds: [refund(4650, 'succeeded')], state: 'refunded', changedAt: now }
    expect(list(work(back, { refundedCents: 4650 }))).toEqual([['goodsWithoutMoney', 'kept', 4500]])
    expect(list(work({ lines, refunds: [refund(4650, 'failed')], state: 'review' }))).toEqual([
      ['moneyWithoutGoods', 'refund-failed', 4650],
      ['goodsWithoutMoney', 'kept', 4500],
    ])
  })
})

describe('money that went back elsewhere', () => {
  const refunds = [refund(1000, 'succeeded')]

  it("is an officer's at once as long as nobody has said what it was for", () => {
    const order = { refunds, undecidedCents: 1000, changedAt: now }
    expect(list(work(order, { refundedCents: 1000 }))).toEqual([
      ['goodsWithoutMoney', 'returned-there', 1000],
    ])
    expect(list(work({ refunds }, { refundedCents: 1000 }))).toEqual([])
    expect(
      list(
        work(
          { ...order, lines: [line('returned')], totalCents: 1000, receivedCents: 1000 },
          { receivedCents: 1000, refundedCents: 1000 },
        ),
      ),
    ).toEqual([])
  })

  it('to a bank that found for the buyer leaves the goods without money until an officer has decided', () => {
    const lost = { dispute: 'lost' } as const
    expect(list(work({ ...lost, changedAt: now }))).toEqual([['goodsWithoutMoney', 'charged-back', 4650]])
    expect(list(work({ ...lost, isLossDecided: true }))).toEqual([])
    // no money is left that could be given back for it
    expect(list(work({ ...lost, isLossDecided: true, lines: [line('returned')] }))).toEqual([])
  })
})

describe('a dispute', () => {
  it('is shown at once while the club has to answer, and is on its way while the bank looks at the answer', () => {
    expect(list(work({ dispute: 'needs-answer', changedAt: now }))).toEqual([['disputed', 'disputed', 4650]])
    expect(isEven(work({ dispute: 'needs-answer' }))).toBe(false)
    expect(list(work({ dispute: 'under-review' }))).toEqual([['onTheWay', 'dispute-under-review', 4650]])
    expect(isEven(work({ dispute: 'under-review' }))).toBe(true)
  })
})

describe('the provider beside the books', () => {
  it('has a payment that the books do not know, or take for unpaid', () => {
    const unknown = { ...paid, intentId: 'pi_99' }
    const result = reconcile([right], new Map([paid, unknown].map((one) => [one.intentId, one])), now)
    expect(result.notInBooks).toEqual([
      { orderId: null, intentId: 'pi_99', kind: 'unknown-order', cents: 4650 },
    ])
    expect(list(work({ isPaid: false, state: 'expired', lines: [line('pending')] }))).toEqual([
      ['notInBooks', 'paid-there', 4650],
    ])
  })

  it('received another amount, or gave more back', () => {
    expect(list(work({}, { receivedCents: 5000 }))).toEqual([['notInBooks', 'received-more', 5000]])
    expect(list(work({}, { refundedCents: 1000 }))).toEqual([['notInBooks', 'returned-more', 1000]])
  })

  it('does not have what the books say', () => {
    expect(list(work({}, null))).toEqual([['notAtProvider', 'not-paid-there', 4650]])
    expect(list(work({}, { isPaid: false, receivedCents: 0 }))).toEqual([
      ['notAtProvider', 'not-paid-there', 4650],
    ])
    const order = { state: 'refunded', lines: [line('returned')], refunds: [refund(4650, 'succeeded')] }
    expect(list(work(order))).toEqual([['notAtProvider', 'returned-less', 4650]])
  })
})

describe('what has just begun', () => {
  it('is on its way for an hour, and a finding after it', () => {
    const order = { state: 'pending', lines: [line('pending')], changedAt: now - settlingMs + 1 }
    expect(list(work(order))).toEqual([['onTheWay', 'nothing-delivered', 4650]])
    expect(isEven(work(order))).toBe(true)
    expect(isEven(work({ ...order, changedAt: now - settlingMs }))).toBe(false)
  })

  it('is a finding of its own, and not on its way, while nobody has said what was paid for', () => {
    const order = { state: 'pending', lines: [], changedAt: now - settlingMs + 1 }
    expect(list(work(order))).toEqual([['onTheWay', 'unclaimed', 4650]])
    expect(isEven(work({ ...order, changedAt: now - settlingMs }))).toBe(false)
    expect(work({ ...order, changedAt: now - settlingMs }).moneyWithoutGoods).toMatchObject([
      { kind: 'unclaimed' },
    ])
  })

  it('is a finding at once where only an officer can help', () => {
    expect(isEven(work({ state: 'review', changedAt: now }))).toBe(false)
  })

  it('is on its way at the provider before the books can have it', () => {
    const fresh = { ...paid, createdAt: now - settlingMs + 1 }
    expect(list(reconcile([], new Map([['pi_17', fresh]]), now))).toEqual([
      ['onTheWay', 'unknown-order', 4650],
    ])
  })
})

it('an order that was paid in cash is compared in itself, and not with the provider', () => {
  const cash = { intentId: null, hand: 'cash' as const }
  expect(list(work(cash, null))).toEqual([])
  expect(list(work({ ...cash, lines: [line('failed')] }, null))).toEqual([
    ['moneyWithoutGoods', 'nothing-delivered', 4650],
  ])
  expect(list(work({ ...cash, refunds: [refund(4650, 'succeeded')] }, null))).toEqual([
    ['goodsWithoutMoney', 'all-returned', 4650],
  ])
  // the same order by card
  expect(list(work({ intentId: null }, null))).toEqual([['notAtProvider', 'not-paid-there', 4650]])
})
