// Things of limited number: held for people who pay, sold once, and free again if nobody paid (rules/payments
// 5.3, 5.9, 5.15).
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { holdMs } from '../../../src/domain/order.ts'
import { heldOrdersPerAddress } from '../../../src/server/limits/often.ts'
import { lockThings, moveHolds } from '../../../src/server/order/db/hold.ts'
import { findOrder } from '../../../src/server/order/db/order.ts'
import { endUnpayable } from '../../../src/server/order/holding/ending.ts'
import { giveUpHold } from '../../support/buying/givenUp.ts'
import { listOrderFaults } from '../../support/buying/orderBooks.ts'
import { bookingSeat, donating, setUpShop } from '../../support/buying/shop.ts'
import { describeRaces, isEachOnBoth } from '../../support/database/database.ts'
import { countLockWaits } from '../../support/database/lockWaits.ts'

// rules/payments 5.15 in full in `npm run proof`
const raced = isEachOnBoth ? { stock: 50, buyers: 400 } : { stock: 10, buyers: 80 }

describeRaces('a scarce thing', (engine) => {
  const shop = setUpShop(engine)

  let count = 0
  const newThing = (capacity: number): string => {
    count += 1
    return `thing${count}/${capacity}`
  }
  const newEmail = (): string => `seat${randomUUID().slice(0, 8)}@seat.example`
  const countSold = async (thing: string, states: ('held' | 'sold')[] = ['sold']) => {
    const rows = await shop.listRows(shop.a, 'hold', { thing, state: states }, ['quantity'])
    return rows.reduce((sum, { quantity }) => sum + quantity, 0)
  }
  const minutes = holdMs / 60_000

  it('of which one is left goes to one of many, and the others are told before they pay', async () => {
    for (const more of [{}, { sole: true }]) {
      const thing = newThing(1)
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => shop.tryOpen(bookingSeat(newEmail(), thing, more))),
      )
      expect(answers.filter(({ success }) => success === true)).toHaveLength(1)
      for (const answer of answers) {
        if (answer.success === true) continue
        expect(answer).toMatchObject({
          code: 'sold-out',
          faults: [{ path: 'order.lines.0', message: thing }],
        })
      }
      const intents = await shop.stripe.paymentIntents.list({ limit: 100 })
      const { rows } = await shop.inClub(shop.a, async (tx) => ({
        rows: await tx
          .selectFrom('hold')
          .innerJoin('purchase_order as o', 'o.id', 'hold.order_id')
          .where('hold.thing', '=', thing)
          .select('o.intent_id')
          .execute(),
      }))
      expect(rows).toHaveLength(1)
      expect(intents.data.filter(({ id }) => rows.some((row) => row.intent_id === id))).toHaveLength(1)
    }
  })

  it('is taken whole or not at all', async () => {
    const thing = newThing(5)
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing, { quantity: 4 }))).toMatchObject({
      success: true,
    })
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing, { quantity: 2 }))).toMatchObject({
      code: 'sold-out',
    })
    expect(await countSold(thing, ['held'])).toBe(4)
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing))).toMatchObject({ success: true })
  })

  it('is held for a quarter of an hour, says so, and is free again when nobody has paid', async () => {
    // of ten, the last alone would give way sooner
    const thing = newThing(10)
    const opened = await shop.open(bookingSeat(newEmail(), thing, { quantity: 3 }))
    await shop.buy(bookingSeat(newEmail(), thing, { quantity: 6 }))
    expect(Date.parse(opened.holdUntil ?? '')).toBe(shop.now() + holdMs)
    await shop.sweep(minutes - 1)
    const two = bookingSeat(newEmail(), thing, { quantity: 2 })
    expect(await shop.tryOpen(two)).toMatchObject({ code: 'sold-out' })
    await shop.sweep(2)
    expect((await shop.readOrder(opened.receiptId)).state).toBe('expired')
    expect(await shop.stripe.paymentIntents.retrieve(opened.intentId)).toMatchObject({ status: 'canceled' })
    await shop.confirm(opened)
    const next = await shop.buy(two)
    expect((await shop.readOrder(next.receiptId)).state).toBe('fulfilled')
    expect(await countSold(thing)).toBe(8)
    const again = await shop.tryOpen(bookingSeat(newEmail(), thing), { key: opened.key })
    expect(again).toMatchObject({ success: false, code: 'order-expired' })
  })

  it('is free at once when its buyer gives the order up, and only they can', async () => {
    const thing = newThing(1)
    const opened = await shop.open(bookingSeat(newEmail(), thing))
    const { key: orderKey, receiptId } = opened
    const cancel = async (input: Record<string, unknown>, club = shop.a) =>
      shop.ask(club, 'cancel_order', input)
    // neither by another key or number, nor in another club
    for (const answer of [
      await cancel({ orderKey: randomUUID(), receiptId }),
      await cancel({ orderKey, receiptId: receiptId + 1 }),
      await cancel({ orderKey, receiptId }, shop.clubs.b),
    ]) {
      expect(answer).toEqual({ success: true, receipt: null })
    }
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing))).toMatchObject({ code: 'sold-out' })
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel({ orderKey })))
    for (const answer of answers) expect(answer).toMatchObject({ success: true })
    expect((await shop.readOrder(receiptId)).state).toBe('cancelled')
    expect(await shop.stripe.paymentIntents.retrieve(opened.intentId)).toMatchObject({ status: 'canceled' })
    const next = await shop.pay(bookingSeat(newEmail(), thing))
    // what was paid stays, whether the webhook was there already or not
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await cancel({ orderKey: next.key })).toMatchObject({ success: false, code: 'already-paid' })
      await shop.deliver()
    }
    expect((await shop.readOrder(next.receiptId)).state).toBe('fulfilled')
  })

  it("is free for the same browser's next order as soon as its hold has run out, before anybody has swept", async () => {
    for (const how of ['same key', 'replaces'] as const) {
      const thing = newThing(10)
      const wanted = bookingSeat(newEmail(), thing, { quantity: 6 })
      await shop.buy(bookingSeat(newEmail(), thing, { quantity: 3 }))
      const first = await shop.open(wanted)
      const next = await shop.withoutSweeper(async () => {
        shop.pass(holdMs + 1000)
        expect(await shop.tryOpen(bookingSeat(newEmail(), thing, { quantity: 2 }))).toMatchObject({
          code: 'sold-out',
        })
        if (how === 'same key') {
          expect(await shop.tryOpen(wanted, { key: first.key })).toMatchObject({ code: 'order-expired' })
        }
        const replaces = { receiptId: first.receiptId, key: first.key }
        return shop.open(wanted, how === 'replaces' ? { replaces } : {})
      })
      expect((await shop.stripe.paymentIntents.retrieve(first.intentId)).status).toBe('canceled')
      expect((await shop.readOrder(first.receiptId)).state).toBe(how === 'replaces' ? 'cancelled' : 'expired')
      await shop.confirm(next)
      await shop.deliver()
      expect((await shop.readOrder(next.receiptId)).state).toBe('fulfilled')
    }
    // the money had come: then there is nothing to order again
    const wanted = bookingSeat(newEmail(), newThing(1))
    const paid = await shop.pay(wanted)
    shop.pass(holdMs + 1000)
    expect(await shop.tryOpen(wanted, { key: paid.key })).toMatchObject({ code: 'already-paid' })
    expect((await shop.readOrder(paid.receiptId)).state).toBe('fulfilled')
    await shop.sandbox.drop()
  })

  const readByKey = async (key: string) => {
    const order = await shop.inClub(shop.a, (tx) => findOrder(tx, { key }))
    if (order === undefined) throw new Error('the order was not placed')
    return order
  }
  const listIntentsOf = async ({ id }: { id: number }) =>
    (await shop.stripe.paymentIntents.list({ limit: 100 })).data.filter(
      ({ metadata }) => metadata.order === String(id) && metadata.tenant === shop.a.uuid,
    )

  it.each([
    ['the provider is down', 'before'],
    ["the provider's answers are lost", 'after'],
  ] as const)('is free again in time when %s', async (_, when) => {
    const thing = newThing(1)
    const wanted = bookingSeat(newEmail(), thing)
    const key = randomUUID()
    await shop.sandbox.fail({ operation: 'payment_intents.create', when, how: 'cut', times: 50 })
    expect(await shop.tryOpen(wanted, { key })).toMatchObject({ code: 'payments-unavailable' })
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing))).toMatchObject({ code: 'sold-out' })
    await shop.sweep(minutes + 1)
    const expired = await readByKey(key)
    expect(expired).toMatchObject({ state: 'expired', intentId: null })
    await shop.resetSandbox()
    expect(await shop.tryOpen(wanted, { key })).toMatchObject({ success: false, code: 'order-expired' })
    // intents that were made for it stay unpaid
    const made = (await listIntentsOf(expired)).map(({ status }) => status)
    expect(made).toEqual(when === 'before' ? [] : ['requires_payment_method'])
    const next = await shop.buy(bookingSeat(newEmail(), thing))
    expect((await shop.readOrder(next.receiptId)).state).toBe('fulfilled')
    expect(await countSold(thing)).toBe(1)
    expect(await listOrderFaults(shop, [expired.id, next.receiptId])).toEqual([])
  })

  it.each([
    ['its hold runs out', 'expired'],
    ['another order takes its place', 'cancelled'],
  ] as const)('is not held by who gets no payment because %s while it is being made', async (_, state) => {
    const thing = newThing(1)
    const key = randomUUID()
    const email = newEmail()
    const wanted = bookingSeat(email, thing)
    const paying = shop.openWhile(wanted, { key, amountCents: 1150 }, async (cards, order) => {
      if (state === 'expired') await shop.sweep(minutes + 1)
      await shop.pay(wanted, state === 'cancelled' ? { replaces: { key } } : {})
      return cards.createIntent(order)
    })
    await expect(paying).rejects.toMatchObject({ code: 'order-expired' })
    const order = await readByKey(key)
    expect(order).toMatchObject({ state, intentId: null })
    expect((await listIntentsOf(order)).map(({ status }) => status)).toEqual(['requires_payment_method'])
    await shop.deliver()
    expect(await countSold(thing)).toBe(1)
  })

  it('stays held where the payment came after its order was read as one without', async () => {
    const thing = newThing(1)
    const { receiptId, intentId } = await shop.open(bookingSeat(newEmail(), thing))
    const services = { ...shop, newId: () => randomUUID() }
    expect(await endUnpayable({ services }, shop.a, receiptId, 'expired')).toBe(intentId)
    expect((await shop.readOrder(receiptId)).state).toBe('pending')
    expect(await countSold(thing, ['held'])).toBe(1)
  })

  it('is sold when the money had come by the time its hold ran out', async () => {
    const thing = newThing(1)
    const opened = await shop.pay(bookingSeat(newEmail(), thing))
    await shop.sandbox.drop()
    await shop.sweep(minutes + 1)
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    expect(await countSold(thing)).toBe(1)
  })

  it('stays held while the bank asks the buyer who they are, but not for ever', async () => {
    const thing = newThing(1)
    const opened = await shop.open(bookingSeat(newEmail(), thing))
    await shop.confirm(opened, 'pm_card_authenticationRequired')
    await shop.sweep(minutes + 1)
    expect((await shop.readOrder(opened.receiptId)).state).toBe('pending')
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing))).toMatchObject({ code: 'sold-out' })
    await shop.sandbox.authenticate(opened.clientSecret, 'complete')
    await shop.deliver()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    const other = newThing(1)
    const left = await shop.open(bookingSeat(newEmail(), other))
    await shop.confirm(left, 'pm_card_authenticationRequired')
    for (let turn = 0; turn < 8; turn += 1) await shop.sweep(5)
    expect((await shop.readOrder(left.receiptId)).state).toBe('expired')
    expect(await shop.tryOpen(bookingSeat(newEmail(), other))).toMatchObject({ success: true })
  })

  /** The provider reports the payment after the hold was given up, as with a bank that took too long. */
  async function payLate(thing: string, email: string) {
    const opened = await shop.open(bookingSeat(email, thing))
    await giveUpHold(shop, opened.receiptId)
    return opened
  }

  it('is still sold to who paid after their hold, when it is free', async () => {
    const thing = newThing(1)
    const email = newEmail()
    const late = await payLate(thing, email)
    await shop.confirm(late)
    await shop.deliver()
    expect((await shop.readOrder(late.receiptId)).state).toBe('fulfilled')
    expect(await countSold(thing)).toBe(1)
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing))).toMatchObject({ code: 'sold-out' })
  })

  it('is not sold twice: who paid after their hold gets their money back once, with a mail', async () => {
    const thing = newThing(1)
    const email = newEmail()
    const late = await payLate(thing, email)
    const winner = await shop.open(bookingSeat(newEmail(), thing))
    await shop.confirm(late)
    await shop.confirm(winner)
    await shop.deliver()
    expect((await shop.readOrder(winner.receiptId)).state).toBe('fulfilled')
    expect((await shop.readOrder(late.receiptId)).state).toBe('refunding')
    await shop.deliver()
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    expect((await shop.readOrder(late.receiptId)).state).toBe('refunded')
    const refunds = await shop.stripe.refunds.list({ payment_intent: late.intentId })
    expect(refunds.data.map(({ amount, status }) => [amount, status])).toEqual([[1150, 'succeeded']])
    expect(await countSold(thing, ['held', 'sold'])).toBe(1)
    expect(await shop.listMails(email)).toMatchObject([
      {
        subject: `Harbor Classics: your payment for order ${late.receiptId} was returned`,
        text: expect.stringContaining('We have returned all of it, $11.50, to your card'),
      },
    ])
    expect(await shop.ask(shop.a, 'get_order', { orderKey: late.key })).toMatchObject({
      order: { state: 'refunded', refundedCents: 1150, paid: true },
    })
  })

  // orders of one club wait for each other because of their numbers, which a late payment does not take
  if (engine === 'postgres') {
    it('is not counted as free while a late payment takes it', async () => {
      const thing = newThing(1)
      const late = await payLate(thing, newEmail())
      const { promise: isLocked, resolve: tellLocked } = Promise.withResolvers<void>()
      const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>()
      const retaking = shop.inClub(shop.a, async (tx) => {
        await lockThings(tx, [thing])
        tellLocked()
        await mayCommit
        await moveHolds(tx, late.receiptId, 'held')
      })
      await isLocked
      const buying = shop.tryOpen(bookingSeat(newEmail(), thing))
      await expect
        .poll(() => countLockWaits(shop.database), { interval: 10 })
        .toBe(1)
        .finally(letCommit)
      await retaking
      expect(await buying).toMatchObject({ code: 'sold-out' })
    })
  }

  /** All at once, as far as the machine can. */
  async function sellOut(kind: 'seat' | 'unguarded', thing: string, buyers: number) {
    const answers = await Promise.all(
      Array.from({ length: buyers }, () =>
        shop.tryOpen({ ...bookingSeat(newEmail(), thing), kind }, { amount: 1150 }),
      ),
    )
    const won = answers.filter(({ success }) => success === true)
    for (const answer of won) await shop.sandbox.confirm(String(answer.clientSecret), 'pm_card_visa')
    return { won, lost: answers.filter(({ code }) => code === 'sold-out') }
  }

  it(`is sold ${raced.stock} times to ${raced.buyers} buyers, and the others are refused and not charged`, async () => {
    const { stock, buyers } = raced
    const thing = newThing(stock)
    const { won, lost } = await sellOut('seat', thing, buyers)
    expect([won.length, lost.length]).toEqual([stock, buyers - stock])
    await shop.sandbox.drop()
    await shop.sweep()
    expect(await countSold(thing)).toBe(stock)
    const charged = await shop.inClub(shop.a, (tx) =>
      tx
        .selectFrom('hold')
        .innerJoin('purchase_order as o', 'o.id', 'hold.order_id')
        .where('hold.thing', '=', thing)
        .where('o.state', '=', 'fulfilled')
        .select('o.id')
        .execute(),
    )
    expect(charged).toHaveLength(stock)
  }, 240_000)

  it('is held by one address so many times at once and no more, and by everybody else all the same', async () => {
    const thing = newThing(500)
    const peer = '203.0.113.77'
    const tryFrom = (from: string) =>
      shop.tryOpen(bookingSeat(newEmail(), thing), { amount: 1150, peer: from })
    const answers = await Promise.all(Array.from({ length: heldOrdersPerAddress + 8 }, () => tryFrom(peer)))
    const held = answers.filter(({ success }) => success === true)
    expect(held).toHaveLength(heldOrdersPerAddress)
    const refused = answers.filter(({ success }) => success !== true)
    for (const answer of refused) expect(answer).toMatchObject({ code: 'too-many-held', retryAfter: 900 })
    expect(await countSold(thing, ['held'])).toBe(heldOrdersPerAddress)
    // a neighbour's address, and an order that holds nothing
    expect(await tryFrom('203.0.113.78')).toMatchObject({ success: true })
    expect(await shop.tryOpen(donating(newEmail()), { peer })).toMatchObject({ success: true })
    // one is paid, which makes room for one
    await shop.sandbox.confirm(String(held[0]?.clientSecret), 'pm_card_visa')
    await shop.deliver()
    expect(await tryFrom(peer)).toMatchObject({ success: true })
    expect(await tryFrom(peer)).toMatchObject({ code: 'too-many-held' })
    // the others expire
    await shop.sweep(minutes + 1)
    expect(await countSold(thing, ['held'])).toBe(0)
    expect(await tryFrom(peer)).toMatchObject({ success: true })
    const holders = await shop.inClub(shop.a, (tx) =>
      tx.selectFrom('purchase_order').where('holder', 'is not', null).select('holder').execute(),
    )
    expect(JSON.stringify(holders)).not.toContain('203.0.113')
  })

  it('is oversold with the guard switched off, so that the test above can fail', async () => {
    const thing = newThing(5)
    expect((await sellOut('unguarded', thing, 40)).won.length).toBeGreaterThan(5)
  }, 120_000)
})
