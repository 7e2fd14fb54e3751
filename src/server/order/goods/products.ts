// What the store sells: a line for each thing in the cart, and one for sending them all.
import { z } from 'zod'
import { Failure } from '../../../contract/failures.ts'
import { type Shipping, storePayload, storePricing } from '../../../contract/store.ts'
import { categories, type PricedLine } from '../../../domain/order.ts'
import { toStoreDescription } from '../../../domain/sales/descriptions.ts'
import { shippingLengths } from '../../../domain/shapes/personLengths.ts'
import type { SignedInMember } from '../../auth/session.ts'
import { findMember } from '../../member/db/member.ts'
import { findStock, listInventories, type StoredInventory, toInventoryThing } from '../db/product.ts'
import { insertSoldProduct, voidSoldProduct } from '../db/soldProduct.ts'
import type { Goods, PurchaseLine, QuoteContext } from '../goods.ts'
import { parsePayload } from '../payload.ts'
import { listTyped, requireTypedLengths, toTypedState } from './typedLengths.ts'

const { state: _, ...lengths } = shippingLengths

const text = z.string()
/** Not the contract's own checks: newer rules do not stop the delivery of what was ordered. */
const item = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('product'),
    inventoryId: z.number(),
    product: text,
    size: text,
    shipping: z.object({
      name: text,
      address: text,
      city: text,
      state: text,
      zip: text,
      country: text,
      phone: text,
      email: text,
    }),
  }),
  z.object({ part: z.literal('shipping') }),
])
type StoreItem = z.output<typeof item>

export const productGoods: Goods = {
  kind: 'products',

  async quote(context, payload) {
    requireMember(context)
    const chosen = await readCart(context, parsePayload(storePricing, payload))
    return { lines: [...chosen.map(toProductLine), toShippingLine(chosen)] }
  },

  async order(context, payload) {
    const { tx, club } = context
    const memberId = requireBuyer(context)
    const wanted = parsePayload(storePayload, payload)
    const shipping = { ...wanted.shipping, country: wanted.shipping.country ?? club.country }
    await requireTypedLengths(context, [
      ...listTyped('shipping.', shipping, lengths),
      toTypedState('shipping.', shipping, club),
    ])
    const chosen = await readCart(context, wanted)
    const member = await findMember(tx, memberId)
    return {
      category: categories.products,
      description: toStoreDescription(club.name),
      lines: [
        ...chosen.map((inventory) => toPurchaseLine(inventory, shipping)),
        { ...toShippingLine(chosen), item: { part: 'shipping' } satisfies StoreItem },
      ],
      email: null,
      ...(member === undefined ? {} : { ownEmail: member.email_address }),
      name: shipping.name,
      memberId,
    }
  },

  async deliver({ tx, now, order, line, item: stored }) {
    const sold = item.parse(stored)
    if (sold.part === 'product') {
      const { part: _, ...product } = sold
      await insertSoldProduct(tx, {
        orderId: order.id,
        line,
        ...product,
        createdAt: new Date(now),
      })
    }
    return { given: {} }
  },

  async takeBack({ tx, now, order, line, item: stored }) {
    if (item.parse(stored).part === 'shipping') return true
    return voidSoldProduct(tx, { orderId: order.id, line, at: new Date(now) })
  },

  findCapacity: findStock,
}

/** The store is for members whose membership lasts; who came as far as paying before its end pays (rules/security 1.3). */
function requireBuyer(context: QuoteContext): number {
  const member = requireMember(context)
  if (member.isExpired && context.isHeld !== true) {
    throw new Failure('membership-expired', 'Your membership has expired.')
  }
  return member.id
}

function requireMember({ member }: QuoteContext): SignedInMember {
  if (member === null) throw new Failure('needs-signin', 'Please log in to buy in the store.')
  return member
}

/** In the cart's order. Fails with `sold-out` for what the store does not have any more. */
async function readCart(
  { tx }: QuoteContext,
  { cart }: z.output<typeof storePricing>,
): Promise<StoredInventory[]> {
  const ids = [...new Set(cart.map(({ inventory }) => inventory))]
  const stored = await listInventories(tx, { ids })
  const chosen = cart.map(({ inventory }) => stored.find(({ id }) => id === inventory))
  const gone = [...chosen.keys()].filter((at) => chosen[at] === undefined)
  if (gone.length > 0) {
    throw new Failure('sold-out', 'The store does not have this any more. Nothing was charged.', {
      faults: gone.map((at) => ({ path: `order.lines.${at}`, message: '' })),
    })
  }
  return chosen.filter((one) => one !== undefined)
}

export function toProductLine({ id, product, size, priceCents, discountCents }: StoredInventory): PricedLine {
  return {
    kind: 'product',
    itemId: id,
    label: size === '' ? product : `${product} (${size})`,
    quantity: 1,
    amountCents: priceCents,
    discountCents,
    sale: 'products',
  }
}

function toPurchaseLine(inventory: StoredInventory, shipping: Shipping): PurchaseLine {
  const { id, product, size } = inventory
  return {
    ...toProductLine(inventory),
    item: { part: 'product', inventoryId: id, product, size, shipping } satisfies StoreItem,
    scarce: [{ thing: toInventoryThing(id), quantity: 1 }],
  }
}

/** Taxed like the things that are sent. */
export function toShippingLine(chosen: readonly StoredInventory[]): PricedLine {
  return {
    kind: 'shipping',
    label: '',
    quantity: 1,
    amountCents: chosen.reduce((sum, { shippingCents }) => sum + shippingCents, 0),
    sale: 'products',
  }
}
