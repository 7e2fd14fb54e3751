// What an order costs here and now, by the club's own prices.
import { createHash } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import { toCanonicalJson } from '../../domain/canonicalJson.ts'
import { currentConsent } from '../../domain/cardConsent.ts'
import { findLineCents, findTax, noTaxes, type Quote, toQuote } from '../../domain/order.ts'
import type { StoredClub } from '../db/club/club.ts'
import type { KeptCard } from '../db/orders/order.ts'
import { type Asking, findGoods, type Goods, type Wanted, type WantedLine } from './goods.ts'

export interface AskedOrder {
  readonly kind: string
  readonly payload: unknown
}

export interface Priced {
  readonly goods: Goods
  readonly wanted: Wanted
  readonly quote: Quote
  /** Equal for two orders that would deliver the same to the same. */
  readonly hash: string
  /** Only a payment can keep a card. */
  readonly keepsCard: KeptCard | null
}

export function requireGoods(kind: string): Goods {
  const goods = findGoods(kind)
  if (goods !== undefined) return goods
  throw new Failure('invalid-input', 'Something in the order is not right: order.kind.', {
    faults: [{ path: 'order.kind', message: 'is nothing that can be ordered' }],
  })
}

/** For the summary beside a form that may still be half empty. */
export async function quoteOrder(asking: Asking, { kind, payload }: AskedOrder): Promise<Quote> {
  return toQuote(await requireGoods(kind).quote(asking, payload), toCharges(asking.club))
}

/** For an order that is about to be placed: its payload must be complete. */
export async function priceOrder(
  asking: Asking,
  { kind, payload }: AskedOrder,
  receiptEmail: string | null,
): Promise<Priced> {
  const goods = requireGoods(kind)
  const wanted = await goods.order(asking, payload)
  const quote = toQuote(wanted.lines, toCharges(asking.club))
  const { keepsCardOf } = wanted
  return {
    goods,
    wanted,
    quote,
    hash: hashOrder(kind, wanted, receiptEmail),
    keepsCard:
      keepsCardOf === undefined || quote.grandTotalCents === 0
        ? null
        : { memberId: keepsCardOf, consent: currentConsent },
  }
}

/** What the line alone costs, with its own taxes. */
export function toNetCents(club: StoredClub, line: WantedLine): number {
  return findLineCents(line, findTax(line, toCharges(club).taxRates))
}

function toCharges({ settings }: StoredClub): { serviceFeeCents: number; taxRates: typeof noTaxes } {
  return { serviceFeeCents: settings.serviceFeeCents, taxRates: { ...noTaxes, ...settings.taxRates } }
}

function hashOrder(kind: string, { lines, email, memberId }: Wanted, receiptEmail: string | null): string {
  const asked = lines.map((line) => ({ kind: line.kind, quantity: line.quantity, item: line.item }))
  const content = toCanonicalJson({ kind, email: email ?? receiptEmail, memberId, asked })
  return createHash('sha256').update(content).digest('hex')
}
