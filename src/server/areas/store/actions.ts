import type { store as contract } from '../../../contract/store.ts'
import { toDollars } from '../../../domain/money.ts'
import { mostLines } from '../../../domain/order.ts'
import { toPictureAddress } from '../../club/addresses.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { claimGoods } from '../../order/claims.ts'
import { listInventories, listProducts } from '../../order/db/product.ts'

export const store = {
  async get_store({ tx, tenant, member, services: { config } }) {
    const products = await listProducts(tx)
    const inventories = await listInventories(tx, { forMember: member.id })
    const offered = Map.groupBy(inventories, ({ productId }) => productId)
    return {
      products: products.map(({ id, name, description, pictures }) => ({
        id,
        name,
        description,
        images: pictures.map((hash) => ({ id: hash, imageData: toPictureAddress(config, tenant, hash) })),
        inventories: (offered.get(id) ?? []).map((inventory) => ({
          id: inventory.id,
          name: inventory.size,
          price: toDollars(inventory.priceCents),
          // how much the club has is its own matter (rules/security 5.53)
          quantity: Math.min(inventory.left, mostLines),
          shipping: toDollars(inventory.shippingCents),
          discount: toDollars(inventory.discountCents),
        })),
      })),
    }
  },

  sell_products: (context, { receiptId, key, ...payload }) =>
    claimGoods(context, {
      receiptId,
      key,
      order: { kind: 'products', payload },
      email: payload.shipping.email,
    }),
} satisfies Pick<Handlers, keyof typeof contract>
