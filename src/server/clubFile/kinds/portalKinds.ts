// How the rest of a club is stored: pages, makes of cars, activities, files, products.
import { recordSchemas } from '../clubFile.ts'
import { cents, created, day, derivedText, flag, int, pictures, reference, text } from './columns.ts'
import { content } from './pageContent.ts'
import { kind } from './recordKind.ts'

export const page = kind('page', 'page', recordSchemas.page, {
  isOrdered: true,
  columns: { name: text('name'), content },
})

const model = kind('model', 'model', recordSchemas.model, {
  parentColumn: 'make_id',
  columns: { label: text('label') },
})

export const make = kind('make', 'make', recordSchemas.make, {
  columns: { label: text('label') },
  children: [{ field: 'models', kind: model }],
})

export const activity = kind('activity', 'activity', recordSchemas.activity, {
  columns: {
    activity_on: day('date'),
    start_time: text('start'),
    end_time: text('end'),
    title: text('title'),
    description: text('description'),
  },
})

export const folder = kind('folder', 'folder', recordSchemas.folder, {
  isOrdered: true,
  columns: { label: text('label'), color: text('color') },
})

export const file = kind('file', 'media_file', recordSchemas.file, {
  derive: (_fields, value, incoming) => ({ bytes: incoming.file(String(value.path)).bytes }),
  columns: {
    name: text('name'),
    content_type: text('contentType'),
    hash: {
      type: 'text',
      field: 'path',
      fromFile: (value, incoming) => incoming.file(String(value)).hash,
      toFile: (value, outgoing, fields) => outgoing.file(String(value), String(fields.content_type)),
    },
    bytes: { ...derivedText, type: 'int' },
    folder_id: reference('folder', 'folder'),
    shared: flag('shared'),
    created_at: created,
  },
})

const inventory = kind('inventory', 'inventory', recordSchemas.inventory, {
  parentColumn: 'product_id',
  isOrdered: true,
  columns: {
    name: text('name'),
    price_cents: cents('price'),
    quantity: int('quantity'),
    shipping_cents: cents('shipping'),
    discount_cents: cents('discount'),
  },
})

export const product = kind('product', 'product', recordSchemas.product, {
  isOrdered: true,
  columns: {
    name: text('name'),
    description: text('description'),
    pictures: pictures('images', 'public'),
  },
  children: [{ field: 'inventories', kind: inventory }],
})
