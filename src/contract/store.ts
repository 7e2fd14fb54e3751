// Actions for the club's store: what it sells, and the purchase.
import { z } from 'zod'
import { mostLines } from '../domain/order.ts'
import { storedLengths } from '../domain/shapes/personLengths.ts'
import { define } from './define.ts'
import { donationPayload } from './purchases.ts'
import { id, neededLine, neededName, uuid } from './shapes.ts'

/** Only the id of the inventory counts, and each entry is one piece: the store has its own prices. */
const cart = z
  .array(
    z.object({
      inventory: z.union([id, z.object({ id }).transform((inventory) => inventory.id)]),
      quantity: z.literal(1).default(1),
    }),
  )
  .min(1)
  .max(mostLines)

const { city, state, zip, country, phone, email } = donationPayload.shape

/** Where to send what was bought, and whom to ask about it. */
const shipping = z.object({
  name: neededName(2 * storedLengths.name + 1),
  address: neededLine(2 * storedLengths.address + 1),
  city,
  state,
  zip,
  country,
  phone,
  email,
})

/** As it is ordered. */
export type Shipping = z.output<typeof shipping> & { country: string }

/** The order's payload. */
export const storePayload = z.object({ cart, shipping })

/** What decides the price, of a form that may be half empty. */
export const storePricing = z.object({ cart })

export const store = {
  /** In the club's order. */
  get_store: define({
    access: 'member',
    effect: 'read',
    input: z.object({}),
    output: z.object({
      products: z.array(
        z.object({
          id,
          name: z.string(),
          description: z.string(),
          images: z.array(z.object({ id: z.string(), imageData: z.string() })),
          /** Its sizes, or whatever the club tells apart. */
          inventories: z.array(
            z.object({
              id,
              /** '' when there is only one. */
              name: z.string(),
              /** Dollars, as all amounts here: for one piece, before the discount. */
              price: z.number(),
              /** What the caller can still have, at most as much as one order takes. 0: out of stock. */
              quantity: z.number(),
              shipping: z.number(),
              discount: z.number(),
            }),
          ),
        }),
      ),
    }),
    failures: [],
  }),
  /** After the payment, or in its place if the order costs nothing. */
  sell_products: define({
    access: 'member',
    effect: 'external',
    ownKey: true,
    input: z.object({
      ...storePayload.shape,
      receiptId: id.optional(),
      key: uuid.optional(),
    }),
    output: z.object({ receiptId: id.optional() }),
    failures: ['sold-out', 'not-paid', 'order-not-found', 'payments-unavailable'],
  }),
}
