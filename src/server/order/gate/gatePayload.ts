// What an order needs when an officer sells at the gate: a name, and what is bought.
import { z } from 'zod'
import { entryPayload, eventPayload, ticketsPayload, vendorPayload } from '../../../contract/eventOrders.ts'
import { line } from '../../../contract/shapes.ts'
import { storedLengths } from '../../../domain/shapes/personLengths.ts'

const text = (most: number) => line(most).default('')

const person = {
  address1: text(storedLengths.address),
  city: text(storedLengths.city),
  state: text(storedLengths.state),
  zip: text(storedLengths.zip),
  phone: z.string().regex(/^\d*$/).max(storedLengths.phone).default(''),
  email: z.union([z.literal(''), entryPayload.shape.email]).default(''),
  // nobody was asked
  allowEmailMarketing: z.boolean().default(false),
}
const { address1: address, ...buyer } = person

export const gatePayload = eventPayload.extend({
  entries: z
    .array(
      entryPayload.extend({
        ...person,
        lname: text(storedLengths.name),
        country: text(storedLengths.country),
      }),
    )
    .max(1)
    .default([]),
  vendor: vendorPayload.extend({ ...buyer, address }).optional(),
  tickets: ticketsPayload.extend({ ...buyer, address }).optional(),
})

export type GatePayload = z.input<typeof gatePayload>
