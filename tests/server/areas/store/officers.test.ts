// Officers send what the store has sold, count its stock and give money back.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { donating, setUpShop } from '../../../support/buying/shop.ts'
import { buyingInStore, seedProduct } from '../../../support/buying/storeGoods.ts'
import { createOfficer, expectDone, expectRefused } from '../../../support/clubs/officer.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

describeOnEachEngine('the store on the command line', (engine) => {
  const shop = setUpShop(engine)
  const run = createOfficer(shop, shop.a)
  const folder = makeTestFolder()
  let buyer: { email: string; token: string }
  beforeAll(async () => {
    const member = await insertRenewable(shop)
    buyer = { email: member.email, token: await signInRenewable(shop, member) }
  })

  const say = (...args: (string | number)[]) => expectDone(run(...args))
  const refuse = (...args: (string | number)[]) => expectRefused(run(...args))
  const offer = async (name: string, quantity = 5) =>
    (
      await shop.inClub(shop.a, (tx) =>
        seedProduct(tx, name, [{ name: 'M', price: 2000, shipping: 500, discount: 100, quantity }]),
      )
    ).inventoryIds[0] ?? 0
  const buy = async (cart: readonly number[]) => {
    const opened = await shop.buy(buyingInStore(cart, buyer.email), { token: buyer.token })
    return opened.receiptId
  }
  const findLeft = async (inventoryId: number) => {
    const answer = await shop.ask(shop.a, 'get_store', {}, { token: buyer.token })
    const all = answer.products?.flatMap(({ inventories }) => inventories)
    return all?.find(({ id }) => id === inventoryId)?.quantity
  }

  it('lists what is on sale with what is left, and sets what is left whatever was sold', async () => {
    const shirt = await offer('Shirt')
    await buy([shirt, shirt])
    expect(await say('store')).toMatch(
      new RegExp(`${shirt} .*Shirt .*M .*\\$20\\.00 .*\\$1\\.00 .*\\$5\\.00 +3 +2`),
    )
    expect(await say('store', 'stock', shirt, 7)).toBe('Shirt (M): 7 left to sell.\n')
    expect(await findLeft(shirt)).toBe(7)
    expect(await say('store', 'stock', shirt, 0)).toContain('0 left')
    expect(await findLeft(shirt)).toBe(0)
    expect(await refuse('store', 'stock', shirt, 'many')).toContain('COUNT')
    expect(await refuse('store', 'stock', 999_999, 3)).toContain('nothing with number 999999')
    expect(await refuse('store', 'stock', shop.clubs.b.inventoryId, 3)).toContain('Nothing was changed')
  })

  it('lists what waits to be sent with its address, until it was sent', async () => {
    const order = await buy([await offer('Mug')])
    const listed = await say('store', 'orders')
    expect(listed).toContain(`Order ${order}, `)
    expect(listed).toContain('1. Mug (M)')
    expect(listed).toContain('Ada Archer')
    expect(listed).toContain('12 Elm Street')
    expect(listed).toContain('Salem, MA 01970')
    expect(await say('store', 'shipped', order)).toContain(`Order ${order} was sent.`)
    expect(await say('store', 'orders')).not.toContain(`Order ${order}, `)
    expect(await say('store', 'orders', '--all')).toMatch(
      new RegExp(`Order ${order}, [\\s\\S]*1\\. Mug \\(M\\), sent `),
    )
    expect(await refuse('store', 'shipped', order)).toContain('was sent already')
    await say('store', 'not-shipped', order)
    expect(await refuse('store', 'not-shipped', order)).toContain('was not sent yet')
    expect(await say('store', 'orders')).toContain(`Order ${order}, `)
    expect(await refuse('store', 'shipped', 999_999)).toContain('nothing to send')
  })

  it('writes the same as CSV', async () => {
    const order = await buy([await offer('Tie'), await offer('=Sum hat')])
    const path = join(folder, 'store.csv')
    expect(await say('store', 'orders', '--csv', path)).toContain(`in ${path}`)
    const rows = (await readFile(path, 'utf8')).split('\r\n')
    expect(rows[0]).toContain(
      'Order,Line,Bought,Product,Size,Name,Address,City,State,Zip,Country,Phone,E-mail,Sent,Note',
    )
    const own = rows.filter((row) => row.startsWith(`${order},`))
    expect(own).toHaveLength(2)
    expect(own[0]).toMatch(/,Tie,M,Ada Archer,12 Elm Street,Salem,MA,01970,US,5550100300,/)
    expect(own[1]).toContain(",'=Sum hat,")
  })

  it('gives back one line: what was not sent is on sale again', async () => {
    const hat = await offer('Hat', 2)
    const order = await buy([hat, hat])
    const refund = ['store', 'refund', order, '--lines', '2', '--reason', 'Out of blue ones']
    expect(await refuse(...refund)).toContain('$19.00')
    expect(await say(...refund, '--yes')).toContain('$19.00 will be refunded')
    expect(await findLeft(hat)).toBe(1)
    expect(await say('store', 'orders')).not.toMatch(new RegExp(`Order ${order}, [^O]*2\\. Hat`))
    await say('store', 'shipped', order)
    expect(
      await say('store', 'refund', order, '--lines', '1', '--reason', 'Lost by mail', '--yes'),
    ).toContain('could NOT be taken back')
    expect(await findLeft(hat)).toBe(1)
  })

  it('gives back nothing of orders that are not of the store', async () => {
    const { receiptId } = await shop.open(donating('giver@buyer.example'))
    expect(await refuse('store', 'refund', receiptId, '--reason', 'None')).toContain('is not of the store')
    expect(await refuse('store', 'refund', 999_999, '--reason', 'None')).toContain('999999')
  })
})
