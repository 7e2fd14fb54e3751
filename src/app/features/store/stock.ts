// What of a cart the store still has, and how much of it.
import type { Answer } from '../../../contract/index.ts'
import type { CartEntry, Cost } from './cart.ts'

export type Product = Extract<Answer<'get_store'>, { success: true }>['products'][number]
export type Inventory = Product['inventories'][number]

export interface CartRow {
  readonly entry: CartEntry
  /** Undefined when the store does not have it any more. */
  readonly product: Product | undefined
  readonly inventory: Inventory | undefined
  /** There are not enough of them for this entry. */
  readonly isGone: boolean
  /** What it cost when it was chosen, if that is not what it costs now. */
  readonly before: Cost | undefined
}

/**
 * In the cart's order: of three pieces of which two are left, the last is gone. While the store is not known, nothing
 * is.
 */
export function toCartRows(
  entries: readonly CartEntry[],
  products: readonly Product[] | undefined,
): CartRow[] {
  const counts = new Map<number, number>()
  return entries.map((entry) => {
    const product = products?.find(({ inventories }) =>
      inventories.some(({ id }) => id === entry.inventoryId),
    )
    const inventory = product?.inventories.find(({ id }) => id === entry.inventoryId)
    const count = (counts.get(entry.inventoryId) ?? 0) + 1
    counts.set(entry.inventoryId, count)
    return {
      entry,
      product,
      inventory,
      isGone: products !== undefined && count > (inventory?.quantity ?? 0),
      before: inventory !== undefined && hasChanged(entry.cost, inventory) ? entry.cost : undefined,
    }
  })
}

export function toCost({ price, discount, shipping }: Inventory): Cost {
  return { price, discount, shipping }
}

function hasChanged(before: Cost | undefined, { price, discount, shipping }: Inventory): boolean {
  if (before === undefined) return false
  return before.price !== price || before.discount !== discount || before.shipping !== shipping
}

/** The buyer has seen what these cost now. */
export function listCosts(rows: readonly CartRow[]): Map<string, Cost> {
  return new Map(
    rows.flatMap(({ entry, inventory }) =>
      inventory === undefined ? [] : [[entry.id, toCost(inventory)] as const],
    ),
  )
}

/** The first that is left, so that nobody passes by what there is in another size; the first of all if none is. */
export function findFirst({ inventories }: Product): Inventory | undefined {
  return inventories.find(({ quantity }) => quantity > 0) ?? inventories[0]
}

/** How many of it could still be put into this cart. */
export function findLeft({ id, quantity }: Inventory, entries: readonly CartEntry[]): number {
  return quantity - entries.filter(({ inventoryId }) => inventoryId === id).length
}
