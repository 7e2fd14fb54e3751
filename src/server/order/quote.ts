// The present price of an order, by the club's own prices.
import { createHash } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import { toCanonicalJson } from '../../domain/canonicalJson.ts'
import { currentConsent } from '../../domain/cardConsent.ts'
import {
  type Charges,
  findLineCents,
  findTax,
  type Quote,
  toQuote,
  toTaxRates,
  toTestQuote,
} from '../../domain/order.ts'
import type { StoredClub } from '../club/db/club.ts'
import type { AgreedOrder } from './db/order.ts'
import type { Goods, Pricing, Purchase, PurchaseLine, QuoteContext } from './goods.ts'
import { findGoods } from './orderKinds.ts'

export interface OrderRequest {
  readonly kind: string
  readonly payload: unknown
}

/** `netCents` is what this line costs by itself, with its own taxes, which are `taxCents`. */
export type OrderedLine = PurchaseLine & { readonly netCents: number; readonly taxCents: number }

export interface PricedOrder {
  readonly goods: Goods
  readonly purchase: Purchase
  readonly lines: readonly OrderedLine[]
  readonly agreed: AgreedOrder
}

export function requireGoods(kind: string): Goods {
  const goods = findGoods(kind)
  if (goods !== undefined) return goods
  throw new Failure('invalid-input', 'Something in the order is not right: order.kind.', {
    faults: [{ path: 'order.kind', message: 'is nothing that can be ordered' }],
  })
}

/** For the summary beside a form that may be half empty. */
export async function quoteOrder(context: QuoteContext, { kind, payload }: OrderRequest): Promise<Quote> {
  return toCharged(await requireGoods(kind).quote(context, payload), context.club)
}

/** For an order that is about to be placed. Its payload must be complete. */
export async function priceOrder(
  context: QuoteContext,
  { kind, payload }: OrderRequest,
  receiptEmail: string | null,
): Promise<PricedOrder> {
  const goods = requireGoods(kind)
  const purchase = await goods.order(context, payload)
  const quote = toCharged(purchase, context.club)
  const { category, description, memberId, name, savesCardOf } = purchase
  const agreed: AgreedOrder = {
    ...{ kind, category, description, memberId, name, quote },
    requestHash: hashOrder(kind, purchase, receiptEmail),
    // only a payment can save a card
    savesCard:
      savesCardOf === undefined || quote.grandTotalCents === 0
        ? null
        : { memberId: savesCardOf, consent: currentConsent },
  }
  return { goods, purchase, lines: toOrdered(purchase, context.club), agreed }
}

export function toCharged({ lines, isTest = false }: Pricing, club: StoredClub): Quote {
  const quote = toQuote(lines, toCharges(club))
  return isTest ? toTestQuote(quote) : quote
}

function toOrdered({ lines, isTest = false }: Purchase, club: StoredClub): OrderedLine[] {
  const { taxRates } = toCharges(club)
  return lines.map((line) => {
    const taxCents = isTest ? 0 : findTax(line, taxRates)
    return { ...line, taxCents, netCents: isTest ? 0 : findLineCents(line, taxCents) }
  })
}

function toCharges({ settings }: StoredClub): Charges {
  return { serviceFeeCents: settings.serviceFeeCents, taxRates: toTaxRates(settings) }
}

/** Equal for two orders of the same goods for the same person. */
function hashOrder(kind: string, { lines, email, memberId }: Purchase, receiptEmail: string | null): string {
  const items = lines.map((line) => ({ kind: line.kind, quantity: line.quantity, item: line.item }))
  // the stored hashes were made with the name `asked`
  const content = toCanonicalJson({ kind, email: email ?? receiptEmail, memberId, asked: items })
  return createHash('sha256').update(content).digest('hex')
}
