// Many buyers for the last spaces and tickets of a show: never one too many (rules/payments 5.15).
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { holdMs } from '../../../src/domain/order.ts'
import { countSales, seedScarceShow, wantSpace, wantTicket } from '../../support/buying/eventOrders.ts'
import { setUpShop, type WantedOrder } from '../../support/buying/shop.ts'
import { describeRaces } from '../../support/database/database.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

const sale = { buyers: 30, spaces: 8, tickets: 6 }
const largeSale = { buyers: 400, spaces: 50, tickets: 20 }

for (const {
  size: { buyers, spaces, tickets },
  isLong,
  tag,
} of inTwoSizes(sale, largeSale))
  describeRaces(`what is scarce at a show${tag}`, (engine) => {
    const shop = setUpShop(engine)

    const newEmail = (): string => `race${randomUUID().slice(0, 8)}@race.example`
    /** All at once. The price is known, so that no buyer is early. */
    const race = async (wants: readonly WantedOrder[], amount: number) => {
      const answers = await Promise.all(wants.map((wanted) => shop.tryOpen(wanted, { amount })))
      return {
        won: answers.filter(({ success }) => success === true),
        lost: answers.filter(({ code }) => code === 'sold-out'),
      }
    }
    const everybody = <T>(want: (at: number) => T): T[] => Array.from({ length: buyers }, (_, at) => want(at))

    it('is sold once each: the losers are told before they pay, and what nobody pays for is free again', async () => {
      const show = await seedScarceShow(shop, { spaces, tickets })
      for (const [wants, amount, stock] of [
        [everybody((at) => wantSpace(show, newEmail(), at)), 2525 + 150, spaces],
        [everybody(() => wantTicket(show, newEmail())), 1000 + 150, tickets],
      ] as const) {
        const { won, lost } = await race(wants, amount)
        expect([won.length, lost.length]).toEqual([stock, buyers - stock])
        // one leaves without paying
        for (const { clientSecret } of won.slice(1))
          await shop.sandbox.confirm(String(clientSecret), 'pm_card_visa')
      }
      await shop.sandbox.drop()
      await shop.sweep(holdMs / 60_000 + 1)
      expect(await countSales(shop, show)).toEqual({ held: 0, spaces: spaces - 1, tickets: tickets - 1 })
      // the two that are left are sold to the next
      const again = [...everybody((at) => wantSpace(show, newEmail(), at))]
      expect((await race(again, 2525 + 150)).won).toHaveLength(1)
    }, 600_000)

    if (isLong)
      it('is oversold with the guard switched off, so that the test above can fail', async () => {
        const show = await seedScarceShow(shop, { spaces: 2, tickets: 3 })
        const unguarded = (wanted: WantedOrder) => ({ ...wanted, kind: 'unguarded-event' })
        const places = await race(
          Array.from({ length: 12 }, (_, at) => unguarded(wantSpace(show, newEmail(), at))),
          2525 + 150,
        )
        expect(places.won.length).toBeGreaterThan(2)
        const passes = await race(
          Array.from({ length: 12 }, () => unguarded(wantTicket(show, newEmail()))),
          1000 + 150,
        )
        expect(passes.won.length).toBeGreaterThan(3)
      })
  })
