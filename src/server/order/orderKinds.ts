// All kinds of goods that this server sells.
import { donationGoods } from './goods/donation.ts'
import { eventGoods } from './goods/event.ts'
import { membershipGoods } from './goods/membership.ts'
import { productGoods } from './goods/products.ts'
import { renewalGoods } from './goods/renewal.ts'
import type { Goods } from './goods.ts'

const kinds = new Map<string, Goods>(
  [membershipGoods, renewalGoods, donationGoods, eventGoods, productGoods].map((goods) => [
    goods.kind,
    goods,
  ]),
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
