// The only way to fulfilment: applies what the provider says now to the order, in one transaction.
import { foldEmail } from '../../domain/member.ts'
import type { OrderState } from '../../domain/order.ts'
import { getTimeZone } from '../club/db/club.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import { providerCallsAtOnce } from '../limits/machine.ts'
import { unclaimedPaymentMs } from '../limits/times.ts'
import { type CardParts, type Cards, findPaidCard, type Intent, type PaidCard } from './cardProvider.ts'
import { moveHolds } from './db/hold.ts'
import {
  addHistory,
  findOrder,
  listOpenIntents,
  type OpenIntent,
  type StoredLine,
  type StoredOrder,
  updateLine,
  updateOrder,
} from './db/order.ts'
import { insertAttempt, insertEvent } from './db/payment.ts'
import { findDeclineWait } from './declines.ts'
import type { Delivery } from './goods.ts'
import { retakeHolds } from './holding/holds.ts'
import { getGoods } from './orderKinds.ts'
import { mailReceipt, mailReview, reasons } from './orderMails.ts'
import { findLeftCents, requestRefund } from './refunds.ts'
import { forgetUnsavedCard } from './savedCards.ts'

/** The order has been paid at some time. The provider's view of the intent no longer changes these states. */
const capturedStates: ReadonlySet<OrderState> = new Set([
  'fulfilled',
  'fulfilled_partial',
  'refunding',
  'refunded',
  'review',
])

export function isCaptured(state: OrderState): boolean {
  return capturedStates.has(state)
}

export interface WebhookEvent {
  readonly id: string
  readonly type: string
  /** The declined charge that the event reports. */
  readonly declined?: { readonly charge: string; readonly reason: string }
}

export interface Settlement {
  readonly order: StoredOrder
  /** As the provider gave it just now; undefined when it was not asked. */
  readonly intent?: Intent
}

/** `known` must have been read just now; changes lock it and read it again. Not within a transaction. */
export async function settle(
  parts: CardParts,
  tenant: TenantIdentity,
  known: StoredOrder,
  event?: WebhookEvent,
): Promise<Settlement | undefined> {
  const { cards } = parts
  // with other keys the payment cannot be read
  if (known.intentId === null || known.mode !== cards.mode) return { order: known }
  if (isCaptured(known.state) && event === undefined) return { order: known }
  const intent = await cards.readIntent(known.intentId)
  return applyIntent(parts, tenant, known.id, intent, { event })
}

const unchargedStatuses: ReadonlySet<Intent['status']> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'canceled',
])

/** Whether we know, and do not only assume, that no money was taken. */
export function isUncharged({ order, intent }: Settlement): boolean {
  return order.paidAt === null && intent !== undefined && unchargedStatuses.has(intent.status)
}

/** `whenCancelled` is the order's state after its intent is cancelled: by the buyer or because of time. */
export interface ApplyOptions {
  readonly event?: WebhookEvent | undefined
  readonly whenCancelled?: 'expired' | 'cancelled'
}

/** The intent must have been read just now. Undefined when not this order's. Not within a transaction. */
export async function applyIntent(
  parts: CardParts,
  tenant: TenantIdentity,
  orderId: number,
  intent: Intent,
  options: ApplyOptions,
): Promise<Settlement | undefined> {
  const applied = await apply(parts, tenant, orderId, intent, options)
  if (applied === undefined) return undefined
  const closed = applied.wasDeclined ? await closeTriedOut(parts, tenant, applied.order) : undefined
  return closed ?? { order: applied.order, intent }
}

/**
 * When too many cards were declined for this order's e-mail address, cancels all its open payments. Checks
 * after the declines are committed, so that of two at once the later one sees both. Answers this order's new
 * state if its own payment was among them.
 */
export async function closeTriedOut(
  parts: CardParts,
  tenant: TenantIdentity,
  { id, email }: Pick<StoredOrder, 'id' | 'email'>,
): Promise<Settlement | undefined> {
  const { services, cards } = parts
  const open = await services.database.inTenant(tenant.id, async (tx) => {
    const wait = await findDeclineWait(tx, email, services.now())
    if (wait === undefined) return []
    return listOpenIntents(tx, { emailFolded: foldEmail(email), mode: cards.mode })
  })
  // its own is cancelled last: while it is open, the sweeper comes back for the others
  const others = open.filter(({ orderId }) => orderId !== id)
  for (let from = 0; from < others.length; from += providerCallsAtOnce) {
    await Promise.all(others.slice(from, from + providerCallsAtOnce).map(cancel))
  }
  const own = open.find(({ orderId }) => orderId === id)
  return own && cancel(own)

  async function cancel({ orderId, intentId }: OpenIntent): Promise<Settlement | undefined> {
    const intent = await cards.cancelIntent(intentId)
    const applied = await apply(parts, tenant, orderId, intent, {})
    return applied && { order: applied.order, intent }
  }
}

interface Applied {
  readonly order: StoredOrder
  /** A card was declined for this order, now or earlier. */
  readonly wasDeclined: boolean
}

/** In one transaction, which also stores the event's id. */
function apply(
  { services, cards }: CardParts,
  tenant: TenantIdentity,
  orderId: number,
  intent: Intent,
  { event, whenCancelled = 'cancelled' }: ApplyOptions,
): Promise<Applied | undefined> {
  const now = services.now()
  const refundId = services.newId()
  return services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, { id: orderId }, 'lock')
    if (order === undefined || order.intentId !== intent.id) return undefined
    const at = new Date(now)
    if (event !== undefined) await insertEvent(tx, { id: event.id, type: event.type, orderId, at })
    const wasDeclined = await noteAttempts(tx, order, intent, event, at)
    if (isCaptured(order.state)) return { order, wasDeclined }
    const paying = findPaidCard(intent) ?? null
    const card = order.savesCard === null ? null : paying
    const charged = order.withSavedCard ? paying : null
    const work: SettlementWork = { tx, tenant, order, intent, at, mode: cards.mode, refundId, card, charged }
    if (intent.status === 'succeeded') await receiveWithCard(work)
    else if (intent.status !== 'canceled') return { order, wasDeclined }
    // no money can come any more, so the holds are released
    else if (order.state === 'pending') await closeOrder(tx, order, whenCancelled, at)
    const after = await findOrder(tx, { id: orderId })
    return after && { order: after, wasDeclined }
  })
}

interface SettlementWork {
  readonly tx: Tx
  readonly tenant: TenantIdentity
  readonly order: StoredOrder
  readonly intent: Intent
  readonly at: Date
  readonly mode: Cards['mode']
  /** The id for the one refund that may follow. */
  readonly refundId: string
  /** The card that has paid, if the order saves it. */
  readonly card: PaidCard | null
  /** The saved card that was charged, if one was. */
  readonly charged: PaidCard | null
}

/** Answers whether any of the attempts was declined. */
async function noteAttempts(
  tx: Tx,
  order: StoredOrder,
  intent: Intent,
  event: WebhookEvent | undefined,
  at: Date,
): Promise<boolean> {
  const emailFolded = foldEmail(order.email)
  const attempts = [
    ...listAttempts(intent),
    ...(event?.declined === undefined ? [] : [toDeclined(event.declined)]),
  ]
  for (const attempt of attempts) {
    const isNew = await insertAttempt(tx, { ...attempt, orderId: order.id, emailFolded, at })
    if (isNew) await addHistory(tx, order.id, { what: attempt.outcome, detail: attempt.reason, at })
  }
  return attempts.some(({ outcome }) => outcome === 'declined')
}

interface ChargeAttempt {
  readonly charge: string
  readonly outcome: 'declined' | 'succeeded'
  readonly reason: string
}

function toDeclined({ charge, reason }: { charge: string; reason: string }): ChargeAttempt {
  return { charge, outcome: 'declined', reason }
}

function listAttempts({ status, last_payment_error: fault, latest_charge: charge }: Intent): ChargeAttempt[] {
  const attempts: ChargeAttempt[] = []
  if (fault?.charge !== undefined) {
    attempts.push(toDeclined({ charge: fault.charge, reason: fault.decline_code ?? fault.code ?? '' }))
  }
  const latest = typeof charge === 'string' ? charge : charge?.id
  if (status === 'succeeded' && latest !== undefined) {
    attempts.push({ charge: latest, outcome: 'succeeded', reason: '' })
  }
  return attempts
}

async function receiveWithCard(work: SettlementWork): Promise<void> {
  await receive(work)
  const { tx, mode, card } = work
  if (card !== null) await forgetUnsavedCard(tx, mode, card)
}

async function receive(work: SettlementWork): Promise<void> {
  const { tx, order, intent, at } = work
  const payment = { paidAt: order.paidAt ?? at, receivedCents: intent.amount_received }
  await updateOrder(tx, order.id, payment)
  const paid = { ...order, ...payment }
  const fault = findFault(work)
  if (fault !== undefined) {
    await updateOrder(tx, order.id, { state: 'review', settledAt: at, nextCheckAt: null })
    await addHistory(tx, order.id, { what: 'review', detail: fault, at })
    await mailReview(tx, paid, intent.amount_received)
    return
  }
  if (order.lines.length === 0) {
    // nobody has said yet what this pays for
    await updateOrder(tx, order.id, {
      state: 'pending',
      holdUntil: null,
      nextCheckAt: new Date((order.paidAt ?? at).getTime() + unclaimedPaymentMs),
    })
    return
  }
  await fulfil(tx, paid, work)
}

/** rules/payments 3.1: an officer handles a wrong amount, currency, mode or tenant. */
function findFault({ tenant, order, intent, mode }: SettlementWork): string | undefined {
  const { quote } = order
  if (intent.amount_received !== quote.grandTotalCents) return `received ${intent.amount_received}`
  if (intent.currency !== quote.currency) return `currency ${intent.currency}`
  if (intent.livemode !== (mode === 'live') || order.mode !== mode) return `mode ${mode}`
  if (intent.metadata.tenant !== tenant.uuid) return 'another club'
  if (intent.metadata.order !== String(order.id)) return 'another order'
  return undefined
}

/** Delivers the lines that can be delivered, refunds the rest. The transaction must have locked the order. */
export async function fulfil(
  tx: Tx,
  order: StoredOrder,
  {
    at,
    refundId,
    card,
    charged = null,
  }: Pick<SettlementWork, 'at' | 'refundId' | 'card'> & Partial<Pick<SettlementWork, 'charged'>>,
): Promise<void> {
  const goods = getGoods(order.kind)
  if (!(await retakeHolds(tx, order.id, goods))) {
    for (const { line } of order.lines) await updateLine(tx, order.id, line, { state: 'failed' })
    return giveBackAll(tx, order, at, refundId, reasons.late)
  }
  const timeZone = await getTimeZone(tx)
  const failed: number[] = []
  let reason: string = reasons.notAvailable
  const delivered: StoredLine[] = []
  for (const ordered of order.lines) {
    const { line, item } = ordered
    const delivery: Delivery = {
      tx,
      timeZone,
      now: at.getTime(),
      order,
      line,
      item,
      card,
    }
    const result = await goods.deliver(delivery)
    if ('given' in result) {
      delivered.push({ ...ordered, state: 'delivered', given: result.given })
      await updateLine(tx, order.id, line, { state: 'delivered', given: result.given })
    } else {
      failed.push(line)
      reason = result.reason
      await updateLine(tx, order.id, line, { state: 'failed' })
      await addHistory(tx, order.id, {
        what: 'undeliverable',
        detail: `line ${line}: ${result.undeliverable}`,
        at,
      })
    }
  }
  const sold = delivered.map(({ line }) => line)
  await moveHolds(tx, order.id, 'sold', sold)
  await moveHolds(tx, order.id, 'released', failed)
  if (delivered.length === 0) return giveBackAll(tx, order, at, refundId, reason)
  await updateOrder(tx, order.id, {
    state: failed.length === 0 ? 'fulfilled' : 'fulfilled_partial',
    settledAt: at,
    holdUntil: null,
    nextCheckAt: null,
  })
  await addHistory(tx, order.id, { what: 'fulfilled', at })
  await mailReceipt(tx, { ...order, lines: delivered }, { charged })
  const sum = order.lines
    .filter(({ line }) => failed.includes(line))
    .reduce((total, { netCents }) => total + netCents, 0)
  // a discount that is larger than its own line has made other lines cheaper
  const amountCents = Math.min(sum, await findLeftCents(tx, order))
  if (amountCents > 0) {
    await requestRefund(tx, order, { id: refundId, amountCents, lines: failed, reason, at })
  }
}

/** Refunds all that was paid. The sweeper sends it. */
export async function giveBackAll(
  tx: Tx,
  order: StoredOrder,
  at: Date,
  refundId: string,
  reason: string,
): Promise<void> {
  const amountCents = await findLeftCents(tx, order)
  await moveHolds(tx, order.id, 'released')
  if (amountCents <= 0) {
    return updateOrder(tx, order.id, {
      state: 'refunded',
      settledAt: at,
      holdUntil: null,
      nextCheckAt: null,
    })
  }
  await updateOrder(tx, order.id, { state: 'refunding', settledAt: at, holdUntil: null })
  await requestRefund(tx, order, { id: refundId, amountCents, lines: [], reason, at })
}

export async function closeOrder(
  tx: Tx,
  order: StoredOrder,
  state: 'expired' | 'cancelled',
  at: Date,
): Promise<void> {
  await moveHolds(tx, order.id, 'released')
  await updateOrder(tx, order.id, { state, settledAt: at, holdUntil: null, nextCheckAt: null })
  await addHistory(tx, order.id, { what: state, at })
}
