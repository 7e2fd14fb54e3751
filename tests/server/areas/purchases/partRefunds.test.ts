// A part of what a line cost goes back, and the buyer keeps the goods: by card and in cash.
import { expect, it } from 'vitest'
import { seedScarceShow } from '../../../support/buying/eventOrders.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import { buyingInStore, seedProduct } from '../../../support/buying/storeGoods.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('a refund of an amount', (engine) => {
  const gate = setUpGate(engine)
  const refund = (id: number, line: number, amount: string, ...more: string[]) =>
    gate.club(
      'orders',
      id,
      '--refund',
      '--line',
      line,
      '--amount',
      amount,
      '--reason',
      'Second class',
      ...more,
    )

  const buyInStore = async (product: string) => {
    const { inventoryIds } = await gate.inClub(gate.a, (tx) =>
      seedProduct(tx, product, [{ price: 2000, shipping: 800 }]),
    )
    const member = await insertRenewable(gate)
    const token = await signInRenewable(gate, member)
    return { ...member, token, ...(await gate.buy(buyingInStore(inventoryIds, member.email), { token })) }
  }

  it('goes back several times, up to what the line cost, and the buyer, the books and the bank agree', async () => {
    const member = await buyInStore('Shirt')
    const { receiptId, intentId, key, token } = member
    expect(await refund(receiptId, 2, '4.00')).toEqual({
      code: 1,
      text: expect.stringContaining('This refunds a part of line 2 of order'),
    })
    const dry = await refund(receiptId, 2, '4.00', '--dry-run')
    expect([dry.code, dry.text]).toEqual([
      0,
      expect.stringMatching(/\$4\.00.*\nDry run, nothing was changed\.\n$/s),
    ])
    for (const amount of ['4.00', '2.50']) {
      expect((await refund(receiptId, 2, amount, '--yes')).code).toBe(0)
      await gate.sweep()
      await gate.deliver()
    }
    expect(await refund(receiptId, 2, '1.51', '--yes')).toEqual({
      code: 1,
      text: 'At most $1.50 of line 2 can be given back.\n',
    })
    const { data } = await gate.stripe.refunds.list({ payment_intent: intentId })
    expect(data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([250, 400])
    const answer = await gate.ask(gate.a, 'get_order', { orderKey: key })
    expect(answer).toMatchObject({
      order: {
        state: 'fulfilled',
        refundedCents: 650,
        lines: [
          { kind: 'product', state: 'delivered' },
          { kind: 'shipping', state: 'delivered', refundedCents: 650 },
        ],
      },
    })
    const mails = await gate.listMails(member.email)
    expect(mails.filter(({ text }) => text.includes('$4.00') && text.includes('Second class'))).toHaveLength(
      1,
    )
    expect(mails.filter(({ text }) => text.includes('$2.50'))).toHaveLength(1)
    expect(mails.filter(({ text }) => text.includes('$8.00'))).toHaveLength(1) // the receipt alone
    const history = await gate.ask(gate.a, 'stripe_get_payment_history', {}, { token })
    const [paid = ''] = history.success ? history.paymenthistory : []
    expect(JSON.parse(paid)).toMatchObject({ status: 'partially_refunded', refunded: 650 })
    expect((await gate.club('orders', receiptId)).text).toMatch(
      /\$4\.00 {2}succeeded {2}line 2 {2}an officer/,
    )
    expect((await gate.club('reconcile')).text).toContain('Money and goods agree.')
    const all = (await gate.club('orders', receiptId, '--refund', '--reason', 'x')).text
    const lines = [...all.matchAll(/^ {2}\S.* {2}(-?)\$([\d.]+)(?: {2}.*)?$/gm)]
    const added = lines.reduce((sum, [, minus, dollars]) => sum + Number(`${minus}${dollars}`), 0)
    expect(all).toContain('\n  went back already  -$6.50\n')
    expect(all).toContain(`\n  in total $${added.toFixed(2)}\n`)
    // a line that is given back later gives back what is left of it, and so does the whole order
    expect(
      (await gate.club('orders', receiptId, '--refund', '--lines', 2, '--reason', 'x', '--yes')).text,
    ).toMatch(/^\$1\.50 will be refunded/)
    expect((await gate.club('orders', receiptId, '--refund', '--reason', 'x', '--yes')).text).toMatch(
      /^\$21\.50 will be refunded/,
    )
    await gate.sweep()
    await gate.deliver()
    expect((await gate.readOrder(receiptId)).state).toBe('refunded')
    expect((await gate.club('reconcile')).text).toContain('Money and goods agree.')
  })

  it('goes back in cash, and stays in the books of the cash box', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 9 })
    const sold = await gate.event(
      show.id,
      '--sell',
      `ticket:${show.ticketIds[0]}`,
      '--quantity',
      3,
      '--name',
      'Hal',
      '--paid',
      'cash',
    )
    const id = Number(/[Oo]rder (\d+)/.exec(sold.text)?.[1])
    expect(await refund(id, 1, '5.00', '--yes')).toEqual({
      code: 0,
      text: 'Give back $5.00 in cash to Hal. The books have it already.\n',
    })
    expect((await gate.readOrder(id)).state).toBe('fulfilled')
    expect((await gate.club('reconcile')).text).toMatch(
      /In cash: 1 order, \$30\.00 taken, \$5\.00 given back\./,
    )
    // all of it goes back with its goods alone
    expect((await refund(id, 1, '25.00', '--yes')).text).toMatch(/^That is all that is left of the order/)
    expect((await gate.club('orders', id, '--refund', '--reason', 'x', '--yes')).text).toMatch(
      /^Give back \$25\.00/,
    )
    expect((await gate.readOrder(id)).state).toBe('refunded')
    expect((await gate.club('reconcile')).text).toContain('Money and goods agree.')
  })

  it('goes back once when the command is sent twice, and again only when that is meant', async () => {
    const online = await buyInStore('Scarf')
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 9 })
    const sell = async (paid: string) => {
      const thing = `ticket:${show.ticketIds[0]}`
      const sold = await gate.event(
        show.id,
        '--sell',
        thing,
        '--quantity',
        3,
        '--name',
        `Pat ${paid}`,
        '--paid',
        paid,
      )
      return Number(/[Oo]rder (\d+)/.exec(sold.text)?.[1])
    }
    const byOrder = [
      [online.receiptId],
      [await sell('cash')],
      [await sell('cheque'), '--back', 'cheque'],
    ] as const
    for (const [id, ...how] of byOrder) {
      const giveBack = (amount: string, ...more: string[]) => refund(id, 1, amount, ...how, ...more)
      const sum = async () => {
        const refunds = await gate.listRows(gate.a, 'refund', { order_id: id }, ['amount_cents'])
        return refunds.map(({ amount_cents }) => amount_cents)
      }
      // two officers
      const both = await Promise.all([giveBack('4.00', '--yes'), giveBack('4.00', '--yes')])
      expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
      await gate.sweep()
      await gate.deliver()
      const again = await giveBack('4.00', '--yes')
      expect(again).toEqual({
        code: 1,
        text: expect.stringMatching(
          new RegExp(
            `^\\$4\\.00 of line 1 of order ${id} went back just now already: .*\\. Nothing was changed\\. The same command with --again gives it back once more\\.\n$`,
          ),
        ),
      })
      expect(await giveBack('4.00')).toEqual(again)
      expect(await sum()).toEqual([400])
      expect((await giveBack('3.00', '--yes')).code).toBe(0)
      expect((await giveBack('4.00', '--again', '--yes')).code).toBe(0)
      gate.pass(10 * 60_000)
      expect((await giveBack('4.00', '--yes')).code).toBe(0)
      expect((await sum()).toSorted()).toEqual([300, 400, 400, 400])
      // a whole line goes back once
      const line = ['orders', id, '--refund', '--lines', 1, '--reason', 'x', '--yes']
      expect((await gate.club(...line)).code).toBe(0)
      expect((await gate.club(...line)).code).toBe(1)
      expect((await gate.club(...line, '--again')).code).toBe(2)
    }
  })

  it('goes back from the store as well', async () => {
    const { receiptId } = await buyInStore('Cap')
    const part = ['store', 'refund', receiptId, '--line', 1, '--amount', '4.00', '--reason', 'x', '--yes']
    expect((await gate.club(...part)).text).toMatch(/^\$4\.00 will be refunded/)
    expect((await gate.club(...part)).text).toContain('went back just now already')
    expect((await gate.club('store', 'refund', receiptId, '--line', 1, '--reason', 'x')).code).toBe(2)
  })

  it('is asked for rightly', async () => {
    const { receiptId } = await gate.buyAtShow('asked@amount.example', ['tickets'])
    for (const [args, sentence] of [
      [['--line', '1'], '--line and --amount go together'],
      [['--amount', '4'], '--line and --amount go together'],
      [['--lines', '1', '--line', '1', '--amount', '4'], '--line and --amount go together'],
      [['--line', '1', '--amount', '4,00'], '--amount is in dollars and cents'],
      [['--line', '1', '--amount=-4'], '--amount is'],
      [['--line', '9', '--amount', '4'], 'has no line 9'],
      [['--line', '1', '--amount', '0'], 'The amount must be above zero'],
      [['--line', '1', '--amount', '999'], 'At most $20.00 of line 1'],
    ] as const) {
      const said = await gate.club('orders', receiptId, '--refund', '--reason', 'x', ...args)
      expect(said.text).toContain(sentence)
      expect(said.code).toBeGreaterThan(0)
    }
  })
})
