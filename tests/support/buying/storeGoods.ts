// What a club's store offers in tests, and carts of it.
import type { Tx } from '../../../src/server/db/open.ts'
import type { WantedOrder } from './shop.ts'

export interface SeededInventory {
  /** The size; '' by default. */
  readonly name?: string
  /** Cents, as all amounts here. Default 2,000. */
  readonly price?: number
  /** Default 5. */
  readonly quantity?: number
  readonly shipping?: number
  readonly discount?: number
}

export interface SeededProduct {
  readonly id: number
  readonly inventoryIds: readonly number[]
}

export async function seedProduct(
  tx: Tx,
  name: string,
  inventories: readonly SeededInventory[],
  pictures: readonly string[] = [],
): Promise<SeededProduct> {
  const { id } = await tx
    .insertInto('product')
    .values({
      name,
      description: `${name} of the club`,
      pictures: JSON.stringify(pictures),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const inventoryIds: number[] = []
  for (const [position, one] of inventories.entries()) {
    const row = await tx
      .insertInto('inventory')
      .values({
        product_id: id,
        name: one.name ?? '',
        price_cents: one.price ?? 2000,
        quantity: one.quantity ?? 5,
        shipping_cents: one.shipping ?? 0,
        discount_cents: one.discount ?? 0,
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    inventoryIds.push(row.id)
  }
  return { id, inventoryIds }
}

/** Where it is sent. */
export const shippingTo = {
  name: 'Ada Archer',
  address: '12 Elm Street',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  country: 'US',
  phone: '5550100300',
} as const

/** Members alone can buy this. */
export function buyingInStore(cart: readonly number[], email: string): WantedOrder {
  return { kind: 'products', payload: toStorePayload(cart, email), category: 0, email }
}

export function toStorePayload(cart: readonly number[], email: string) {
  return {
    cart: cart.map((id) => ({ inventory: { id }, quantity: 1 as const })),
    shipping: { ...shippingTo, email },
  }
}
