// What an order costs, in integer cents. The summary and the server that charges use the same formula.
import type { z } from 'zod'
import type { lineState, quoteLineWire, quoteWire } from './shapes/orderLine.ts'
import { minuteMs } from './time.ts'

/** The kinds of sale that taxes distinguish. */
export type Sale = 'membership' | 'event' | 'tickets' | 'products' | 'donation'

/** What is taxed. Donations never are. */
export const taxedSales = ['membership', 'event', 'tickets', 'products'] as const
export type TaxedSale = (typeof taxedSales)[number]

/** Thousandths of a percent (8250 is 8.25 %), so that a tax is counted in whole numbers. */
export type TaxRates = Readonly<Record<TaxedSale, number>>

export const noTaxes: TaxRates = { membership: 0, event: 0, tickets: 0, products: 0 }

type SomeTaxes = Readonly<Partial<Record<TaxedSale, number>>>

/** As the club's file gives them: in percent, or in hundredths of a percent as earlier files do. */
export interface GivenTaxes {
  readonly taxPercent?: SomeTaxes
  readonly taxRates?: SomeTaxes
}

export function toTaxRates({ taxPercent = {}, taxRates = {} }: GivenTaxes): TaxRates {
  const toRate = (sale: TaxedSale) => Math.round((taxPercent[sale] ?? 0) * 1000) || (taxRates[sale] ?? 0) * 10
  return Object.fromEntries(taxedSales.map((sale) => [sale, toRate(sale)])) as Record<TaxedSale, number>
}

export type QuoteLine = z.output<typeof quoteLineWire>
export type Quote = z.output<typeof quoteWire>

/** One thing in an order, priced by the server. */
export interface PricedLine extends Readonly<QuoteLine> {
  /** Taken off inside the sum: the member discount of spaces. */
  readonly reductionCents?: number
  /** Taken off after the sum: the member discount of registrations, and what the store takes off. */
  readonly discountCents?: number
  readonly sale: Sale
}

/** All prices are in this currency. */
export const currency = 'usd'

// rules/payments 2.5: the amounts that the card network takes
export const leastChargedCents = 50
export const mostChargedCents = 99_999_999

export interface Charges {
  readonly serviceFeeCents: number
  readonly taxRates: TaxRates
}

/** The sum with its taxes. If it is above 0, the discounts are taken off and the service fee added. */
export function toQuote(lines: readonly PricedLine[], { serviceFeeCents, taxRates }: Charges): Quote {
  const subTotal = add(lines.map(({ amountCents }) => amountCents))
  const reductions = add(lines.map(findReduction))
  const taxes = add(lines.map((line) => findTax(line, taxRates)))
  const sum = subTotal - reductions + taxes
  const fee = sum > 0 ? serviceFeeCents : 0
  const discount = add(lines.map(findDiscount))
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

/** The same things in an event that is in test mode: nobody pays for them. */
export function toTestQuote(quote: Quote): Quote {
  return {
    ...quote,
    discountCents: quote.subTotalCents,
    serviceFeeCents: 0,
    taxesCents: 0,
    grandTotalCents: 0,
    testMode: true,
  }
}

export interface SumRow {
  readonly id: 'testMode' | 'discount' | 'storeDiscount' | 'subTotal' | 'serviceFee' | 'taxes'
  readonly cents: number
}

/** Between the lines and the total. The sub-total is the sum of everything above it. */
export function listSums(
  quote: Omit<Quote, 'lines' | 'currency' | 'grandTotalCents'> & {
    readonly lines: readonly Pick<QuoteLine, 'kind'>[]
  },
  { hasDiscount = false }: { hasDiscount?: boolean | undefined } = {},
): SumRow[] {
  const { lines, subTotalCents, discountCents, serviceFeeCents, taxesCents, testMode } = quote
  // in the store everybody is a member, and everybody pays the lower price
  // and dues are let off of one
  const isPlain = lines.some(({ kind }) => kind === 'product' || kind === 'membership' || kind === 'renewal')
  const discount = isPlain ? 'storeDiscount' : 'discount'
  // never -0
  const reduction = { id: testMode === true ? 'testMode' : discount, cents: 0 - discountCents } as const
  return [
    ...(discountCents === 0 && testMode !== true && !hasDiscount ? [] : [reduction]),
    { id: 'subTotal', cents: subTotalCents - discountCents },
    { id: 'serviceFee', cents: serviceFeeCents },
    { id: 'taxes', cents: taxesCents },
  ]
}

/** The part of a line that buyers see. Leaves out how it is delivered. */
export function toQuoteLine(
  line: Readonly<Omit<QuoteLine, 'itemId'> & { itemId?: number | null | undefined }>,
): QuoteLine {
  const { kind, label, itemId, quantity, amountCents, expiration, expirationAnew } = line
  return {
    kind,
    label,
    ...(itemId === undefined || itemId === null ? {} : { itemId }),
    quantity,
    amountCents,
    ...(expiration === undefined ? {} : { expiration }),
    ...(expirationAnew === undefined ? {} : { expirationAnew }),
  }
}

/** Each line is rounded by itself; half a cent is rounded up. */
export function findTax(line: PricedLine, taxRates: TaxRates): number {
  if (line.sale === 'donation') return 0
  return Math.floor((findNetCents(line) * taxRates[line.sale] + 50_000) / 100_000)
}

/** What the buyer paid for this line alone, without the service fee. */
export function findLineCents(line: PricedLine, taxCents: number): number {
  return findNetCents(line) + taxCents
}

function findNetCents(line: PricedLine): number {
  return line.amountCents - findReduction(line) - findDiscount(line)
}

/** At most the price of what it is for: nobody gets money for registering. */
function findDiscount(line: PricedLine): number {
  return Math.min(line.amountCents - findReduction(line), line.discountCents ?? 0)
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
 * The state of one line. `failed` could not be delivered; `returned` was given back for money. `kept` should
 * be given back but is still with the buyer, until an officer decides or it can be taken back.
 */
export type LineState = z.output<typeof lineState>

// rules/security 5.14: the cars, spaces and kinds of ticket in one order at an event, and the things in a cart
export const mostLines = 20

// rules/payments 3.3: how long stock is held while a buyer pays
export const holdMs = 15 * minuteMs

// the wire's numbers for the kinds of payment
export const categories = { donation: 0, products: 0, membership: 1, event: 4, tickets: 5 } as const
export type Category = 0 | 1 | 4 | 5

/** The modes of orders whose money an officer took: no card provider knows them. Other modes name its keys. */
export const handModes = ['cash', 'cheque'] as const
export type HandMode = (typeof handModes)[number]

/** How an officer took the money; undefined of what was paid online. */
export function findHandMode({ mode }: { readonly mode: string }): HandMode | undefined {
  return handModes.find((one) => one === mode)
}

/** `sandbox` is no money: the card provider was a sandbox, or its keys were for tests. It stays that for ever. */
export type Money = 'card' | HandMode | 'sandbox'

export function findMoney({ mode }: { readonly mode: string }): Money {
  return findHandMode({ mode }) ?? (mode === 'live' ? 'card' : 'sandbox')
}
