// How a club file has the products of the store, each with its sizes.
import { count, dollars, lengths, optional, pictures, required } from '../../../domain/shapes/fileValues.ts'
import { column } from '../../../domain/shapes/recordShape.ts'
import { kind, list } from '../../clubFile/kind.ts'

const inventory = kind('inventory', 'inventory', {
  fields: {
    name: column.text('name', optional(lengths.label).describe('The size')),
    price: column.cents('price_cents', dollars),
    quantity: column.int(
      'quantity',
      count(0).describe('Things that the club has, those that are sold already too'),
    ),
    shipping: column.cents('shipping_cents', dollars.default(0)),
    discount: column.cents('discount_cents', dollars.default(0)),
  },
  parent: { column: 'product_id', table: 'product' },
  isOrdered: true,
})

const product = kind('product', 'product', {
  fields: {
    name: column.text('name', required(lengths.label)),
    description: column.text('description', optional(lengths.prose)),
    images: column.photos('pictures', pictures),
  },
  isOrdered: true,
  children: { inventories: list(inventory) },
})

export const clubFile = { products: list(product) }
