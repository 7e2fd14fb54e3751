// A process may die while it sells, settles or takes back what a show sells. The next one puts everything right
// (rules/payments 5.10).
import { expect, it } from 'vitest'
import { holdMs } from '../../../src/domain/order.ts'
import { checkOut } from '../../../src/server/order/checkout.ts'
import { sweepOrder } from '../../../src/server/order/sweeper.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { buyingAtShow, seedScarceShow } from '../../support/buying/eventOrders.ts'
import { loseHold } from '../../support/buying/givenUp.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import { type OpenedOrder, toCheckout, type WantedOrder } from '../../support/buying/shop.ts'
import type { SeededEvent } from '../../support/clubs/clubs.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { readAndSettle } from '../../support/processes/crashes.ts'
import { dieAtEachStep, recoverOrders, setUpDeaths } from '../../support/processes/deaths.ts'

/** After each death a day passes. */
const longestMs = 240_000

describeOnEachEngine('a process that dies over what a show sells', (engine) => {
  const { shop, parts } = setUpDeaths(engine)
  let show: SeededEvent
  const log = createLog({ write: () => undefined })

  let count = 0
  /** A car, the one space, and one of two tickets. */
  const want = (): WantedOrder => {
    count += 1
    return buyingAtShow(show, `crash${count}@crash.example`)
  }
  const openShow = async (): Promise<void> => {
    show = await seedScarceShow(shop, { spaces: 1, tickets: 2 })
  }
  const listStates = async ({ receiptId }: OpenedOrder) => {
    const { state, lines } = await shop.readOrder(receiptId)
    return [state, ...lines.map((line) => line.state)]
  }
  const recover = (...opened: readonly OpenedOrder[]) =>
    recoverOrders(
      shop,
      opened.map(({ receiptId }) => receiptId),
    )

  it('while it settles delivers each part once, with one mail', { timeout: longestMs }, async () => {
    const deaths = await dieAtEachStep(
      parts,
      async () => {
        await openShow()
        const wanted = want()
        return { email: wanted.email, opened: await shop.pay(wanted) }
      },
      (doomed, { opened }) => readAndSettle(doomed, shop.a, opened.receiptId),
      async ({ email, opened }) => {
        await recover(opened)
        expect(await listStates(opened)).toEqual(['fulfilled', 'delivered', 'delivered', 'delivered'])
        expect(await shop.listMails(email)).toHaveLength(1)
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(9)
  })

  // with every step of a refund: `npm run proof -- orders`
  it('while it finds that the space and the tickets are gone gives all of the money back once @proof', {
    timeout: longestMs,
  }, async () => {
    const deaths = await dieAtEachStep(
      parts,
      async () => {
        await openShow()
        const late = await shop.open(want())
        // a bank that took longer than the hold
        await loseHold(shop, late.receiptId)
        const winner = await shop.pay(want())
        await readAndSettle(parts, shop.a, winner.receiptId)
        await shop.confirm(late)
        return { late, winner }
      },
      async (doomed, { late }) => {
        await readAndSettle(doomed, shop.a, late.receiptId)
        await sweepOrder({ ...doomed, log }, shop.a, late.receiptId)
      },
      async ({ late, winner }) => {
        await recover(late, winner)
        expect(await listStates(winner)).toEqual(['fulfilled', 'delivered', 'delivered', 'delivered'])
        expect((await shop.readOrder(late.receiptId)).state).toBe('refunded')
        const { data } = await shop.stripe.refunds.list({ payment_intent: late.intentId })
        expect(data.map(({ amount }) => amount)).toEqual([late.quote.grandTotalCents])
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(20)
  })

  it('while it takes back a line gives that money back once @proof', { timeout: longestMs }, async () => {
    const deaths = await dieAtEachStep(
      parts,
      async () => {
        await openShow()
        const opened = await shop.pay(want())
        await readAndSettle(parts, shop.a, opened.receiptId)
        await shop.sandbox.drop()
        return opened
      },
      async (doomed, { receiptId }) => {
        const request = { lines: [2], reason: 'The field is flooded' }
        await refundOrder(doomed.services, shop.a.id, receiptId, request)
        await sweepOrder({ ...doomed, log }, shop.a, receiptId)
      },
      async (opened) => {
        await recover(opened)
        const { data } = await shop.stripe.refunds.list({ payment_intent: opened.intentId })
        const [, car, space, tickets] = await listStates(opened)
        // either it was never asked for, or the space is free again
        expect([car, tickets, space, data.map(({ amount }) => amount)]).toEqual(
          space === 'delivered'
            ? ['delivered', 'delivered', 'delivered', []]
            : ['delivered', 'delivered', 'returned', [2525]],
        )
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(12)
  })

  it('while it makes a payment that nobody asks for again leaves all of it to the next', {
    timeout: longestMs,
  }, async () => {
    const deaths = await dieAtEachStep(
      parts,
      async () => {
        await openShow()
        return want()
      },
      (doomed, wanted) => checkOut(doomed, toCheckout(shop.a, wanted, 3550 + 2525 + 2000 + 150)),
      async ({ email }) => {
        const rows = await shop.listRows(shop.a, 'purchase_order', { email }, ['id'])
        await recoverOrders(
          shop,
          rows.map(({ id }) => id),
          holdMs / 60_000 + 1,
        )
        expect(await shop.tryOpen(want())).toMatchObject({ success: true })
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(9)
  })
})
