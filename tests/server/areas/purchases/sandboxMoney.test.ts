// Sandbox money is no money: it is marked and summed apart everywhere, also after real keys were set.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { donating, joining, setUpShop } from '../../../support/buying/shop.ts'
import { buyingInStore, seedProduct } from '../../../support/buying/storeGoods.ts'
import { createOfficer } from '../../../support/clubs/officer.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

describeOnEachEngine('sandbox money', (engine) => {
  const shop = setUpShop(engine)
  const run = createOfficer(shop, shop.a)
  const folder = makeTestFolder()

  it('is in no sum of money, in no column of money, and marked in each row', async () => {
    const tried = await shop.buy(donating('tried@money.example', 20))
    const live = await shop.buy(donating('live@money.example', 30))
    await shop.changeRows(shop.a, 'purchase_order', { id: live.receiptId }, { mode: 'live' })
    const cash = await shop.buy(donating('cash@money.example', 5))
    await shop.changeRows(shop.a, 'purchase_order', { id: cash.receiptId }, { mode: 'cash', intent_id: null })
    const list = await run('orders')
    expect(list.text).toMatch(/tried@money\.example> +sandbox\n/)
    expect(list.text).toMatch(/ Sum +\$38\.00 +\$38\.00 +\$0\.00\n/)
    expect(list.text).toMatch(/ in cash +\$6\.50 +\$6\.50 +\$0\.00\n/)
    expect(list.text).toMatch(/ sandbox, no money +\$21\.50 +\$21\.50 +\$0\.00\n/)
    const csv = join(folder, 'orders.csv')
    await run('orders', '--csv', csv)
    const rows = readFileSync(csv, 'utf8').trim().split('\r\n')
    expect(rows[0]).toMatch(/,paid with,taxes,note,/)
    const ends = rows.slice(1).map((row) => row.split(',')[11])
    expect(ends).toEqual(['cash', 'card', 'sandbox'])
    const even = await run('reconcile')
    expect(even.text).toContain('In the sandbox: 1 order, $21.50 paid, $0.00 given back. This is NO MONEY')
    expect(await shop.ask(shop.a, 'get_order', { orderKey: tried.key })).toMatchObject({
      order: { sandbox: true },
    })
    const bought = await shop.ask(shop.a, 'get_order', { orderKey: live.key })
    expect(bought.success && bought.order.sandbox).toBeUndefined()
  })

  it('is marked where officers see what is to be sent, after real keys were set too', async () => {
    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    const { inventoryIds } = await shop.inClub(shop.a, (tx) => seedProduct(tx, 'Cap', [{}]))
    const tried = await shop.buy(buyingInStore(inventoryIds, member.email), { token })
    const live = await shop.buy(buyingInStore(inventoryIds, member.email), { token })
    await shop.changeRows(shop.a, 'purchase_order', { id: live.receiptId }, { mode: 'live' })
    const { text } = await run('store', 'orders')
    expect(text).toMatch(new RegExp(`Order ${tried.receiptId}, .*, SANDBOX: no money was paid\n`))
    expect(text).toMatch(new RegExp(`Order ${live.receiptId}, .*M\n`))
    expect(text.match(/SANDBOX/g)).toHaveLength(1)
    const csv = join(folder, 'sold.csv')
    await run('store', 'orders', '--csv', csv)
    const rows = readFileSync(csv, 'utf8').trim().split('\r\n')
    expect(rows[0]).toMatch(/,Paid with$/)
    expect(rows.slice(1).map((row) => row.split(',').at(-1))).toEqual(['sandbox', 'card'])
  })

  it('stays in the history of its payer, marked, and is written in the receipt', async () => {
    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    const list = async () => {
      const answer = await shop.ask(shop.a, 'stripe_get_payment_history', {}, { token })
      if (!answer.success) throw new Error(answer.errorMessage)
      return answer.paymenthistory.map((text) => JSON.parse(text) as Record<string, unknown>)
    }
    const give = async () => {
      const { payload } = donating(member.email, 10)
      return shop.buy({ kind: 'donation', payload, category: 0, email: member.email }, { token })
    }
    const tried = await give()
    const live = await give()
    await shop.changeRows(shop.a, 'purchase_order', { id: live.receiptId }, { mode: 'live' })
    expect((await list()).map(({ id, money }) => [id, money])).toEqual([
      [live.receiptId, 'card'],
      [tried.receiptId, 'sandbox'],
    ])
    const [mail] = await shop.listMails(member.email)
    expect(mail?.text).toContain('This is a test: no card was charged, and no money was moved.')
  })

  it('is in the history with what somebody joined with, and with what their proved address bought before', async () => {
    const email = 'joined@money.example'
    const before = await shop.buy(donating(email, 15))
    const joined = await shop.buy(joining(shop, email))
    const { id } = await shop.getRow(shop.a, 'member', { email }, ['id'])
    const other = await shop.buy(joining(shop, 'other@money.example'))
    const read = async () => {
      const answer = await shop.ask(shop.a, 'stripe_get_payment_history', {}, { token })
      if (!answer.success) throw new Error(answer.errorMessage)
      return answer.paymenthistory.map((text) => (JSON.parse(text) as { id: number }).id)
    }
    const token = await signInRenewable(shop, { ...(await insertRenewable(shop)), id, email })
    await shop.changeRows(shop.a, 'member', { id }, { email_proved_at: null })
    // whose address nobody has answered sees what made their membership, and nothing by the address
    expect(await read()).toEqual([joined.receiptId])
    await shop.changeRows(shop.a, 'member', { id }, { email_proved_at: new Date(shop.now()) })
    expect(await read()).toEqual([joined.receiptId, before.receiptId])
    expect(await read()).not.toContain(other.receiptId)
  })
})
