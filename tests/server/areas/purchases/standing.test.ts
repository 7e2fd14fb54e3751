// One word for each state of an order and of its parts: what waits to be sent is not called delivered anywhere.
import { expect, it } from 'vitest'
import { setUpGate } from '../../../support/buying/gate.ts'
import { buyingInStore, seedProduct } from '../../../support/buying/storeGoods.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('an order of the store', (engine) => {
  const gate = setUpGate(engine)

  it('is paid and to be sent until it was sent, for the officer and for the buyer', async () => {
    const { inventoryIds } = await gate.inClub(gate.a, (tx) => seedProduct(tx, 'Shirt', [{ price: 2000 }]))
    const member = await insertRenewable(gate)
    const token = await signInRenewable(gate, member)
    const { receiptId, key } = await gate.buy(buyingInStore(inventoryIds, member.email), { token })
    const read = async () => {
      const answer = await gate.ask(gate.a, 'get_order', { orderKey: key })
      const { text } = await gate.club('orders', receiptId)
      const sending = answer.success ? answer.order.lines.map((line) => line.sending) : []
      return { text, sending }
    }
    const before = await read()
    expect(before.text).toContain('fulfilled: paid, and to be sent\n')
    expect(before.text).toMatch(/1\. Product, Shirt +\$20\.00 {2}to be sent\n/)
    expect(before.text).not.toContain('paid and delivered')
    expect(before.sending).toEqual(['to-be-sent', undefined])
    expect((await gate.club('store', 'shipped', receiptId)).code).toBe(0)
    const after = await read()
    expect(after.text).toContain('fulfilled: paid and delivered\n')
    expect(after.text).toMatch(/1\. Product, Shirt +\$20\.00 {2}sent\n/)
    expect(after.sending).toEqual(['sent', undefined])
  })
})
