// A line of an order: what a quote shows of it, and what its buyer sees after the order is made. It is not in
// the club file. Its other columns are only for the server, in the SQL that reads them
// (server/order/db/order.ts).
import { z } from 'zod'

/** The class of a registered car, by its number and its name; '' where the event has no such class any more. */
export const carClassWire = z.object({ number: z.number(), description: z.string() })

export const quoteLineWire = z.object({
  /** What it is, for screens and mails: 'membership', 'renewal', 'donation', … */
  kind: z.string(),
  label: z.string(),
  /**
   * The id of what it is for: of the size in the store, the ticket, the space, the membership's type. Missing where it
   * is for nothing of these. Names may change.
   */
  itemId: z.number().optional(),
  quantity: z.number(),
  /** For the whole line, before any discount. */
  amountCents: z.number(),
  /** When the membership ends that is joined or renewed now, in the price before it is ordered. */
  expiration: z.string().optional(),
  /** Of a renewal that counts from an end that is over: when it would end by joining anew, where that is later. */
  expirationAnew: z.string().optional(),
})

/** The grand total is the sub-total plus taxes and fee, less the discount. */
export const quoteWire = z.object({
  lines: z.array(quoteLineWire),
  subTotalCents: z.number(),
  discountCents: z.number(),
  serviceFeeCents: z.number(),
  taxesCents: z.number(),
  grandTotalCents: z.number(),
  currency: z.string(),
  /** The event is in test mode: the discount takes off everything. */
  testMode: z.literal(true).optional(),
})

/** When and where the event of an order is, as it is now. */
export const orderEventWire = z.object({
  id: z.number(),
  name: z.string(),
  /** Calendar days. */
  startDate: z.string(),
  endDate: z.string(),
  /** When the gates open on each day, 'HH:MM' there; '' when the club does not say. */
  gateTime: z.string(),
  place: z.string(),
  timeZone: z.string(),
})

export const lineState = z.enum(['pending', 'delivered', 'failed', 'returned', 'kept'])

/** `kept` is for the club's officers only: the buyer sees `returned`. */
export const orderLineWire = quoteLineWire.extend({
  state: lineState.exclude(['kept']),
  /** Of the event at which it was bought. */
  eventId: z.number().optional(),
  /** Its name when it was bought. */
  event: z.string().optional(),
  /** The number that a registered car got. */
  carNumber: z.string().optional(),
  /** The class of that car, as it is now. */
  carClass: carClassWire.optional(),
  /** Of the store's things that are sold. */
  sending: z.enum(['to-be-sent', 'sent']).optional(),
  /** What the gate reads: one for each ticket, or the one of the car or the space. */
  codes: z.array(z.string()).optional(),
  /** What was chosen or written for each ticket, or for the car, '' for nothing. Missing where nothing was. */
  answers: z.array(z.string()).optional(),
  /** What goes back to the buyer for this line alone. Missing where a refund does not say for which lines. */
  refundedCents: z.number().optional(),
})
