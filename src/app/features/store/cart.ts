// A member's cart: what they have chosen in the store, saved on this device until they buy it or sign out.
import { isRecord } from '../../../domain/isRecord.ts'
import { newKey } from '../../../offline/newKey.ts'
import type { DeviceStorage } from '../../session/deviceStorage.ts'

/** One piece. Prices and pictures are read from the store, which may have changed since. */
export interface CartEntry {
  /** Of this entry: the same thing may be in the cart twice. */
  readonly id: string
  readonly inventoryId: number
  readonly productId: number
  /** Their names when they were chosen, for what the store does not have any more. */
  readonly product: string
  readonly size: string
  /** What it cost when it was chosen, or agreed to since. Carts of earlier builds do not say. */
  readonly cost?: Cost | undefined
}

/** In dollars, as the store says it. */
export interface Cost {
  readonly price: number
  readonly discount: number
  readonly shipping: number
}

/** What is saved, or nothing if it is not readable. */
export function readCart(text: string | undefined): readonly CartEntry[] {
  if (text === undefined || text === '') return []
  try {
    const entries: unknown = JSON.parse(text)
    return Array.isArray(entries) ? entries.filter(isCartEntry) : []
  } catch {
    return [] // somebody has changed it by hand
  }
}

function isCartEntry(entry: unknown): entry is CartEntry {
  return (
    isRecord(entry) &&
    typeof entry.id === 'string' &&
    Number.isInteger(entry.inventoryId) &&
    Number.isInteger(entry.productId) &&
    typeof entry.product === 'string' &&
    typeof entry.size === 'string' &&
    (entry.cost === undefined || isCost(entry.cost))
  )
}

function isCost(cost: unknown): cost is Cost {
  return isRecord(cost) && [cost.price, cost.discount, cost.shipping].every((one) => typeof one === 'number')
}

/** Told to this page: other tabs hear of a change by `storage`. */
const changed = 'showfield:cart'

export function followCarts(onChange: () => void): () => void {
  window.addEventListener(changed, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(changed, onChange)
    window.removeEventListener('storage', onChange)
  }
}

export interface Cart {
  add(entry: Omit<CartEntry, 'id'>): void
  remove(id: string): void
  /** Takes out what was bought, by the inventory of an order's lines, once for each. All else stays. */
  takeOut(bought: readonly number[]): void
  /** The present costs of these entries are known to their buyer. */
  agree(costs: ReadonlyMap<string, Cost>): void
}

/** As it was called when it was chosen. Only to be read: names change. */
export function toEntryName({ product, size }: Pick<CartEntry, 'product' | 'size'>): string {
  return size === '' ? product : `${product} (${size})`
}

/** Each change begins with what is saved: another tab may have changed it. */
export function createCart(storage: DeviceStorage, name: string): Cart {
  const change = (work: (entries: readonly CartEntry[]) => readonly CartEntry[]) => {
    const entries = work(readCart(storage.find(name)))
    if (entries.length === 0) storage.remove(name)
    else storage.save(name, JSON.stringify(entries))
    window.dispatchEvent(new Event(changed))
  }
  return {
    add: (entry) => change((entries) => [...entries, { id: newKey(), ...entry }]),
    remove: (id) => change((entries) => entries.filter((entry) => entry.id !== id)),
    takeOut(bought) {
      const left = [...bought]
      change((entries) =>
        entries.filter((entry) => {
          const at = left.indexOf(entry.inventoryId)
          if (at >= 0) left.splice(at, 1)
          return at < 0
        }),
      )
    },
    agree: (costs) =>
      change((entries) => entries.map((entry) => ({ ...entry, cost: costs.get(entry.id) ?? entry.cost }))),
  }
}
