// A cart keeps what was chosen through reloads, other tabs and refused storage.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCart, followCarts, readCart } from '../../../../src/app/features/store/cart.ts'
import { findFirst, findLeft, type Product, toCartRows } from '../../../../src/app/features/store/stock.ts'
import { createDeviceStorage } from '../../../../src/app/session/deviceStorage.ts'

const name = 'cart 7'
const shirt = { inventoryId: 1, productId: 10, product: 'Shirt', size: 'M' }

/** The browser's own is not here. */
function createStored(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage
}

describe('a cart', () => {
  const before = globalThis.window
  beforeEach(() => {
    globalThis.window = new EventTarget() as typeof window
  })
  afterEach(() => {
    globalThis.window = before
  })

  it('has what two tabs have put in, each once', () => {
    const stored = createStored()
    const tabs = [1, 2].map(() => createDeviceStorage(() => stored))
    const [first, second] = tabs.map((tab) => createCart(tab, name))
    first?.add(shirt)
    second?.add(shirt)
    first?.add({ ...shirt, size: 'L', inventoryId: 2 })
    const entries = readCart(tabs[1]?.find(name))
    expect(entries.map(({ size }) => size)).toEqual(['M', 'M', 'L'])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3)
    second?.remove(entries[0]?.id ?? '')
    expect(readCart(tabs[0]?.find(name))).toHaveLength(2)
  })

  it('loses what was bought and keeps what came in meanwhile', () => {
    const storage = createDeviceStorage(createStored)
    const kept = createDeviceStorage(() => stored)
    const stored = createStored()
    const cart = createCart(kept, name)
    cart.add(shirt)
    cart.add(shirt)
    cart.add({ ...shirt, size: 'L', inventoryId: 2 })
    // the club may have renamed it meanwhile: names say nothing
    cart.takeOut([1, 9])
    expect(readCart(kept.find(name)).map(({ size }) => size)).toEqual(['M', 'L'])
    cart.takeOut([2, 1])
    expect(kept.find(name)).toBeUndefined()
    expect(storage.find(name)).toBeUndefined()
  })

  it('lives as long as the page where the browser saves nothing', () => {
    const storage = createDeviceStorage(() => {
      throw new Error('forbidden')
    })
    createCart(storage, name).add(shirt)
    expect(readCart(storage.find(name))).toMatchObject([shirt])
  })

  it.each(['', '{', '7', 'null', '[null,7,{}]', '[{"id":1}]', '[{"id":"a","inventoryId":"1"}]'])(
    'that somebody wrote as %j is empty',
    (text) => expect(readCart(text)).toEqual([]),
  )

  it('tells its page of each change', () => {
    let calls = 0
    const stop = followCarts(() => {
      calls += 1
    })
    const cart = createCart(createDeviceStorage(createStored), name)
    cart.add(shirt)
    stop()
    cart.add(shirt)
    expect(calls).toBe(1)
  })
})

describe('the stock of a cart', () => {
  const toInventory = (id: number, quantity: number) => ({
    id,
    name: String(id),
    price: 10,
    quantity,
    shipping: 0,
    discount: 0,
  })
  const product: Product = {
    id: 10,
    name: 'Shirt',
    description: '',
    images: [],
    inventories: [toInventory(1, 0), toInventory(2, 2)],
  }
  const entries = [2, 2, 2, 1, 9].map((inventoryId, at) => ({ ...shirt, id: String(at), inventoryId }))

  it('is gone for the last of more than there are, and for what the store does not have', () => {
    expect(toCartRows(entries, [product]).map(({ isGone }) => isGone)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('says what it cost when it was chosen, where that has changed, until the buyer agrees', () => {
    const cost = { price: 10, discount: 0, shipping: 0 }
    const [same, dearer, sent, old] = toCartRows(
      [cost, { ...cost, price: 8 }, { ...cost, shipping: 2 }, undefined].map((one, at) => ({
        ...shirt,
        id: String(at),
        inventoryId: 2,
        cost: one,
      })),
      [product],
    ).map(({ before }) => before)
    expect([same, dearer, sent, old]).toEqual([
      undefined,
      { ...cost, price: 8 },
      { ...cost, shipping: 2 },
      undefined,
    ])
  })

  it('leaves what is not in the cart yet', () => {
    expect(findLeft(toInventory(2, 2), entries.slice(0, 1))).toBe(1)
    expect(findLeft(toInventory(2, 2), entries)).toBeLessThan(1)
  })

  it('begins with the first size that is left, or with the first of all', () => {
    expect(findFirst(product)?.id).toBe(2)
    expect(findFirst({ ...product, inventories: [toInventory(1, 0), toInventory(3, 0)] })?.id).toBe(1)
    expect(findFirst({ ...product, inventories: [] })).toBeUndefined()
  })
})
