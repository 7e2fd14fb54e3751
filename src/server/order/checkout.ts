// Turns an order into a payment to confirm. It is priced, held and stored before the provider is asked.
import { Failure, type FailureDetails } from '../../contract/failures.ts'
import { toDollars } from '../../domain/money.ts'
import { categories, currency, findTotalFault, holdMs, type Quote } from '../../domain/order.ts'
import { toDonationDescription, toStoreDescription } from '../../domain/sales/descriptions.ts'
import type { SignedInMember } from '../auth/session.ts'
import { getClub, type StoredClub } from '../club/db/club.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import { firstOrderCheckMs } from '../limits/times.ts'
import type { CardParts, Intent } from './cardProvider.ts'
import { withCustomer } from './customers.ts'
import {
  type AgreedOrder,
  addHistory,
  findOrder,
  insertOrder,
  type StoredOrder,
  setIntent,
} from './db/order.ts'
import { findDeclineWait, refuseDeclined } from './declines.ts'
import { requireRedeemable } from './goods/redeemable.ts'
import type { Goods, QuoteContext } from './goods.ts'
import { giveUp, type ReplacedOrder } from './holding/ending.ts'
import { amongHolds } from './holding/giveWay.ts'
import { requireFewHeld } from './holding/holdOwner.ts'
import { holdLines } from './holding/holds.ts'
import { findSureUntil } from './holding/supply.ts'
import { findGoods } from './orderKinds.ts'
import { type OrderedLine, type OrderRequest, priceOrder } from './quote.ts'
import { closeTriedOut, isCaptured, settle } from './settlement.ts'

export interface CheckoutRequest {
  readonly tenant: TenantIdentity
  readonly member: SignedInMember | null
  readonly language: 'en' | 'es' | null
  readonly amountCents: number
  readonly receiptEmail: string
  readonly category: number
  /** As the caller describes the payment. Only a payment without an order is told apart by it. */
  readonly description?: string | undefined
  readonly nonMember: Readonly<Record<string, unknown>> | undefined
  readonly order: OrderRequest | undefined
  readonly key: string
  readonly replaces: ReplacedOrder | undefined
  /** As in `QuoteContext`. */
  readonly isDiscreet: boolean
  /** The caller's network address as `nameHolder` names it. */
  readonly holder: string
}

export interface OpenPayment {
  readonly clientSecret: string
  readonly receiptId: number
  readonly quote: Quote
  readonly holdUntil: Date | null
  /** Only of the last tenth of something: afterwards it gives way to the next buyer, while it is not paid. */
  readonly sureUntil: Date | undefined
  /** The version of the text that tells the payer so; null when the card is not saved. */
  readonly keepsCard: string | null
}

/** The same key and order give the same payment again. Not within a transaction. */
export async function checkOut(parts: CardParts, request: CheckoutRequest): Promise<OpenPayment> {
  const { services, cards } = parts
  const { database } = services
  const { tenant } = request
  if (request.replaces !== undefined) await giveUp(parts, tenant, request.replaces)
  const { order, ending } = await amongHolds(parts, tenant, () =>
    database.inTenant(tenant.id, (tx) => placeOrder(tx, parts, request)),
  )
  if (ending !== undefined) {
    // its hold must not block the next order
    await giveUp(parts, tenant, { receiptId: order.id, key: order.key }, ending.state)
    throw ending.failure
  }
  const found =
    order.intentId === null
      ? await createOrderIntent(parts, tenant, order)
      : await cards.readIntent(order.intentId)
  const { current, wait, sureUntil } = await database.inTenant(tenant.id, async (tx) => {
    const isSet = order.intentId === null && (await setIntent(tx, order.id, found.id))
    return {
      // the order is still as it was placed: open, and without another payment
      current: isSet ? { ...order, intentId: found.id } : await findOrder(tx, { id: order.id }),
      wait: await findDeclineWait(tx, order.email, services.now()),
      sureUntil: await findSureUntil(tx, findGoods(order.kind), order),
    }
  })
  const ownId = current?.intentId ?? found.id
  // the same call at the same moment may have made another intent, which then belongs to the order
  const intent = ownId === found.id ? found : await cards.readIntent(ownId)
  const isDone = intent.status === 'succeeded' || intent.status === 'canceled'
  const settled = isDone && current !== undefined ? (await settle(parts, tenant, current))?.order : current
  requireOpen(settled)
  if (wait !== undefined) {
    // a card was declined meanwhile, and this payment was not among those that were closed
    await closeTriedOut(parts, tenant, order)
    refuseDeclined(wait)
  }
  if (intent.client_secret === null) throw new Error(`intent ${intent.id} has no secret`)
  return {
    clientSecret: intent.client_secret,
    receiptId: order.id,
    quote: order.quote,
    holdUntil: order.holdUntil,
    sureUntil,
    keepsCard: order.savesCard?.consent ?? null,
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

/** For the member's own customer if their card is to be saved, otherwise without a customer. */
async function createOrderIntent(
  parts: CardParts,
  tenant: TenantIdentity,
  order: StoredOrder,
): Promise<Intent> {
  const create = (customerId: string | null) =>
    parts.cards.createIntent({
      tenantUuid: tenant.uuid,
      orderId: order.id,
      key: order.key,
      amountCents: order.quote.grandTotalCents,
      currency: order.quote.currency,
      description: order.description,
      customerId,
    })
  if (order.savesCard !== null) return withCustomer(parts, tenant, order.savesCard.memberId, create)
  const intent = await create(null)
  if (intent === undefined) throw new Error(`order ${order.id} got no intent`)
  return intent
}

interface PlacedOrder {
  readonly order: StoredOrder
  /** Why the order cannot be paid any more, and the state that it must get before the caller is told. */
  readonly ending?: { readonly state: 'expired' | 'cancelled'; readonly failure: Failure }
}

/** The order with this key: a new one, or the one that the same browser placed before. */
async function placeOrder(
  tx: Tx,
  { services, cards }: CardParts,
  request: CheckoutRequest,
): Promise<PlacedOrder> {
  const { tenant, member, key } = request
  const now = services.now()
  const club = await getClub(tx)
  const known = await findOrder(tx, { key }, 'lock')
  if (known !== undefined) requireOpen(known)
  const isHeld = known !== undefined && findPromiseEnd(known) > now
  const { isDiscreet } = request
  const context: QuoteContext = { tx, services, tenant, club, member, now, isDiscreet, isHeld }
  const placing = await readPlacing(context, request)
  if (known !== undefined) {
    if (known.requestHash !== placing.agreed.requestHash || known.email !== placing.email) {
      throw new Failure('key-reused', 'This key was used for another order.')
    }
    return { order: known, ...findEnding(known, request.amountCents, placing.agreed.quote, now) }
  }
  requireAmount(request.amountCents, placing.agreed.quote)
  const wait = await findDeclineWait(tx, placing.email, now)
  if (wait !== undefined) refuseDeclined(wait)
  const isScarce = placing.lines.some(({ scarce = [] }) => scarce.length > 0)
  if (isScarce && placing.goods !== undefined) {
    await requireFewHeld(tx, { holder: request.holder, goods: placing.goods, lines: placing.lines, now })
  }
  const order = await insertOrder(
    tx,
    {
      ...placing.agreed,
      key,
      email: placing.email,
      language: request.language,
      mode: cards.mode,
      holdUntil: isScarce ? new Date(now + holdMs) : null,
      createdAt: new Date(now),
      nextCheckAt: new Date(now + firstOrderCheckMs),
      holder: isScarce ? request.holder : null,
    },
    placing.lines,
  )
  // the same browser sent the call twice: the other call has placed the order
  if (order === undefined) return placeOrder(tx, { services, cards }, request)
  if (placing.goods !== undefined) await holdLines(tx, order.id, placing.goods, placing.lines, now)
  await addHistory(tx, order.id, { what: 'placed', at: new Date(now) })
  return { order }
}

/** Until then an order can be paid, though its sale ends: also one of which nothing is scarce. */
function findPromiseEnd({ holdUntil, createdAt }: StoredOrder): number {
  return holdUntil?.getTime() ?? createdAt.getTime() + holdMs
}

/** The agreed price stays valid while the order is open and its browser asks for no other price. */
function findEnding(
  known: StoredOrder,
  amountCents: number,
  quote: Quote,
  now: number,
): Pick<PlacedOrder, 'ending'> {
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

interface Placing {
  readonly goods: Goods | undefined
  readonly lines: readonly OrderedLine[]
  readonly agreed: AgreedOrder
  readonly email: string
}

async function readPlacing(context: QuoteContext, request: CheckoutRequest): Promise<Placing> {
  const order = request.order ?? toDonation(context, request)
  if (order === undefined) return toUnnamed(context, request)
  const { goods, purchase, lines, agreed } = await priceOrder(context, order, request.receiptEmail)
  if (purchase.category !== request.category) {
    throw new Failure('invalid-input', 'The category is not that of the order.', {
      faults: [{ path: 'category', message: `must be ${purchase.category}` }],
    })
  }
  return { goods, lines, agreed, email: purchase.email ?? request.receiptEmail }
}

/**
 * A payment of category 0 without an order is a donation if a visitor says who they are. A member may also pay for the
 * store, so that their payment must say that it is a donation.
 */
function toDonation({ club, member }: QuoteContext, request: CheckoutRequest): OrderRequest | undefined {
  const { category, nonMember, amountCents, receiptEmail } = request
  if (category !== categories.donation) return undefined
  const isDonation =
    member === null
      ? nonMember !== undefined && !isForStore(club, request)
      : request.description === toDonationDescription(club.name)
  if (!isDonation) return undefined
  const amount = toDollars(Math.max(0, amountCents - club.settings.serviceFeeCents))
  const donor = member === null ? nonMember : {}
  return { kind: 'donation', payload: { ...donor, email: receiptEmail, amount } }
}

function isForStore({ name }: Pick<StoredClub, 'name'>, { category, description }: CheckoutRequest): boolean {
  return category === categories.products && description === toStoreDescription(name)
}

/** A receipt without goods. A later `create_*` call will name them (rules/payments 3.5). */
export const unnamedKind = ''

async function toUnnamed(context: QuoteContext, request: CheckoutRequest): Promise<Placing> {
  const { club, member } = context
  const description = findUnnamed(club, member, request)
  if (description === undefined) {
    throw new Failure('invalid-input', 'It must be said what is paid for.', {
      faults: [{ path: 'order', message: 'is missing' }],
    })
  }
  const { amountCents, category, receiptEmail: email } = request
  await requireRedeemable(context, category, amountCents)
  const agreed: AgreedOrder = {
    kind: unnamedKind,
    category,
    quote: {
      lines: [],
      subTotalCents: amountCents,
      discountCents: 0,
      serviceFeeCents: 0,
      taxesCents: 0,
      grandTotalCents: amountCents,
      currency,
    },
    requestHash: String(amountCents),
    description,
    name: '',
    memberId: member?.id ?? null,
    savesCard: null,
  }
  return { goods: undefined, lines: [], agreed, email }
}

/** What the later call will name, as the payment describes it; undefined if none can. Only members buy in the store. */
function findUnnamed(
  club: Pick<StoredClub, 'name'>,
  member: SignedInMember | null,
  request: CheckoutRequest,
): string | undefined {
  if (request.category === categories.membership) return `${club.name} membership`
  return member !== null && isForStore(club, request) ? toStoreDescription(club.name) : undefined
}

/** rules/payments 2.4: only the server's own total is ever charged. */
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
