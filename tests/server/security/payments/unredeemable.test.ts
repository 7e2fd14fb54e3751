// No card is asked for money that no later call could turn into goods, and nobody is told that they have not paid
// because others behind their address looked up too much.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { joining, renewing, setUpShop } from '../../../support/buying/shop.ts'
import { seedProduct, toStorePayload } from '../../../support/buying/storeGoods.ts'
import { createOfficer } from '../../../support/clubs/officer.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a payment without an order', (engine) => {
  const shop = setUpShop(engine)
  const run = createOfficer(shop, shop.a)
  const ask = (amount: number, email: string, more: object = {}, as: { token?: string } = {}) =>
    shop.ask(shop.a, 'create_payment_intent', { amount, receiptEmail: email, category: 1, ...more }, as)

  it('is refused before the card where nothing costs its amount', async () => {
    const before = (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length
    for (const amount of [777, 4649, 4651, 50]) {
      expect(await ask(amount, 'odd@wire.example')).toMatchObject({ code: 'nothing-costs-that' })
    }
    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    expect(await ask(777, member.email, {}, { token })).toMatchObject({ code: 'nothing-costs-that' })
    const forStore = { category: 0, description: 'Harbor Classics store purchase' }
    expect(await ask(60, member.email, forStore, { token })).toMatchObject({ code: 'nothing-costs-that' })
    expect((await shop.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before)
    // joining for a year, for two, and renewing
    for (const amount of [4650, 9150, 4150]) {
      expect(await ask(amount, 'even@wire.example')).toMatchObject({ success: true })
    }
  })

  it('is redeemed as docs/wire.md says: by its number, and of a member by the token', async () => {
    const pay = async (...asked: Parameters<typeof ask>) => {
      const answer = await ask(...asked)
      await shop.sandbox.confirm(String(answer.clientSecret), 'pm_card_visa')
      await shop.deliver()
      return Number(answer.receiptId)
    }
    const create = (input: object, as: { token?: string } = {}) =>
      shop.ask(shop.a, 'create_member', input as never, as)
    const { payload: joins } = joining(shop, 'joins@wire.example')
    const joined = await pay(4650, 'joins@wire.example')
    expect(await create(joins)).toMatchObject({ code: 'not-paid' })
    expect(await create({ ...joins, receiptId: joined })).toMatchObject({ success: true })

    const email = 'renews@wire.example'
    const { lookup, ...more } = (await renewing(shop, email)).payload
    const renews = { ...joins, ...more, email_address: email }
    const renewed = await pay(4150, email)
    // neither alone is enough
    expect(await create({ ...renews, receiptId: renewed })).toMatchObject({ success: false })
    expect(await create({ ...renews, lookup })).toMatchObject({ code: 'not-paid' })
    expect(await create({ ...renews, lookup, receiptId: renewed })).toMatchObject({ success: true })

    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    await pay(4150, member.email, {}, { token })
    expect(await create({ ...joins, email_address: member.email }, { token })).toMatchObject({
      success: true,
    })
    const { inventoryIds } = await shop.inClub(shop.a, (tx) => seedProduct(tx, 'Cap', [{}]))
    const forStore = { category: 0, description: 'Harbor Classics store purchase' }
    await pay(2150, member.email, forStore, { token })
    expect(
      await shop.ask(shop.a, 'sell_products', toStorePayload(inventoryIds, member.email), { token }),
    ).toMatchObject({ success: true })
  })

  it('is money that nobody has claimed after an hour, and not on its way', async () => {
    const answer = await ask(4650, 'waits@wire.example')
    await shop.sandbox.confirm(String(answer.clientSecret), 'pm_card_visa')
    await shop.deliver()
    expect((await run('reconcile')).text).toContain('Money and goods agree.')
    await shop.sweep(61)
    const { code, text } = await run('reconcile')
    expect([code, text]).toEqual([1, expect.stringContaining('nobody has said what for')])
    expect(text).toContain('Money and goods DO NOT AGREE')
  })

  it('of twelve buyers behind one address is found by its number for all, and is never called unpaid', async () => {
    const peer = '203.0.113.61'
    const codes: unknown[] = []
    for (let buyer = 0; buyer < 12; buyer += 1) {
      const wanted = joining(shop, `${randomUUID().slice(0, 8)}@wifi.example`)
      const { receiptId } = await shop.buy(wanted)
      const create = async (more: object) =>
        shop.ask(shop.a, 'create_member', { ...wanted.payload, ...more } as never, { peer })
      const blind = await create({})
      codes.push(blind.success ? 'found' : blind.code)
      expect(await create({ receiptId })).toMatchObject({ success: true })
    }
    expect(codes).toEqual([...Array(10).fill('found'), 'too-many-requests', 'too-many-requests'])
  })
})
