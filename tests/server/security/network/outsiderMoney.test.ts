// Refunds of parts of an order, tried by somebody who wants more back than was paid: each attack a line in a table.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import { seedScarceShow, wantTicket } from '../../../support/buying/eventOrders.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import { listOrderFaults } from '../../../support/buying/orderBooks.ts'
import { type OpenedOrder, renewing, renewingUntil } from '../../../support/buying/shop.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { createOfficer } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

/**
 * What is asked for, one after the other: an amount of the first line, the first line, or all that is left. With + it
 * is given, with - it is refused.
 */
const toSteps = (text: string) =>
  text.split(' ').map((step) => ({ what: step.slice(1), isDone: step.startsWith('+') }))

describeOnEachEngine('an attacker who wants money back', (engine) => {
  const gate = setUpGate(engine)
  let show: SeededEvent
  beforeAll(async () => {
    show = await seedScarceShow(gate, { spaces: 1, tickets: 900 })
  })
  beforeEach(() => gate.pass(2 * minuteMs))

  const newEmail = () => `m${randomUUID().slice(0, 8)}@outside.example`
  // a line of $20.00, and a fee of $1.50
  const want = () => wantTicket(show, newEmail(), 2)
  const buy = async () => {
    const wanted = want()
    return { ...(await gate.buy(wanted)), email: wanted.email }
  }
  const refund = (id: number, ...args: (string | number)[]) =>
    gate.club('orders', id, '--refund', '--reason', 'Second class', '--yes', ...args)
  // meant each time, so that nothing but the money that is left stops it
  const part = (id: number, amount: string, line = '1') =>
    refund(id, `--line=${line}`, `--amount=${amount}`, '--again')
  const giveBack = (id: number, what: string) =>
    what === 'whole' ? refund(id) : what === 'line' ? refund(id, '--lines', 1) : part(id, what)
  const settle = async () => {
    await gate.sweep()
    await gate.deliver()
  }
  const listBooked = (id: number) =>
    gate.listRows(gate.a, 'refund', { order_id: id }, ['amount_cents', 'state'])
  const listSent = async ({ intentId }: OpenedOrder) => {
    const { data } = await gate.stripe.refunds.list({ payment_intent: intentId })
    return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
  }
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
  const countMails = async (email: string, text: string) =>
    (await gate.listMails(email)).filter((mail) => mail.text.includes(text)).length
  const readBuyers = async ({ key }: OpenedOrder) => {
    const answer = await gate.ask(gate.a, 'get_order', { orderKey: key })
    if (!answer.success) throw new Error('the buyer has no order')
    return answer.order
  }

  describe('with an amount that is none', () => {
    let bought: OpenedOrder
    beforeAll(async () => {
      bought = await buy()
    })
    const expectNothing = async (said: { code: number; text: string }) => {
      expect(said.code, said.text).toBeGreaterThan(0)
      expect(await listBooked(bought.receiptId)).toEqual([])
      expect((await gate.readOrder(bought.receiptId)).state).toBe('fulfilled')
    }
    it.each([
      ...['0', '0.00', '000000', '-1', '-0.01', '+5', '1.005', '1.0', '.50', '5.', '1e3', '1E1', '0x10'],
      ...['١٠', '４', '1_000', '1,000.00', '4,00', '$5', '5 USD', '5.00\n6.00', '5.00;6.00', '5 .00', '5\0'],
      ...['', ' ', 'NaN', 'Infinity', 'null', '20.01', '999999.99', '1000000', '9'.repeat(400)],
    ])('%j gives nothing back', async (amount) => {
      await expectNothing(await part(bought.receiptId, amount))
    })
    it.each(['0', '-1', '1.0', '01', '1e0', '１', '1,1', '2', '999999999', '9'.repeat(20), ''])(
      'of a line %j nothing is given back',
      async (line) => {
        await expectNothing(await part(bought.receiptId, '4.00', line))
      },
    )
    it.each([
      ['beside --lines', ['--lines', 1, '--line', 1, '--amount', '4.00']],
      ['without a line', ['--amount', '4.00']],
      ['without an amount', ['--line', 1]],
      ['for a dispute that is none', ['--line', 1, '--amount', '4.00', '--disputed']],
    ] as const)('%s nothing is given back', async (_title, args) => {
      await expectNothing(await refund(bought.receiptId, ...args))
    })
    it('of the store nothing is given back by the amount', async () => {
      const args = ['--line', 1, '--amount', '4.00', '--reason', 'x', '--yes']
      await expectNothing(await gate.club('store', 'refund', bought.receiptId, ...args))
    })
    it('by an officer of another club nothing is given back', async () => {
      const other = createOfficer(gate, gate.clubs.b)
      const args = ['--refund', '--line', 1, '--amount', '4.00', '--reason', 'x', '--yes']
      await expectNothing(await other('orders', bought.receiptId, ...args))
    })
  })

  const takeInTurn = async (id: number, steps: string, after = async () => {}) => {
    for (const { what, isDone } of toSteps(steps)) {
      const { code, text } = await giveBack(id, what)
      expect([what, code === 0], text).toEqual([what, isDone])
      await after()
    }
    expect(await listOrderFaults(gate, [id])).toEqual([])
  }

  it.each([
    ['all of the line, and a cent of the fee', '+20.00 -0.01'],
    ['all but a cent, the cent, and another', '+19.99 +0.01 -0.01'],
    ['two that are more together', '+12.00 -12.00 +8.00 -8.00'],
    ['a part, the whole, and both again', '+5.00 +whole -0.01 -whole'],
    ['a part, the line, and both again', '+5.00 +line -0.01 -line'],
    ['all of the line, the line, and the whole', '+20.00 +line -whole'],
  ])('gets no more than was paid by several parts: %s', async (_title, steps) => {
    await takeInTurn((await buy()).receiptId, steps, settle)
  })

  it.each([
    [['15.00', '15.00', '15.00'], 1],
    [['20.00', '0.01', '20.00'], 1],
    [['whole', 'whole', 'line'], 1],
    [['15.00', 'whole', '15.00', 'line'], null],
  ] as const)('gets no more than was paid by %j at once', async (whats, most) => {
    const bought = await buy()
    const id = bought.receiptId
    const said = await Promise.all([
      ...whats.map((what) => giveBack(id, what)),
      gate.engine.runDue().then(() => ({ code: 1 })),
    ])
    const done = said.filter(({ code }) => code === 0).length
    expect(done).toBeGreaterThan(0)
    if (most !== null) expect(done).toBe(most)
    await Promise.all([gate.sweep(), gate.engine.runDue()])
    await settle()
    expect(sum(await listSent(bought))).toBeLessThanOrEqual(2150)
    expect(await listOrderFaults(gate, [id])).toEqual([])
  })

  const unclaimed = async (): Promise<number> => {
    const call = { amount: 4650, receiptEmail: newEmail(), category: 1 }
    const answer = await gate.ask(gate.a, 'create_payment_intent', call)
    await gate.sandbox.confirm(String(answer.clientSecret), 'pm_card_visa')
    await gate.deliver()
    return Number(answer.receiptId)
  }
  const states: readonly (readonly [string, string, () => Promise<number>])[] = [
    ['that nobody has paid', 'pending', async () => (await gate.open(want())).receiptId],
    ['that is paid and not settled', 'pending', async () => (await gate.pay(want())).receiptId],
    ['that is paid and for nothing yet', 'pending', unclaimed],
    [
      'that its buyer has cancelled',
      'cancelled',
      async () => {
        const { receiptId, key } = await gate.open(want())
        await gate.ask(gate.a, 'cancel_order', { orderKey: key })
        return receiptId
      },
    ],
    [
      'that has expired',
      'expired',
      async () => {
        const { receiptId } = await gate.open(want())
        await gate.sweep(16)
        return receiptId
      },
    ],
    [
      'whose payment does not fit',
      'review',
      async () => {
        const opened = await gate.open(want())
        await gate.changeRows(gate.a, 'purchase_order', { id: opened.receiptId }, { total_cents: 9999 })
        await gate.confirm(opened)
        await gate.deliver()
        return opened.receiptId
      },
    ],
    [
      'that is on its way back',
      'refunding',
      async () => {
        const { receiptId } = await buy()
        await refund(receiptId)
        return receiptId
      },
    ],
  ]
  it.each(states)('gets no part of an order %s', async (_title, state, make) => {
    const id = await make()
    const before = await listBooked(id)
    expect((await gate.readOrder(id)).state).toBe(state)
    expect((await part(id, '4.00')).code).toBe(1)
    expect(await listBooked(id)).toEqual(before)
    expect((await gate.readOrder(id)).state).toBe(state)
  })

  it.each([
    ['all of it as a part', '-30.00'],
    ['all but a cent, and the cent', '+29.99 -0.01 +whole -0.01'],
    ['parts, the whole and both again', '+5.00 +5.00 +whole -whole'],
    ['parts that are more together', '+20.00 -20.00 +line -5.00'],
  ])('gets no more out of the cash box than was put in: %s', async (_title, steps) => {
    await takeInTurn(await sell(), steps)
  })

  it('gets cash once by three who ask at once', async () => {
    const sold = await sell()
    const said = await Promise.all(['20.00', '20.00', '20.00'].map((amount) => part(sold, amount)))
    expect(said.map(({ code }) => code).sort()).toEqual([0, 1, 1])
    expect(await listBooked(sold)).toEqual([{ amount_cents: 2000, state: 'succeeded' }])
  })

  const sell = async (): Promise<number> => {
    const thing = `ticket:${show.ticketIds[0]}`
    const named = ['--quantity', 3, '--name', 'Hal', '--paid', 'cash'] as const
    const { text } = await gate.event(show.id, '--sell', thing, ...named)
    return Number(/[Oo]rder (\d+)/.exec(text)?.[1])
  }

  it('gets no real money for what was paid with other keys, and gets it once when they are back', async () => {
    const bought = await buy()
    const id = bought.receiptId
    await gate.changeRows(gate.a, 'purchase_order', { id }, { mode: 'test' })
    for (const amount of ['4.00', '4.00']) {
      const { code, text } = await part(id, amount)
      expect([code, text]).toEqual([0, expect.stringContaining('when they are set again, and not before')])
    }
    for (let round = 0; round < 3; round += 1) await gate.sweep(61)
    expect(await listSent(bought)).toEqual([])
    await gate.changeRows(gate.a, 'purchase_order', { id }, { mode: 'sandbox' })
    for (let round = 0; round < 3; round += 1) await gate.sweep(61)
    expect(await listSent(bought)).toEqual([400, 400])
    expect(await listOrderFaults(gate, [id])).toEqual([])
  })

  it('keeps a membership by no part, and loses its year once', async () => {
    const email = newEmail()
    const bought = await gate.buy(await renewing(gate, email))
    const id = bought.receiptId
    const longer = (await gate.readMember(email)).expires_on
    expect(longer > renewingUntil).toBe(true)
    const isLeft: boolean[] = []
    await takeInTurn(id, '+10.00 +25.00 -5.01 +5.00 -0.01 +whole -whole -line -0.01', async () => {
      await settle()
      isLeft.push((await gate.readMember(email)).expires_on === longer)
    })
    expect(isLeft).toEqual([true, true, true, true, true, false, false, false, false])
    expect((await gate.readMember(email)).expires_on).toBe(renewingUntil)
    expect(sum(await listSent(bought))).toBe(bought.quote.grandTotalCents)
  })

  const orders: readonly (readonly [string, (ids: readonly number[]) => Promise<unknown>])[] = [
    ['twice', (ids) => gate.sandbox.send([...ids, ...ids])],
    ['backwards', (ids) => gate.sandbox.send(ids.toReversed())],
    ['all at once', (ids) => Promise.all([...ids, ...ids].map((id) => gate.sandbox.send([id])))],
  ]
  const tell = async (send: (ids: readonly number[]) => Promise<unknown>) =>
    send((await gate.listEvents()).map(({ id }) => id))

  it.each(orders)(
    'gets a part once though its webhooks come %s, before we know of it',
    async (_title, send) => {
      const bought = await buy()
      const id = bought.receiptId
      await part(id, '4.00')
      await gate.sandbox.fail({ operation: 'refunds.create', when: 'after', how: 'cut', times: 50 })
      await gate.sweep()
      await gate.resetSandbox()
      await tell(send)
      for (let round = 0; round < 3; round += 1) await gate.sweep()
      expect(await listSent(bought)).toEqual([400])
      expect(await listBooked(id)).toEqual([{ amount_cents: 400, state: 'succeeded' }])
      expect(await countMails(bought.email, '$4.00')).toBe(1)
      expect(await listOrderFaults(gate, [id])).toEqual([])
    },
  )

  it.each(orders)(
    "gets a part once that the provider's desk gave before we heard of the payment: %s",
    async (_title, send) => {
      const bought = await gate.pay(want())
      await gate.stripe.refunds.create({ payment_intent: bought.intentId, amount: 400 })
      await tell((ids) => send(ids.toReversed()))
      await tell(send)
      expect(await listBooked(bought.receiptId)).toEqual([{ amount_cents: 400, state: 'succeeded' }])
      expect((await part(bought.receiptId, '17.50')).code).toBe(1)
      expect((await gate.readOrder(bought.receiptId)).state).toBe('fulfilled')
      expect(await readBuyers(bought)).toMatchObject({ refundedCents: 400 })
    },
  )

  const isReported = async (id: number) =>
    new RegExp(`^ +${id} .*\\$4\\.00 .*The refund failed\\.`, 'm').test((await gate.club('reconcile')).text)

  it.each(orders)(
    'hears that a part did not arrive, whose webhooks come %s, and gives it once more',
    async (_title, send) => {
      const bought = await buy()
      const id = bought.receiptId
      await part(id, '4.00')
      await settle()
      const [first] = (await gate.stripe.refunds.list({ payment_intent: bought.intentId })).data
      await gate.sandbox.endRefund(first?.id ?? '', false)
      await tell(send)
      expect(await listBooked(id)).toEqual([{ amount_cents: 400, state: 'failed' }])
      expect(await readBuyers(bought)).toMatchObject({ state: 'fulfilled', refundedCents: 0 })
      expect(await isReported(id)).toBe(true)
      gate.pass(minuteMs)
      expect((await part(id, '4.00')).code).toBe(0)
      await settle()
      expect(await isReported(id)).toBe(false)
      expect(await listSent(bought)).toEqual([400])
      expect(await listOrderFaults(gate, [id])).toEqual([])
    },
  )

  it('is told no more of a part that did not arrive once an officer has decided', async () => {
    const { receiptId: id, intentId } = await buy()
    await part(id, '4.00')
    await settle()
    const decide = () => gate.club('orders', id, '--decide', 'keep', '--reason', 'Paid in cash', '--yes')
    expect((await decide()).code).toBe(1)
    const [first] = (await gate.stripe.refunds.list({ payment_intent: intentId })).data
    await gate.sandbox.endRefund(first?.id ?? '', false)
    await gate.deliver()
    gate.pass(minuteMs)
    expect([await isReported(id), (await decide()).code]).toEqual([true, 0])
    expect([await isReported(id), (await decide()).code]).toEqual([false, 1])
  })

  it("gets no more than was paid where the provider's desk and an officer give at once", async () => {
    const bought = await buy()
    await gate.stripe.refunds.create({ payment_intent: bought.intentId, amount: 1500 })
    expect((await part(bought.receiptId, '12.34')).code).toBe(0)
    await settle()
    await settle()
    expect(await listSent(bought)).toEqual([1500])
    expect(await readBuyers(bought)).toMatchObject({ refundedCents: 1500 })
    expect(await countMails(bought.email, '$12.34')).toBe(0)
  })

  it('gets nothing beside what the bank takes back, neither before nor after it has decided', async () => {
    const bought = await buy()
    const id = bought.receiptId
    const dispute = await gate.sandbox.dispute(bought.intentId)
    await gate.deliver()
    expect((await part(id, '4.00')).code).toBe(1)
    expect(await listBooked(id)).toEqual([])
    await gate.sandbox.decide(dispute, false)
    await gate.deliver()
    await part(id, '4.00')
    await settle()
    expect(await listSent(bought)).toEqual([])
    expect(await countMails(bought.email, '$4.00')).toBe(0)
    expect(await readBuyers(bought)).toMatchObject({ refundedCents: 0 })
  })
})
