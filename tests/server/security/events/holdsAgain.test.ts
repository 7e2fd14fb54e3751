// Who gives up what they hold and holds it again before three minutes are over keeps it from nobody (rules/payments 3.3).
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import { seedScarceShow, wantSpace, wantTicket } from '../../../support/buying/eventOrders.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const newEmail = (): string => `a${randomUUID().slice(0, 8)}@again.example`

describeOnEachEngine('what is held again and again', (engine) => {
  const shop = setUpShop(engine)
  const strangers = ['203.0.113.41', '203.0.113.42'] as const

  it.each(['replaces', 'cancels'] as const)(
    'is bought by the next buyer: last tickets, which a stranger %s',
    async (how) => {
      const show = await seedScarceShow(shop, { spaces: 1, tickets: 10 })
      const want = [6, 4]
      const open = (at: number, more = {}) =>
        shop.open(wantTicket(show, newEmail(), want[at]), { peer: strangers[at], ...more })
      const held = [await open(0), await open(1)]
      for (let round = 0; round < 3; round += 1) {
        shop.pass(2 * minuteMs)
        for (const [at, { key, receiptId }] of held.entries()) {
          if (how === 'cancels') await shop.ask(shop.a, 'cancel_order', { orderKey: key })
          held[at] = await open(at, how === 'replaces' ? { replaces: { receiptId, key } } : {})
        }
      }
      expect(await shop.tryOpen(wantTicket(show, newEmail(), 2))).toMatchObject({ success: true })
    },
  )

  it('is bought by the next buyer: the only space, which two strangers hold in turns', async () => {
    const show = await seedScarceShow(shop, { spaces: 1, tickets: 10 })
    for (let round = 0; round < 4; round += 1) {
      const { key } = await shop.open(wantSpace(show, newEmail(), 0), { peer: strangers[round % 2] })
      shop.pass(2 * minuteMs)
      if (round < 3) await shop.ask(shop.a, 'cancel_order', { orderKey: key })
    }
    expect(await shop.tryOpen(wantSpace(show, newEmail(), 0))).toMatchObject({ success: true })
  })

  it('is sure for three minutes all the same to who corrects a form at once, and behind one address', async () => {
    const show = await seedScarceShow(shop, { spaces: 1, tickets: 10 })
    const first = await shop.open(wantTicket(show, newEmail(), 6), { peer: strangers[0] })
    shop.pass(minuteMs / 2)
    const again = await shop.open(wantTicket(show, newEmail(), 6), {
      peer: strangers[0],
      replaces: { receiptId: first.receiptId, key: first.key },
    })
    expect(await shop.tryOpen(wantTicket(show, newEmail(), 5))).toMatchObject({ code: 'sold-out' })
    shop.pass(2 * minuteMs)
    expect(await shop.tryOpen(wantTicket(show, newEmail(), 5))).toMatchObject({ code: 'sold-out' })
    expect((await shop.readOrder(again.receiptId)).state).toBe('pending')
  })
})
