// All kinds of goods that this server sells.
import { donation } from './goods/donation.ts'
import { event } from './goods/event.ts'
import { membership } from './goods/membership.ts'
import { products } from './goods/products.ts'
import { renewal } from './goods/renewal.ts'
import type { Goods } from './goods.ts'

const kinds = new Map<string, Goods>(
  [membership, renewal, donation, event, products].map((goods) => [goods.kind, goods]),
)

/** For tests that sell scarce things. */
export function registerGoods(goods: Goods): void {
  kinds.set(goods.kind, goods)
}

export function findGoods(kind: string): Goods | undefined {
  return kinds.get(kind)
}

export function getGoods(kind: string): Goods {
  const goods = kinds.get(kind)
  if (goods === undefined) throw new Error(`there are no goods of kind ${kind}`)
  return goods
}
