// All SQL about what the store offers, and how much of it is left.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { countLeftOf } from '../../event/db/taken.ts'

/** In the club's order. `pictures`: hashes of public ones. */
export function listProducts(tx: Tx) {
  return tx
    .selectFrom('product')
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name', 'description', 'pictures'])
    .execute()
}

export type StoredInventory = Awaited<ReturnType<typeof listInventories>>[number]

/**
 * Of the products in their order, then by their own. What the unpaid orders of the member `forMember` hold is still theirs
 * to choose.
 */
export function listInventories(
  tx: Tx,
  { ids, forMember = 0 }: { ids?: readonly number[]; forMember?: number } = {},
) {
  const left = sql<number>`(
    select ${countLeftOf(sql`inventory.quantity`)} from ${ofClub('hold')}
    where hold.thing = concat(${thingPrefix}::text, inventory.id)
      and (hold.state = 'sold' or hold.state = 'held' and not exists (
        select from ${ofClub('purchase_order', 'own')}
        where own.id = hold.order_id
          and own.member_id = ${forMember} and own.paid_at is null)))`
  return tx
    .selectFrom('inventory')
    .innerJoin('product', 'product.id', 'inventory.product_id')
    .$if(ids !== undefined, (query) => query.where('inventory.id', 'in', ids ?? []))
    .orderBy('product.position')
    .orderBy('product.id')
    .orderBy('inventory.position')
    .orderBy('inventory.id')
    .select([
      'inventory.id',
      'inventory.product_id as productId',
      'product.name as product',
      // '' when the product has only one
      'inventory.name as size',
      'inventory.price_cents as priceCents',
      'inventory.shipping_cents as shippingCents',
      'inventory.discount_cents as discountCents',
      // all there ever was to sell
      'inventory.quantity',
      // neither sold nor held for a buyer who is paying
      left.as('left'),
    ])
    .execute()
}

const thingPrefix = 'inventory:'

/** How holds name it. */
export function toInventoryThing(id: number): string {
  return `${thingPrefix}${id}`
}

/** How many there are for all orders together; 0 when the inventory is gone. */
export async function findStock(tx: Tx, thing: string): Promise<number> {
  const row = await tx
    .selectFrom('inventory')
    .where('id', '=', Number(thing.slice(thingPrefix.length)))
    .select('quantity')
    .executeTakeFirst()
  return row?.quantity ?? 0
}

/** Sets how many there are for all orders together, sold ones included. */
export async function setStock(tx: Tx, id: number, quantity: number): Promise<void> {
  await tx.updateTable('inventory').set({ quantity }).where('id', '=', id).execute()
}
