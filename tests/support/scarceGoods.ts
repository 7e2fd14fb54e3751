// Goods of the tests of which there are only so many: `seat`, and the same with its guard switched off.
import { z } from 'zod'
import { type Goods, registerGoods } from '../../src/server/orders/goods.ts'
import { parsePayload } from '../../src/server/orders/payload.ts'

/** How many there are stands in a seat's own name, behind the slash. */
const seat = z.object({
  thing: z.string().regex(/^[\w-]+\/\d+$/),
  quantity: z.int().min(1).default(1),
  priceCents: z.int().min(0).default(1000),
  email: z.string(),
  sole: z.boolean().default(false),
})

function toGoods(kind: string, findCapacity: (thing: string) => number): Goods {
  const read = (payload: unknown) => {
    const { thing, quantity, priceCents, email, sole } = parsePayload(seat, payload)
    return {
      lines: [
        {
          kind,
          label: thing,
          quantity,
          amountCents: quantity * priceCents,
          sale: 'tickets' as const,
          item: { thing },
          scarce: [{ thing, quantity, sole }],
        },
      ],
      email,
      name: 'A Buyer',
      memberId: null,
    }
  }
  return {
    kind,
    category: 5,
    describe: (clubName) => `${clubName} seats`,
    quote: async (_asking, payload) => read(payload).lines,
    order: async (_asking, payload) => read(payload),
    deliver: async ({ line }) => ({ given: { line } }),
    takeBack: async () => true,
    findCapacity: async (_tx, _tenantId, thing) => findCapacity(thing),
  }
}

export function toCapacity(thing: string): number {
  return Number(thing.split('/')[1])
}

export function registerScarceGoods(): void {
  registerGoods(toGoods('seat', toCapacity))
  registerGoods(toGoods('unguarded', () => Number.MAX_SAFE_INTEGER))
}
