// Sends refunds, each only once, and finds them again at the provider after any error in between.
import type Stripe from 'stripe'
import type { OrderState } from '../../domain/order.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import { slowRefundMs } from '../limits/times.ts'
import type { CardParts } from './cardProvider.ts'
import { addHistory, findOrder, type StoredOrder, updateOrder } from './db/order.ts'
import { countTry, insertRefund, listRefunds, type StoredRefund, updateRefund } from './db/refund.ts'
import { mailRefund, reasons } from './orderMails.ts'
import { findLeftCents, takeAllBack } from './refunds.ts'
import { isCaptured } from './settlement.ts'

/** Not within a transaction. */
export async function sendRefunds(
  parts: CardParts,
  tenant: TenantIdentity,
  order: StoredOrder,
): Promise<void> {
  const { services, cards } = parts
  const { intentId } = order
  if (intentId === null) return
  const refunds = await services.database.inTenant(tenant.id, (tx) => listRefunds(tx, order.id))
  for (const refund of refunds) {
    if (refund.state !== 'asked' && refund.state !== 'sent') continue
    await services.database.inTenant(tenant.id, (tx) => countTry(tx, refund.id))
    // The provider deletes old keys, and a restored backup may lack a try. The list of refunds is complete.
    const known = (await cards.listRefunds(intentId)).find((one) => isSame(one, refund))
    const sent =
      known ??
      (refund.state === 'asked'
        ? await cards.refund({
            id: refund.id,
            intentId,
            amountCents: refund.amountCents,
            tenantUuid: tenant.uuid,
            orderId: order.id,
          })
        : undefined)
    await services.database.inTenant(tenant.id, (tx) =>
      applyRefund(tx, order.id, refund.id, sent, new Date(services.now())),
    )
  }
}

function isSame({ id, metadata }: Stripe.Refund, refund: StoredRefund): boolean {
  return id === refund.providerId || metadata?.refund === refund.id
}

/**
 * Reads all refunds of an order from the provider. Refunds that were made at the provider are stored too, and
 * when all the money is refunded, the goods are taken back like after any refund.
 */
export async function readRefunds(
  { services, cards }: CardParts,
  tenant: TenantIdentity,
  orderId: number,
  intentId: string,
): Promise<void> {
  const present = await cards.listRefunds(intentId)
  const now = services.now()
  const at = new Date(now)
  for (const one of present) {
    const newId = services.newId()
    await services.database.inTenant(tenant.id, async (tx) => {
      const order = await findOrder(tx, { id: orderId }, 'lock')
      if (order === undefined) return
      const refunds = await listRefunds(tx, orderId)
      const known = refunds.find((refund) => isSame(one, refund))
      if (known !== undefined) return applyRefund(tx, orderId, known.id, one, at)
      const { amount: amountCents, id: providerId } = one
      const reason = reasons.atProvider
      await insertRefund(tx, {
        id: newId,
        orderId,
        amountCents,
        lines: [],
        reason,
        at,
        providerId,
      })
      await addHistory(tx, orderId, { what: 'refunded-at-provider', detail: `${amountCents}`, at })
      const isAllGone = toState(one) !== 'failed' && (await findLeftCents(tx, order)) <= 0
      if (isAllGone && order.state !== 'refunded') await takeAllBack(tx, order, now)
      await applyRefund(tx, orderId, newId, one, at)
    })
  }
}

function toState({ status }: Stripe.Refund): 'sent' | 'succeeded' | 'failed' {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'sent'
}

/** `sent` undefined means that the provider refuses the refund. */
async function applyRefund(
  tx: Tx,
  orderId: number,
  refundId: string,
  sent: Stripe.Refund | undefined,
  at: Date,
): Promise<void> {
  const order = await findOrder(tx, { id: orderId }, 'lock')
  const refunds = await listRefunds(tx, orderId)
  const refund = refunds.find(({ id }) => id === refundId)
  if (order === undefined || refund === undefined) return
  const state = sent === undefined ? 'failed' : toState(sent)
  if (refund.state !== state) {
    await updateRefund(tx, refundId, { state, providerId: sent?.id ?? null, at })
    await addHistory(tx, orderId, {
      what: `refund-${state}`,
      detail: String(refund.amountCents),
      at,
    })
    if (state !== 'failed') await mailRefund(tx, order, refund, at.getTime())
  }
  const after = refunds.map((one) => (one.id === refundId ? { ...one, state } : one))
  if (after.some((one) => one.state === 'asked')) return
  // paid, but nobody has claimed it yet: it goes on waiting
  if (!isCaptured(order.state)) return
  const isSlow = after.some((one) => one.state === 'sent')
  await updateOrder(tx, orderId, {
    nextCheckAt: isSlow ? new Date(at.getTime() + slowRefundMs) : null,
    state: findState(order, after, isSlow),
  })
}

/** Refunded, still refunding, or in review. An order that still has some of its goods keeps its state. */
function findState(order: StoredOrder, refunds: readonly StoredRefund[], isSlow: boolean): OrderState {
  const { state, receivedCents, chargedBackAt } = order
  if (state !== 'refunding' && state !== 'refunded' && state !== 'review') return state
  const backCents = refunds
    .filter((one) => one.state === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (chargedBackAt !== null || backCents >= (receivedCents ?? 0)) return 'refunded'
  // a bank can return a refund
  return isSlow ? state : 'review'
}
