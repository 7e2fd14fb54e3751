// Test goods of limited number: `seat`, and the same with its guard switched off, as are what an event sells and what the store sells.
// Broken ones cannot be delivered.
import { z } from 'zod'
import { categories } from '../../../src/domain/order.ts'
import { eventGoods } from '../../../src/server/order/goods/event.ts'
import { productGoods } from '../../../src/server/order/goods/products.ts'
import type { Goods, QuoteContext } from '../../../src/server/order/goods.ts'
import { registerGoods } from '../../../src/server/order/orderKinds.ts'
import { parsePayload } from '../../../src/server/order/payload.ts'

/** A seat's name contains the number of seats after the slash. */
const thingName = z.string().regex(/^[\w-]+\/\d+$/)
const seat = z.object({
  thing: thingName,
  /** More seats, a line for each. */
  more: z.array(thingName).default([]),
  quantity: z.int().min(1).default(1),
  priceCents: z.int().min(0).default(1000),
  email: z.string(),
  sole: z.boolean().default(false),
})
const item = z.object({ thing: thingName })

function toGoods(kind: string, findCapacity: (thing: string) => number): Goods {
  const read = ({ club }: QuoteContext, payload: unknown) => {
    const { thing: first, more, quantity, priceCents, email, sole } = parsePayload(seat, payload)
    return {
      category: categories.tickets,
      description: `${club.name} seats`,
      lines: [first, ...more].map((thing) => ({
        kind,
        label: thing,
        quantity,
        amountCents: quantity * priceCents,
        sale: 'tickets' as const,
        item: { thing },
        scarce: [{ thing, quantity, sole }],
      })),
      email,
      name: 'A Buyer',
      memberId: null,
    }
  }
  return {
    kind,
    quote: async (context, payload) => read(context, payload),
    order: async (context, payload) => read(context, payload),
    deliver: async (delivery) =>
      item.parse(delivery.item).thing.startsWith('broken')
        ? { undeliverable: 'it is broken', reason: 'not-available' as const }
        : { given: { line: delivery.line } },
    takeBack: async () => true,
    findCapacity: async (_tx, thing) => findCapacity(thing),
  }
}

export function toCapacity(thing: string): number {
  return Number(thing.split('/')[1])
}

export function registerScarceGoods(): void {
  registerGoods(toGoods('seat', toCapacity))
  registerGoods(toGoods('unguarded', () => Number.MAX_SAFE_INTEGER))
  registerGoods({
    ...eventGoods,
    kind: 'unguarded-event',
    order: async (context, payload) => {
      const purchase = await eventGoods.order(context, payload)
      const lines = purchase.lines.map(({ scarce = [], ...line }) => ({
        ...line,
        scarce: scarce.map((thing) => ({ ...thing, sole: false })),
      }))
      return { ...purchase, lines }
    },
    findCapacity: async () => Number.MAX_SAFE_INTEGER,
  })
  registerGoods({
    ...productGoods,
    kind: 'unguarded-products',
    findCapacity: async () => Number.MAX_SAFE_INTEGER,
  })
}
