// An order whose hold was given up before its money came, as with a bank that took too long.
import { moveHolds } from '../../../src/server/order/db/hold.ts'
import type { Shop } from './shop.ts'

export function giveUpHold(shop: Shop, receiptId: number): Promise<void> {
  return shop.inClub(shop.a, async (tx) => {
    await moveHolds(tx, receiptId, 'released')
    await tx
      .updateTable('purchase_order')
      .set({ state: 'expired', hold_until: null, look_at: null })
      .where('id', '=', receiptId)
      .execute()
  })
}

/** A hold that ended while its payment can still come. */
export function loseHold(shop: Shop, receiptId: number): Promise<void> {
  return shop.inClub(shop.a, async (tx) => {
    await moveHolds(tx, receiptId, 'released')
    await tx.updateTable('purchase_order').set({ hold_until: null }).where('id', '=', receiptId).execute()
  })
}
