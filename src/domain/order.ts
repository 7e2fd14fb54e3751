// What an order costs: integer cents, one formula, used by the summary and by the server that charges.
import type { z } from 'zod'
import type { lineState, quoteLineWire, quoteWire } from './shapes/orderLine.ts'
import { minuteMs } from './time.ts'

/** What is sold, as far as taxes differ by it. */
export type Sale = 'membership' | 'event' | 'tickets' | 'products' | 'donation'

/** Basis points (825 is 8.25 %) of each kind of sale; donations are never taxed. */
export type TaxRates = Readonly<Record<Exclude<Sale, 'donation'>, number>>

export const noTaxes: TaxRates = { membership: 0, event: 0, tickets: 0, products: 0 }

export type QuoteLine = z.output<typeof quoteLineWire>
export type Quote = z.output<typeof quoteWire>

/** One thing in an order, priced by the server. */
export interface PricedLine extends Readonly<QuoteLine> {
  /** Taken off within the sum: the member discount of spaces. */
  readonly reductionCents?: number
  /** Taken off after the sum: the member discount of registrations. */
  readonly discountCents?: number
  readonly sale: Sale
}

/** All prices are in this currency. */
export const currency = 'usd'

// rules/payments 2.5: what the card network takes
export const leastChargedCents = 50
export const mostChargedCents = 99_999_999

export interface Charges {
  readonly serviceFeeCents: number
  readonly taxRates: TaxRates
}

/** The sum with its taxes; where that is above 0, less the discount and plus the service fee. */
export function toQuote(lines: readonly PricedLine[], { serviceFeeCents, taxRates }: Charges): Quote {
  const subTotal = add(lines.map(({ amountCents }) => amountCents))
  const reductions = add(lines.map(findReduction))
  const taxes = add(lines.map((line) => findTax(line, taxRates)))
  const sum = subTotal - reductions + taxes
  const fee = sum > 0 ? serviceFeeCents : 0
  const discount = Math.min(sum > 0 ? add(lines.map(({ discountCents = 0 }) => discountCents)) : 0, sum + fee)
  return {
    lines: lines.map(toQuoteLine),
    subTotalCents: subTotal,
    discountCents: reductions + discount,
    serviceFeeCents: fee,
    taxesCents: taxes,
    grandTotalCents: sum - discount + fee,
    currency,
  }
}

/** What buyers see of a line, and nothing of how it is delivered. */
export function toQuoteLine({ kind, label, quantity, amountCents }: Readonly<QuoteLine>): QuoteLine {
  return { kind, label, quantity, amountCents }
}

/** Half a cent is rounded up, for each line by itself. */
export function findTax(line: PricedLine, taxRates: TaxRates): number {
  if (line.sale === 'donation') return 0
  const taxed = Math.max(0, line.amountCents - findReduction(line) - (line.discountCents ?? 0))
  return Math.floor((taxed * taxRates[line.sale] + 5000) / 10_000)
}

/** What the buyer paid for this line alone, without the service fee. */
export function findLineCents(line: PricedLine, taxCents: number): number {
  return Math.max(0, line.amountCents - findReduction(line) - (line.discountCents ?? 0)) + taxCents
}

function findReduction({ amountCents, reductionCents = 0 }: PricedLine): number {
  return Math.min(amountCents, reductionCents)
}

function add(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Why an order of this total cannot be paid by card. */
export type TotalFault = 'nothing-to-pay' | 'amount-too-small' | 'amount-too-large'

export function findTotalFault(grandTotalCents: number): TotalFault | undefined {
  if (grandTotalCents === 0) return 'nothing-to-pay'
  if (grandTotalCents < leastChargedCents) return 'amount-too-small'
  return grandTotalCents > mostChargedCents ? 'amount-too-large' : undefined
}

// rules/payments 3
export const orderStates = [
  'pending',
  'fulfilled',
  'fulfilled_partial',
  'expired',
  'cancelled',
  'refunding',
  'refunded',
  'review',
] as const
export type OrderState = (typeof orderStates)[number]

/**
 * Of one line: `failed` could not be delivered, `returned` was given back for money, and `kept` was to be given back
 * and is still with the buyer, until an officer has decided or it can be taken back after all.
 */
export type LineState = z.output<typeof lineState>

// rules/payments 3.3: how long stock is held for somebody who pays
export const holdMs = 15 * minuteMs

// the numbers by which the wire knows the kinds of payment
export const categories = { donation: 0, membership: 1, event: 4, tickets: 5 } as const
export type Category = 0 | 1 | 4 | 5
