// From what somebody wants to a payment that their browser can confirm: priced, held, and written down before the provider hears of it.
import { Failure, type FailureDetails } from '../../contract/failures.ts'
import { foldEmail } from '../../domain/member.ts'
import { toDollars } from '../../domain/money.ts'
import { categories, currency, findTotalFault, holdMs, type Quote } from '../../domain/order.ts'
import type { SignedInMember } from '../auth/session.ts'
import { getClub } from '../db/club/club.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'
import type { Tx } from '../db/open.ts'
import {
  addHistory,
  findOrder,
  insertOrder,
  type KeptCard,
  type StoredOrder,
  setIntent,
} from '../db/orders/order.ts'
import type { Services } from '../services.ts'
import type { Cards, Intent } from './cardProvider.ts'
import { withCustomer } from './customers.ts'
import { findDeclineWait, refuseDeclined } from './declines.ts'
import type { Goods, QuoteContext } from './goods.ts'
import { requireFewHeld } from './holdOwner.ts'
import { holdLines } from './holds.ts'
import { type OrderRequest, priceOrder, toNetCents } from './quote.ts'
import { applyIntent, closeOrder, closeTriedOut, firstLookMs, isCaptured, settle } from './settlement.ts'

export interface CheckoutRequest {
  readonly tenant: TenantIdentity
  readonly member: SignedInMember | null
  readonly language: 'en' | 'es' | null
  readonly amountCents: number
  readonly receiptEmail: string
  readonly category: number
  readonly nonMember: Readonly<Record<string, unknown>> | undefined
  readonly order: OrderRequest | undefined
  readonly key: string
  readonly replaces: ReplacedOrder | undefined
  /** As in `Asking`. */
  readonly isDiscreet: boolean
  /** The caller's address, as `nameHolder` names it. */
  readonly holder: string
}

/** The key is the secret; whoever never got the answer does not know the number. */
export interface ReplacedOrder {
  readonly receiptId?: number | undefined
  readonly key: string
}

export interface OpenPayment {
  readonly clientSecret: string
  readonly receiptId: number
  readonly quote: Quote
  readonly holdUntil: Date | null
  /** The version of the words that say so to the payer; null where the card is not kept. */
  readonly keepsCard: string | null
}

export interface CheckoutParts {
  readonly services: Services
  readonly cards: Cards
}

/** The same key and order give the same payment again. Not within a transaction. */
export async function checkOut(parts: CheckoutParts, asked: CheckoutRequest): Promise<OpenPayment> {
  const { services, cards } = parts
  const { database } = services
  const { tenant } = asked
  if (asked.replaces !== undefined) await giveUp(parts, tenant, asked.replaces)
  const { order, ending } = await database.inTenant(tenant.id, (tx) => placeOrder(tx, parts, asked))
  if (ending !== undefined) {
    // its hold must not stand in the way of the order that follows
    await giveUp(parts, tenant, { receiptId: order.id, key: order.key }, ending.state)
    throw ending.failure
  }
  const found =
    order.intentId === null
      ? await askForIntent(parts, tenant, order)
      : await cards.readIntent(order.intentId)
  const { current, wait } = await database.inTenant(tenant.id, async (tx) => {
    const isSet = order.intentId === null && (await setIntent(tx, tenant.id, order.id, found.id))
    return {
      // what it was placed as, it still is: open, and without another payment
      current: isSet ? { ...order, intentId: found.id } : await findOrder(tx, tenant.id, { id: order.id }),
      wait: await findDeclineWait(tx, tenant.id, order.email, services.now()),
    }
  })
  const ownId = current?.intentId ?? found.id
  // the same call at the same moment may have got another, which is then the order's
  const intent = ownId === found.id ? found : await cards.readIntent(ownId)
  const isDone = intent.status === 'succeeded' || intent.status === 'canceled'
  const settled = isDone && current !== undefined ? (await settle(parts, tenant, current))?.order : current
  requireOpen(settled)
  if (wait !== undefined) {
    // declined meanwhile: this payment was not among those that were closed
    await closeTriedOut(parts, tenant, order)
    refuseDeclined(wait)
  }
  if (intent.client_secret === null) throw new Error(`intent ${intent.id} has no secret`)
  return {
    clientSecret: intent.client_secret,
    receiptId: order.id,
    quote: order.quote,
    holdUntil: order.holdUntil,
    keepsCard: order.keepsCard?.consent ?? null,
  }
}

function requireOpen(order: StoredOrder | undefined): void {
  if (order === undefined || order.state === 'expired' || order.state === 'cancelled') {
    throw expired()
  }
  if (isCaptured(order.state) || order.paidAt !== null) {
    throw new Failure('already-paid', 'This order has been paid already.')
  }
}

/** An order of the same browser, which wants another instead: it must never be paid beside it. */
async function giveUp(
  parts: CheckoutParts,
  tenant: TenantIdentity,
  { receiptId, key }: ReplacedOrder,
  whenCancelled: 'expired' | 'cancelled' = 'cancelled',
): Promise<void> {
  const { services, cards } = parts
  const order = await services.database.inTenant(tenant.id, (tx) => findOrder(tx, tenant.id, { key }))
  if (order === undefined || (receiptId !== undefined && receiptId !== order.id)) return
  if (order.state === 'expired' || order.state === 'cancelled') return
  if (!isCaptured(order.state)) {
    const intentId = order.intentId ?? (await endUnpayable(parts, tenant, order.id, whenCancelled))
    if (intentId === undefined) return
    const intent = await cards.cancelIntent(intentId)
    const settled = await applyIntent(parts, tenant, order.id, intent, { whenCancelled })
    if (settled?.order.state === 'cancelled' || settled?.order.state === 'expired') return
  }
  throw new Failure('already-paid', 'The order before has been paid already.')
}

/**
 * Ends an order that has no payment, without the provider: a payment's secret goes out only once it stands in the
 * order, and an order that has ended gets none. Answers the payment that it has got meanwhile; then it stays as it is.
 */
export async function endUnpayable(
  { services }: Pick<CheckoutParts, 'services'>,
  tenant: TenantIdentity,
  orderId: number,
  state: 'expired' | 'cancelled',
): Promise<string | undefined> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, tenant.id, { id: orderId }, 'lock')
    if (order === undefined || order.intentId !== null) return order?.intentId ?? undefined
    if (order.state === 'pending') await closeOrder(tx, tenant.id, order, state, new Date(services.now()))
    return undefined
  })
}

/** In the name of the member's own customer where their card is to be kept, and of nobody otherwise. */
async function askForIntent(
  parts: CheckoutParts,
  tenant: TenantIdentity,
  order: StoredOrder,
): Promise<Intent> {
  const ask = (customerId: string | null) =>
    parts.cards.createIntent({
      tenantUuid: tenant.uuid,
      orderId: order.id,
      key: order.key,
      amountCents: order.quote.grandTotalCents,
      currency: order.quote.currency,
      description: order.description,
      customerId,
    })
  if (order.keepsCard !== null) return withCustomer(parts, tenant, order.keepsCard.memberId, ask)
  const intent = await ask(null)
  if (intent === undefined) throw new Error(`order ${order.id} got no intent`)
  return intent
}

interface Placed {
  readonly order: StoredOrder
  /** Why it cannot be paid any more, and what it has to become before that is said. */
  readonly ending?: { readonly state: 'expired' | 'cancelled'; readonly failure: Failure }
}

/** The order as it stands behind its key: a new one, or the one that the same browser placed before. */
async function placeOrder(
  tx: Tx,
  { services, cards }: CheckoutParts,
  asked: CheckoutRequest,
): Promise<Placed> {
  const { tenant, member, key } = asked
  const now = services.now()
  const club = await getClub(tx, tenant.id)
  const asking: QuoteContext = { tx, services, tenant, club, member, now, isDiscreet: asked.isDiscreet }
  const known = await findOrder(tx, tenant.id, { key }, 'lock')
  if (known !== undefined) requireOpen(known)
  const wish = await readWish(asking, asked)
  if (known !== undefined) {
    if (known.askedHash !== wish.hash || known.email !== wish.email) {
      throw new Failure('key-reused', 'This key was used for another order.')
    }
    return { order: known, ...findEnding(known, asked.amountCents, wish.quote, now) }
  }
  requireAmount(asked.amountCents, wish.quote)
  const wait = await findDeclineWait(tx, tenant.id, wish.email, now)
  if (wait !== undefined) refuseDeclined(wait)
  const isScarce = wish.lines.some(({ scarce = [] }) => scarce.length > 0)
  if (isScarce) await requireFewHeld(tx, tenant.id, asked.holder)
  const order = await insertOrder(
    tx,
    tenant.id,
    {
      key,
      kind: wish.kind,
      category: asked.category,
      askedHash: wish.hash,
      description: wish.description,
      memberId: wish.memberId,
      email: wish.email,
      emailFolded: foldEmail(wish.email),
      name: wish.name,
      language: asked.language,
      quote: wish.quote,
      mode: cards.mode,
      holdUntil: isScarce ? new Date(now + holdMs) : null,
      createdAt: new Date(now),
      lookAt: new Date(now + firstLookMs),
      holder: isScarce ? asked.holder : null,
      keepsCard: wish.keepsCard,
    },
    wish.lines.map((line) => ({ ...line, netCents: toNetCents(club, line) })),
  )
  // the same browser at the same moment: its other call has placed the order
  if (order === undefined) return placeOrder(tx, { services, cards }, asked)
  if (wish.goods !== undefined) await holdLines(tx, tenant.id, order.id, wish.goods, wish.lines)
  await addHistory(tx, tenant.id, order.id, { what: 'placed', at: new Date(now) })
  return { order }
}

/** What an order was agreed at holds as long as it stands and its browser asks for no other price. */
function findEnding(
  known: StoredOrder,
  amountCents: number,
  quote: Quote,
  now: number,
): Pick<Placed, 'ending'> {
  if (known.holdUntil !== null && known.holdUntil.getTime() <= now) {
    return { ending: { state: 'expired', failure: expired() } }
  }
  const wasCents = known.quote.grandTotalCents
  if (amountCents === wasCents) return {}
  if (quote.grandTotalCents === wasCents) throw priceChanged({ quote })
  return { ending: { state: 'cancelled', failure: priceChanged({ quote, wasCents }) } }
}

function expired(): Failure {
  return new Failure('order-expired', 'The time to pay for this order has run out.')
}

function priceChanged(details: FailureDetails): Failure {
  return new Failure('price-changed', 'The price has changed. Nothing was charged.', details)
}

interface Wish {
  readonly kind: string
  readonly goods: Goods | undefined
  readonly lines: Awaited<ReturnType<typeof priceOrder>>['wanted']['lines']
  readonly quote: Quote
  readonly hash: string
  readonly description: string
  readonly email: string
  readonly name: string
  readonly memberId: number | null
  readonly keepsCard: KeptCard | null
}

async function readWish(asking: QuoteContext, asked: CheckoutRequest): Promise<Wish> {
  const order = asked.order ?? toDonation(asking, asked)
  if (order === undefined) return toUnnamed(asking, asked)
  const { goods, wanted, quote, hash, keepsCard } = await priceOrder(asking, order, asked.receiptEmail)
  if (goods.category !== asked.category) {
    throw new Failure('invalid-input', 'The category is not that of the order.', {
      faults: [{ path: 'category', message: `must be ${goods.category}` }],
    })
  }
  return {
    kind: order.kind,
    goods,
    lines: wanted.lines,
    quote,
    hash,
    description: goods.describe(asking.club.name),
    email: wanted.email ?? asked.receiptEmail,
    name: wanted.name,
    memberId: wanted.memberId,
    keepsCard,
  }
}

/** Without an order a payment of category 0 by a member, or by somebody who says who they are, is a donation. */
function toDonation({ club, member }: QuoteContext, asked: CheckoutRequest): OrderRequest | undefined {
  const { category, nonMember, amountCents, receiptEmail } = asked
  if (category !== categories.donation || (member === null && nonMember === undefined)) return undefined
  const amount = toDollars(Math.max(0, amountCents - club.settings.serviceFeeCents))
  const donor = member === null ? { country: 'US', ...nonMember } : {}
  return { kind: 'donation', payload: { ...donor, email: receiptEmail, amount } }
}

/** A receipt that a later `create_*` call will say the goods of (rules/payments 3.5). */
export const unnamedKind = ''

function toUnnamed({ club, member }: QuoteContext, asked: CheckoutRequest): Wish {
  if (asked.category !== categories.membership) {
    throw new Failure('invalid-input', 'It must be said what is paid for.', {
      faults: [{ path: 'order', message: 'is missing' }],
    })
  }
  const { amountCents } = asked
  return {
    kind: unnamedKind,
    goods: undefined,
    lines: [],
    quote: {
      lines: [],
      subTotalCents: amountCents,
      discountCents: 0,
      serviceFeeCents: 0,
      taxesCents: 0,
      grandTotalCents: amountCents,
      currency,
    },
    hash: String(amountCents),
    description: `${club.name} membership`,
    email: asked.receiptEmail,
    name: '',
    memberId: member?.id ?? null,
    keepsCard: null,
  }
}

/** rules/payments 2.4: nothing is charged but the server's own total. */
function requireAmount(amountCents: number, quote: Quote): void {
  if (amountCents !== quote.grandTotalCents) throw priceChanged({ quote })
  const fault = findTotalFault(quote.grandTotalCents)
  if (fault !== undefined) throw new Failure(fault, totalTexts[fault], { quote })
}

const totalTexts = {
  'nothing-to-pay': 'There is nothing to pay for this order.',
  'amount-too-small': 'Cards cannot be charged less than $0.50.',
  'amount-too-large': 'Cards cannot be charged more than $999,999.99.',
}
