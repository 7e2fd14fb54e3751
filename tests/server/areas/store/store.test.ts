// The store: what it shows, what an order of it costs, and that nothing is sold twice.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { holdMs, mostLines } from '../../../../src/domain/order.ts'
import { heldOrdersPerMember } from '../../../../src/server/limits/often.ts'
import { refundOrder } from '../../../support/buying/refunds.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import {
  buyingInStore,
  type SeededInventory,
  seedProduct,
  shippingTo,
  toStorePayload,
} from '../../../support/buying/storeGoods.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('the store', (engine) => {
  const shop = setUpShop(engine)

  const offer = (name: string, inventories: readonly SeededInventory[]) =>
    shop.inClub(shop.a, (tx) => seedProduct(tx, name, inventories))
  const newBuyer = async () => {
    const member = await insertRenewable(shop)
    return { ...member, token: await signInRenewable(shop, member) }
  }
  type Buyer = Awaited<ReturnType<typeof newBuyer>>
  const readProduct = async (buyer: Buyer, productId: number) => {
    const answer = await shop.ask(shop.a, 'get_store', {}, { token: buyer.token })
    if (!answer.success) throw new Error(answer.errorMessage)
    return answer.products.find(({ id }) => id === productId)
  }
  const findLeft = async (buyer: Buyer, productId: number) =>
    (await readProduct(buyer, productId))?.inventories.map(({ quantity }) => quantity)
  const sell = (buyer: Buyer, cart: readonly number[], more: Record<string, unknown> = {}) =>
    shop.request(
      shop.a,
      'sell_products',
      { ...toStorePayload(cart, buyer.email), ...more },
      { token: buyer.token },
    )
  const open = (buyer: Buyer, cart: readonly number[], more: Record<string, unknown> = {}) =>
    shop.open(buyingInStore(cart, buyer.email), { token: buyer.token, ...more })
  const tryOpen = (buyer: Buyer, cart: readonly number[], more: Record<string, unknown> = {}) =>
    shop.tryOpen(buyingInStore(cart, buyer.email), { token: buyer.token, ...more })
  const listSold = (orderId: number) =>
    shop.listRows(shop.a, 'sold_product', { order_id: orderId }, undefined, 'line')

  describe('get_store', () => {
    it('shows products with their sizes and pictures, and no stock beyond what one order takes', async () => {
      const buyer = await newBuyer()
      const { id } = await offer('Shirt', [
        { name: 'M', price: 1999, quantity: 500, shipping: 450, discount: 200 },
        { name: 'L', quantity: 0 },
      ])
      expect(await readProduct(buyer, id)).toEqual({
        id,
        name: 'Shirt',
        description: 'Shirt of the club',
        images: [],
        inventories: [
          {
            id: expect.any(Number),
            name: 'M',
            price: 19.99,
            quantity: mostLines,
            shipping: 4.5,
            discount: 2,
          },
          { id: expect.any(Number), name: 'L', price: 20, quantity: 0, shipping: 0, discount: 0 },
        ],
      })
    })

    it('counts what others hold while they pay, and not what the caller holds', async () => {
      const [first, second] = [await newBuyer(), await newBuyer()]
      const { id, inventoryIds } = await offer('Mug', [{ quantity: 1 }])
      const opened = await open(first, inventoryIds)
      expect([await findLeft(first, id), await findLeft(second, id)]).toEqual([[1], [0]])
      await shop.confirm(opened)
      await shop.deliver()
      // sold is sold, to whomever
      expect([await findLeft(first, id), await findLeft(second, id)]).toEqual([[0], [0]])
    })
  })

  describe('an order', () => {
    it('is the sum of products and shipping, less discounts, plus one service fee', async () => {
      const buyer = await newBuyer()
      const { inventoryIds } = await offer('Jacket', [
        { name: 'XL', price: 5000, shipping: 700, discount: 1500 },
      ])
      expect((await open(buyer, [...inventoryIds, ...inventoryIds])).quote).toMatchObject({
        lines: [
          { kind: 'product', label: 'Jacket (XL)', quantity: 1, amountCents: 5000 },
          { kind: 'product', label: 'Jacket (XL)', quantity: 1, amountCents: 5000 },
          { kind: 'shipping', label: '', quantity: 1, amountCents: 1400 },
        ],
        subTotalCents: 11_400,
        discountCents: 3000,
        serviceFeeCents: 150,
        taxesCents: 0,
        grandTotalCents: 8550,
      })
    })

    it('takes prices, shipping and discounts from the club alone', async () => {
      const buyer = await newBuyer()
      const { inventoryIds } = await offer('Poster', [{ price: 1500 }])
      const cheap = { id: inventoryIds[0], price: 0.01, shipping: -20, discount: 1000, quantity: 99 }
      const payload = { ...toStorePayload([], buyer.email), cart: [{ inventory: cheap, quantity: 1 }] }
      const order = { kind: 'products', payload }
      const answer = await shop.ask(shop.a, 'quote_order', { order }, { token: buyer.token })
      expect(answer).toMatchObject({ success: true, quote: { grandTotalCents: 1650 } })
      expect(
        await shop.tryOpen(
          { ...buyingInStore([], buyer.email), payload },
          { token: buyer.token, amount: 51 },
        ),
      ).toMatchObject({ success: false, code: 'price-changed', quote: { grandTotalCents: 1650 } })
    })

    it.each([
      ['no pieces', { quantity: 0 }],
      ['minus one piece', { quantity: -1 }],
      ['99 pieces in one entry', { quantity: 99 }],
      ['no inventory', { inventory: undefined }],
    ])('of %s is refused', async (_name, wrong) => {
      const buyer = await newBuyer()
      const entry = { inventory: { id: shop.a.inventoryId }, quantity: 1, ...wrong }
      const payload = { ...toStorePayload([], buyer.email), cart: [entry] }
      expect(
        await shop.tryOpen(
          { ...buyingInStore([], buyer.email), payload },
          { token: buyer.token, amount: 2150 },
        ),
      ).toMatchObject({ code: 'invalid-input' })
      const answer = await shop.ask(shop.a, 'sell_products', payload, { token: buyer.token })
      expect(answer).toMatchObject({ code: 'invalid-input' })
    })

    it('has at most twenty things and at least one', async () => {
      const buyer = await newBuyer()
      const { inventoryIds } = await offer('Pin', [{ quantity: 100 }])
      const cart = (count: number) => Array.from({ length: count }, () => inventoryIds[0] ?? 0)
      expect(await tryOpen(buyer, cart(mostLines + 1), { amount: 100 })).toMatchObject({
        code: 'invalid-input',
      })
      expect(await tryOpen(buyer, [], { amount: 100 })).toMatchObject({ code: 'invalid-input' })
      expect(await tryOpen(buyer, cart(mostLines))).toMatchObject({ success: true })
    })

    it('is for members whose membership lasts', async () => {
      const wanted = buyingInStore([shop.a.inventoryId], 'visitor@buyer.example')
      expect(await shop.tryOpen(wanted, { amount: 2150 })).toMatchObject({ code: 'needs-signin' })
      const order = { kind: wanted.kind, payload: wanted.payload }
      expect(await shop.ask(shop.a, 'quote_order', { order })).toMatchObject({
        code: 'needs-signin',
      })
      const token = await shop.signIn(shop.a, 'expired')
      // the price is no secret: who was paying when their membership ended sees it again
      const answer = await shop.ask(shop.a, 'quote_order', { order }, { token })
      expect(answer).toMatchObject({ success: true, quote: { grandTotalCents: 2150 } })
      expect(await shop.tryOpen(wanted, { amount: 2150, token })).toMatchObject({
        code: 'membership-expired',
      })
    })

    it('can be paid by who came as far before their membership ended', async () => {
      const buyer = await newBuyer()
      const key = randomUUID()
      const { receiptId } = await open(buyer, [shop.a.inventoryId], { key })
      await shop.setMember(buyer.email, { expires_on: '2020-01-01' })
      expect(await tryOpen(buyer, [shop.a.inventoryId], { key, amount: 2150 })).toMatchObject({ receiptId })
      expect(await tryOpen(buyer, [shop.a.inventoryId], { amount: 2150 })).toMatchObject({
        code: 'membership-expired',
      })
    })

    it('of another club or of nothing is refused before any payment', async () => {
      const buyer = await newBuyer()
      for (const id of [shop.clubs.b.inventoryId, 999_999]) {
        expect(await tryOpen(buyer, [shop.a.inventoryId, id], { amount: 2150 })).toMatchObject({
          code: 'sold-out',
          faults: [{ path: 'order.lines.1' }],
        })
      }
    })

    it('that costs nothing needs no payment, and sells each thing once', async () => {
      const buyer = await newBuyer()
      const { id, inventoryIds } = await offer('Sticker', [{ price: 0, quantity: 1 }])
      const key = randomUUID()
      const first = await sell(buyer, inventoryIds, { key })
      const again = await sell(buyer, inventoryIds, { key })
      expect([first.answer.success, again.answer]).toEqual([true, first.answer])
      expect(await findLeft(buyer, id)).toEqual([0])
      expect((await sell(await newBuyer(), inventoryIds)).answer).toMatchObject({ code: 'sold-out' })
    })
  })

  describe('a paid order', () => {
    it('is delivered with its address by the webhook alone, with one mail', async () => {
      const buyer = await newBuyer()
      const { inventoryIds } = await offer('Cap', [{ name: 'S', shipping: 300 }, { name: 'M' }])
      const [, medium = 0] = inventoryIds
      const opened = await open(buyer, [medium])
      await shop.confirm(opened)
      await shop.deliver()
      const order = await shop.readOrder(opened.receiptId)
      expect(order).toMatchObject({ state: 'fulfilled', kind: 'products', category: 0, memberId: buyer.id })
      expect(order.description).toBe('Harbor Classics store purchase')
      expect(await listSold(opened.receiptId)).toMatchObject([
        {
          line: 1,
          inventory_id: medium,
          product: 'Cap',
          size: 'M',
          ...shippingTo,
          email: buyer.email,
          shipped_at: null,
          void_at: null,
        },
      ])
      const { answer } = await sell(buyer, [medium], { key: opened.key, receiptId: opened.receiptId })
      expect(answer).toMatchObject({ success: true, receiptId: opened.receiptId })
      const mails = await shop.listMails(buyer.email)
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toContain('Cap (M)')
      expect(mails[0]?.text).toContain('5 to 10 business days')
      expect(mails[0]?.text).toMatch(/Discounts|Shipping/)
    })

    it('sells the inventory that was chosen, not the first', async () => {
      const buyer = await newBuyer()
      const { id, inventoryIds } = await offer('Scarf', [{ name: 'short' }, { name: 'long', quantity: 3 }])
      const [, long = 0] = inventoryIds
      const opened = await open(buyer, [long])
      await shop.confirm(opened)
      await shop.deliver()
      expect(await findLeft(buyer, id)).toEqual([5, 2])
      expect(await listSold(opened.receiptId)).toMatchObject([{ size: 'long' }])
    })

    it('after its hold ran out is delivered if the stock is still there, and refunded once if not', async () => {
      const [late, quick] = [await newBuyer(), await newBuyer()]
      const { inventoryIds } = await offer('Flag', [{ quantity: 1 }])
      const opened = await open(late, inventoryIds)
      await shop.withoutSweeper(async () => {
        shop.pass(holdMs + 60_000)
        await shop.changeRows(shop.a, 'hold', { order_id: opened.receiptId }, { state: 'released' })
        const winner = await open(quick, inventoryIds)
        await shop.confirm(winner)
        await shop.confirm(opened)
        await shop.deliver()
        expect((await shop.readOrder(winner.receiptId)).state).toBe('fulfilled')
      })
      await shop.sweep()
      expect((await shop.readOrder(opened.receiptId)).state).toBe('refunded')
      expect(await listSold(opened.receiptId)).toEqual([])
    })

    it('gives back one line: its piece is for sale again, unless it was sent', async () => {
      const buyer = await newBuyer()
      const { id, inventoryIds } = await offer('Badge', [{ quantity: 3, price: 1000, shipping: 200 }])
      const [badge = 0] = inventoryIds
      const opened = await open(buyer, [badge, badge, badge])
      await shop.confirm(opened)
      await shop.deliver()
      const refund = (line: number) =>
        refundOrder({ ...shop, newId: () => randomUUID() }, shop.a.id, opened.receiptId, {
          lines: [line],
          reason: 'Torn',
        })
      expect(await refund(2)).toMatchObject({ amountCents: 1000, notTakenBack: [] })
      expect(await findLeft(buyer, id)).toEqual([1])
      await shop.changeRows(
        shop.a,
        'sold_product',
        { order_id: opened.receiptId, line: 3 },
        { shipped_at: new Date(shop.now()) },
      )
      expect(await refund(3)).toMatchObject({ notTakenBack: [3] })
      expect(await findLeft(buyer, id)).toEqual([1])
    })
  })

  it('sells by the id of a size, so that a renamed product is what it was', async () => {
    const buyer = await newBuyer()
    const { id, inventoryIds } = await offer('Tumbler', [{ name: 'S' }, { name: 'L' }])
    const opened = await open(buyer, inventoryIds)
    await shop.changeRows(shop.a, 'product', { id }, { name: 'Travel cup' })
    expect(opened.quote.lines.map(({ itemId }) => itemId)).toEqual([...inventoryIds, undefined])
    await shop.confirm(opened)
    await shop.deliver()
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
    expect(answer).toMatchObject({
      order: {
        lines: [
          { kind: 'product', label: 'Tumbler (S)', itemId: inventoryIds[0], state: 'delivered' },
          { kind: 'product', label: 'Tumbler (L)', itemId: inventoryIds[1], state: 'delivered' },
          { kind: 'shipping', state: 'delivered' },
        ],
      },
    })
  })

  it('holds five unpaid orders of one member at most', async () => {
    const buyer = await newBuyer()
    const { inventoryIds } = await offer('Patch', [{ quantity: 50 }])
    for (let order = 0; order < heldOrdersPerMember; order += 1) await open(buyer, inventoryIds)
    expect(await tryOpen(buyer, inventoryIds)).toMatchObject({ code: 'too-many-held' })
    expect(await tryOpen(await newBuyer(), inventoryIds)).toMatchObject({ success: true })
  })

  describe('a payment that names no order', () => {
    const pay = async (buyer: Buyer, description: string | undefined, amount: number) => {
      const answer = await tryOpen(buyer, [], { order: undefined, description, amount })
      if (answer.success !== true) return answer
      await shop.sandbox.confirm(String(answer.clientSecret), 'pm_card_visa')
      await shop.deliver()
      return answer
    }

    it('waits for the goods if it says that it is for the store, and is then theirs once', async () => {
      const buyer = await newBuyer()
      const { inventoryIds } = await offer('Towel', [{ price: 1200 }])
      const { receiptId } = await pay(buyer, 'Harbor Classics store purchase', 1350)
      expect((await shop.readOrder(Number(receiptId))).state).toBe('pending')
      const other = await newBuyer()
      expect((await sell(other, inventoryIds)).answer).toMatchObject({ code: 'not-paid' })
      expect((await sell(buyer, inventoryIds)).answer).toMatchObject({ success: true, receiptId })
      expect(await shop.readOrder(Number(receiptId))).toMatchObject({ state: 'fulfilled', kind: 'products' })
      expect((await sell(buyer, inventoryIds)).answer).toMatchObject({ code: 'not-paid' })
    })

    it('goes back at once if what it is for was sold meanwhile', async () => {
      const [buyer, quick] = [await newBuyer(), await newBuyer()]
      const { inventoryIds } = await offer('Bell', [{ price: 1200, quantity: 1 }])
      const { receiptId } = await pay(buyer, 'Harbor Classics store purchase', 1350)
      const opened = await open(quick, inventoryIds)
      await shop.confirm(opened)
      await shop.deliver()
      expect((await sell(buyer, inventoryIds)).answer).toMatchObject({
        code: 'sold-out',
        errorMessage: expect.stringContaining('goes back to your card'),
      })
      await shop.sweep()
      expect((await shop.readOrder(Number(receiptId))).state).toBe('refunded')
    })

    it('stays where it is if something else is asked for than it pays', async () => {
      const buyer = await newBuyer()
      const { inventoryIds } = await offer('Horn', [{ price: 1200 }, { price: 5000, quantity: 0 }])
      const { receiptId } = await pay(buyer, 'Harbor Classics store purchase', 1350)
      for (const cart of [[inventoryIds[1] ?? 0], [999_999]]) {
        expect((await sell(buyer, cart, { receiptId })).answer.success).toBe(false)
      }
      await shop.sweep()
      expect(await shop.readOrder(Number(receiptId))).toMatchObject({ state: 'pending' })
      expect((await sell(buyer, [inventoryIds[0] ?? 0], { receiptId })).answer).toMatchObject({
        success: true,
      })
    })

    it('of a member must say which of both it is', async () => {
      const buyer = await newBuyer()
      for (const description of [undefined, 'Payment', 'harbor classics Donation']) {
        expect(await pay(buyer, description, 2650)).toMatchObject({ code: 'invalid-input' })
      }
    })

    it('is a donation if it says so, and buys nothing', async () => {
      const buyer = await newBuyer()
      const { inventoryIds } = await offer('Ball', [{ price: 2500 }])
      const { receiptId } = await pay(buyer, 'Harbor Classics donation', 2650)
      expect(await shop.readOrder(Number(receiptId))).toMatchObject({ state: 'fulfilled', kind: 'donation' })
      expect((await sell(buyer, inventoryIds)).answer).toMatchObject({ code: 'not-paid' })
      expect((await sell(buyer, inventoryIds, { receiptId })).answer).toMatchObject({ code: 'not-paid' })
    })

    it('of a visitor cannot be for the store', async () => {
      const { kind: _, ...wanted } = buyingInStore([], 'visitor@buyer.example')
      expect(
        await shop.tryOpen(
          { ...wanted, kind: 'products' },
          { order: undefined, description: 'Harbor Classics store purchase', amount: 1350 },
        ),
      ).toMatchObject({ code: 'invalid-input' })
    })
  })
})
