// Two hundred members for the last ten of a product: never one too many (rules/payments 5.15).
import { beforeAll, expect, it } from 'vitest'
import { setUpShop } from '../../../support/buying/shop.ts'
import { buyingInStore, seedProduct } from '../../../support/buying/storeGoods.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeRaces } from '../../../support/database/database.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

const stock = 10

for (const { size: buyers, isLong, tag } of inTwoSizes(40, 200))
  describeRaces(`the last pieces in the store${tag}`, (engine) => {
    const shop = setUpShop(engine)
    let people: readonly { email: string; token: string }[]
    beforeAll(async () => {
      people = await Promise.all(
        Array.from({ length: buyers }, async () => {
          const member = await insertRenewable(shop)
          return { email: member.email, token: await signInRenewable(shop, member) }
        }),
      )
    })

    async function race(count: number, kind: string) {
      const { inventoryIds } = await shop.inClub(shop.a, (tx) =>
        seedProduct(tx, 'Anniversary print', [{ quantity: stock, price: 3000, shipping: 500 }]),
      )
      const answers = await Promise.all(
        people
          .slice(0, count)
          .map(({ email, token }) =>
            shop.tryOpen({ ...buyingInStore(inventoryIds, email), kind }, { amount: 3650, token }),
          ),
      )
      return {
        won: answers.filter(({ success }) => success === true),
        lost: answers.filter(({ code }) => code === 'sold-out'),
      }
    }

    it('are sold once each: the others are told before they pay, and are not charged', async () => {
      const { won, lost } = await race(buyers, 'products')
      expect([won.length, lost.length]).toEqual([stock, buyers - stock])
      for (const { clientSecret } of won) await shop.sandbox.confirm(String(clientSecret), 'pm_card_visa')
      await shop.deliver()
      const { sold, charged } = await shop.inClub(shop.a, async (tx) => ({
        sold: await tx.selectFrom('sold_product').where('void_at', 'is', null).select('order_id').execute(),
        charged: await tx
          .selectFrom('purchase_order')
          .where('paid_at', 'is not', null)
          .select('id')
          .execute(),
      }))
      expect([sold.length, charged.length]).toEqual([stock, stock])
    }, 120_000)

    if (isLong)
      it('are oversold with the guard switched off, so that the test above can fail', async () => {
        expect((await race(buyers, 'unguarded-products')).won.length).toBeGreaterThan(stock)
      })
  })
