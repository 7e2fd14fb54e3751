// All SQL about what the store offers, and how much of it is left.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { countLeftOf } from '../../event/db/taken.ts'

export interface StoredProduct {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Hashes of public pictures. */
  readonly pictures: readonly string[]
}

/** In the club's order. */
export function listProducts(tx: Tx): Promise<StoredProduct[]> {
  return tx
    .selectFrom('product')
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name', 'description', sql<string[]>`pictures`.as('pictures')])
    .execute()
}

export interface StoredInventory {
  readonly id: number
  readonly productId: number
  /** The product's own name. */
  readonly product: string
  /** '' when the product has only one. */
  readonly size: string
  readonly priceCents: number
  readonly shippingCents: number
  readonly discountCents: number
  /** All there ever was to sell. */
  readonly quantity: number
  /** Neither sold nor held for a buyer who is paying, as `countLeftOf` counts. */
  readonly left: number
}

export interface InventoryQuery {
  readonly ids?: readonly number[]
  /** What this member's own unpaid orders hold is still theirs to choose. */
  readonly forMember?: number
}

/** Of the products in their order, then by their own. */
export function listInventories(
  tx: Tx,
  { ids, forMember = 0 }: InventoryQuery = {},
): Promise<StoredInventory[]> {
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
      'inventory.name as size',
      'inventory.price_cents as priceCents',
      'inventory.shipping_cents as shippingCents',
      'inventory.discount_cents as discountCents',
      'inventory.quantity',
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
