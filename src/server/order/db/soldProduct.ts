// All SQL about what the store has sold: each thing is a row, with the address to which it goes.
import type { Shipping } from '../../../contract/store.ts'
import { findMoney, type Money } from '../../../domain/order.ts'
import type { Tx } from '../../db/open.ts'

export interface NewSoldProduct {
  readonly orderId: number
  readonly line: number
  readonly inventoryId: number
  readonly product: string
  readonly size: string
  readonly shipping: Shipping
  readonly createdAt: Date
}

export async function insertSoldProduct(
  tx: Tx,
  { orderId, line, inventoryId, product, size, shipping, createdAt }: NewSoldProduct,
): Promise<void> {
  await tx
    .insertInto('sold_product')
    .values({
      order_id: orderId,
      line,
      inventory_id: inventoryId,
      product,
      size,
      ...shipping,
      created_at: createdAt,
    })
    .execute()
}

/** What has left the club cannot be taken back: then false. */
export async function voidSoldProduct(
  tx: Tx,
  { orderId, line, at }: { orderId: number; line: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('sold_product')
    .set({ void_at: at })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .where('shipped_at', 'is', null)
    .where('void_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface SoldProduct extends NewSoldProduct {
  readonly shippedAt: Date | null
  /** The buyer's bank wants the money back, or has it. */
  readonly isDisputed: boolean
  readonly money: Money
}

export interface SoldProductQuery {
  readonly orderId?: number
  /** Only what waits to be sent. */
  readonly open: boolean
}

/** The oldest order first. Without what was taken back. */
export async function listSoldProducts(tx: Tx, { orderId, open }: SoldProductQuery): Promise<SoldProduct[]> {
  const rows = await tx
    .selectFrom('sold_product as sold')
    .innerJoin('purchase_order as placed', 'placed.id', 'sold.order_id')
    .where('sold.void_at', 'is', null)
    .$if(open, (query) => query.where('sold.shipped_at', 'is', null))
    .$if(orderId !== undefined, (query) => query.where('sold.order_id', '=', orderId ?? 0))
    .orderBy('sold.order_id')
    .orderBy('sold.line')
    .selectAll('sold')
    .select(['placed.disputed_at', 'placed.charged_back_at', 'placed.mode'])
    .execute()
  return rows.map(({ name, address, city, state, zip, country, phone, email, ...row }) => ({
    orderId: row.order_id,
    line: row.line,
    inventoryId: row.inventory_id,
    product: row.product,
    size: row.size,
    shipping: { name, address, city, state, zip, country, phone, email },
    createdAt: row.created_at,
    shippedAt: row.shipped_at,
    isDisputed: row.disputed_at !== null || row.charged_back_at !== null,
    money: findMoney(row),
  }))
}

/** When the things of this order were sent, by their lines; null of what is to be sent. */
export async function listSent(tx: Tx, orderId: number): Promise<Map<number, Date | null>> {
  const rows = await tx
    .selectFrom('sold_product')
    .where('order_id', '=', orderId)
    .select(['line', 'shipped_at'])
    .execute()
  return new Map(rows.map(({ line, shipped_at }) => [line, shipped_at]))
}

/** All of one order that was not taken back. Null: it was not sent after all. Answers how many rows changed. */
export async function setShipped(tx: Tx, orderId: number, shippedAt: Date | null): Promise<number> {
  const rows = await tx
    .updateTable('sold_product')
    .set({ shipped_at: shippedAt })
    .where('order_id', '=', orderId)
    .where('void_at', 'is', null)
    .where('shipped_at', shippedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .execute()
  return rows.length
}
