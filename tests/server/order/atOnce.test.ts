// An order that several handle at once: tabs, webhooks, the watcher, officers.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addYears, findDay } from '../../../src/domain/day.ts'
import { listSavedCards } from '../../../src/server/order/db/savedCard.ts'
import { listOrderFaults } from '../../support/buying/orderBooks.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import {
  donating,
  joining,
  type OpenedOrder,
  setUpShop,
  type WantedOrder,
} from '../../support/buying/shop.ts'
import { insertRenewable, signInRenewable } from '../../support/clubs/renewables.ts'
import { describeOnBothEngines } from '../../support/database/database.ts'

describeOnBothEngines('an order that several have in hand at once', (engine) => {
  const shop = setUpShop(engine)

  it('has one payment, however many tabs ask for it', async () => {
    const wanted = joining(shop, 'tabs@once.example')
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.tryOpen(wanted, { key })))
    const secrets = new Set(answers.flatMap(({ clientSecret }) => clientSecret ?? []))
    expect(secrets.size).toBe(1)
    const intents = await shop.stripe.paymentIntents.list({ limit: 100 })
    const [receiptId] = answers.flatMap((answer) => answer.receiptId ?? [])
    expect(intents.data.filter(({ metadata }) => metadata.order === String(receiptId))).toHaveLength(1)
  })

  /** The order's state in the books, with its goods and its one mail. */
  async function expectFulfilled({ kind, email }: WantedOrder, { receiptId }: OpenedOrder) {
    const order = await shop.readOrder(receiptId)
    expect([order.state, order.lines.map((line) => line.state)]).toEqual(['fulfilled', ['delivered']])
    expect(await shop.countMembers(email)).toBe(kind === 'membership' ? 1 : 0)
    const subjects = (await shop.listMails(email)).map(({ subject }) => subject)
    expect(subjects).toEqual([`Harbor Classics: receipt for order ${receiptId}`])
  }

  it('is finished once by five webhooks, the hint, the watcher and the create call', async () => {
    for (const wanted of [joining(shop, 'joins@once.example'), donating('gives@once.example')]) {
      const { email } = wanted
      const opened = await shop.pay(wanted)
      const [event, ...others] = await shop.listEvents('payment_intent.succeeded')
      expect(others).toEqual([])
      const id = event?.id ?? 0
      const isJoining = wanted.kind === 'membership'
      const hint = (status: 3 | 4) =>
        shop.request(shop.a, 'stripe_complete_payment', { ids: [opened.receiptId], status })
      const create = (more: Record<string, unknown>) =>
        shop.request(shop.a, 'create_member', { ...joining(shop, email).payload, ...more })
      await Promise.all([
        ...Array.from({ length: 5 }, () => shop.sandbox.send([id])),
        hint(3),
        hint(4),
        shop.request(shop.a, 'get_order', { orderKey: opened.key }),
        ...(isJoining ? [create({ receiptId: opened.receiptId }), create({ key: opened.key })] : []),
      ])
      await expectFulfilled(wanted, opened)
      await shop.sweep()
      await expectFulfilled(wanted, opened)
      expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
      if (!isJoining) continue
      const member = await shop.getRow(shop.a, 'member', { email }, ['expires_on'])
      expect(member.expires_on).toBe(addYears(findDay(shop.now(), shop.a.timeZone), 1))
    }
  })

  it('keeps its card once, whatever tells of the payment', async () => {
    const member = await insertRenewable(shop)
    const { id: memberId, email } = member
    const as = { token: await signInRenewable(shop, member) }
    const payload = { years: 1, autoRenew: true }
    const opened = await shop.pay({ kind: 'renewal', payload, category: 1, email }, as)
    const [event] = await shop.listEvents('payment_intent.succeeded')
    const { key, receiptId } = opened
    await Promise.all([
      shop.sandbox.send(Array.from({ length: 5 }, () => event?.id ?? 0)),
      shop.request(shop.a, 'stripe_complete_payment', { ids: [receiptId], status: 3 }),
      shop.request(shop.a, 'create_member', { kind: 'renewal', key, receiptId, ...payload }, as),
      shop.request(shop.a, 'get_order', { orderKey: key }),
    ])
    expect((await shop.readOrder(receiptId)).state).toBe('fulfilled')
    const cards = await shop.inClub(shop.a, (tx) => listSavedCards(tx, { memberId, mode: 'sandbox' }))
    expect(cards.map(({ last4, isDefault }) => [last4, isDefault])).toEqual([['4242', true]])
  })

  it('goes back once when two officers press', async () => {
    const opened = await shop.buy(donating('twice@once.example'))
    const services = { database: shop.database, now: shop.now, newId: () => randomUUID() }
    const pressed = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        refundOrder(services, shop.a.id, opened.receiptId, { reason: 'The show is off' }),
      ),
    )
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all([shop.sweep(), shop.sweep()])
    const refunds = await shop.stripe.refunds.list({ payment_intent: opened.intentId })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([2650])
  })
})
