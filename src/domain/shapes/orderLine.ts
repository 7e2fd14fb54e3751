// A line of an order: what a quote shows of it, and what its buyer sees once the order stands. No club file has it, and
// its other columns serve the server alone: they are told by the SQL that reads them (server/db/orders/order.ts).
import { z } from 'zod'

export const quoteLineWire = z.object({
  /** What it is, for screens and mails: 'membership', 'renewal', 'donation', … */
  kind: z.string(),
  label: z.string(),
  quantity: z.number(),
  /** Of the whole line, before anything is taken off. */
  amountCents: z.number(),
})

/** The sub-total and the taxes and the fee, less the discount, are the grand total. */
export const quoteWire = z.object({
  lines: z.array(quoteLineWire),
  subTotalCents: z.number(),
  discountCents: z.number(),
  serviceFeeCents: z.number(),
  taxesCents: z.number(),
  grandTotalCents: z.number(),
  currency: z.string(),
})

export const lineState = z.enum(['pending', 'delivered', 'failed', 'returned', 'kept'])

/** Whether a line is `kept` is between the club and its officers: to its buyer it is `returned`. */
export const orderLineWire = quoteLineWire.extend({ state: lineState.exclude(['kept']) })
