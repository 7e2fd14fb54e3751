// Everything that can be ordered in this server.

import { donation } from './goods/donation.ts'
import { membership } from './goods/membership.ts'
import { renewal } from './goods/renewal.ts'
import { registerGoods } from './goods.ts'

/** Before the first call is answered. */
export function registerAllGoods(): void {
  for (const goods of [membership, renewal, donation]) registerGoods(goods)
}
