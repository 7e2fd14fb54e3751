// The sweeper: each minute it looks at what is unfinished, so that a lost webhook or a dead process loses nobody's money.

import { dayMs, hourMs, minuteMs } from '../../domain/time.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'
import type { Tx } from '../db/open.ts'
import { moveHolds } from '../db/orders/hold.ts'
import {
  addHistory,
  findOrder,
  listClubs,
  listDueOrders,
  postponeLook,
  type StoredOrder,
  updateOrder,
} from '../db/orders/order.ts'
import type { Log } from '../log.ts'
import type { Services } from '../services.ts'
import type { Cards } from './cardProvider.ts'
import { endUnpayable } from './checkout.ts'
import { findExtendedHold } from './holds.ts'
import { reasons } from './orderMails.ts'
import { sendRefunds } from './refundDelivery.ts'
import {
  applyIntent,
  closeOrder,
  firstLookMs,
  giveBackAll,
  isCaptured,
  providerCallsAtOnce,
  settle,
  unclaimedMs,
} from './settlement.ts'

export const sweepEveryMs = minuteMs
/** Longer than a round ever takes. */
export const sweepLeaseMs = 10 * minuteMs
// rules/payments 3.4: unfinished orders are read again for so long
export const unfinishedMs = dayMs
/** What was paid with other keys is looked at again so rarely, should they come back. */
const otherModeMs = hourMs
/** In one round, for each club. */
const mostOrders = 500

export interface SweepParts {
  readonly services: Services
  readonly cards: Cards
  readonly log: Log
}

/** One round; what fails is looked at again in the next. */
export async function sweep(parts: SweepParts): Promise<void> {
  const { services, log } = parts
  const { database } = services
  for (const tenant of await database.asOwner(listClubs)) {
    const due = await database.inTenant(tenant.id, (tx) =>
      listDueOrders(tx, tenant.id, new Date(services.now()), mostOrders),
    )
    for (let from = 0; from < due.length; from += providerCallsAtOnce) {
      await Promise.all(
        due.slice(from, from + providerCallsAtOnce).map((orderId) => lookOrPostpone(tenant, orderId)),
      )
    }
  }

  async function lookOrPostpone(tenant: TenantIdentity, orderId: number): Promise<void> {
    try {
      await look(parts, tenant, orderId)
    } catch (error) {
      log.error({ err: error, orderId }, 'an order could not be looked at')
      const lookAt = new Date(services.now() + sweepEveryMs)
      await database.inTenant(tenant.id, (tx) => postponeLook(tx, tenant.id, orderId, lookAt))
    }
  }
}

/** Brings one order as far as it can be brought now. Not within a transaction. */
export async function look(parts: SweepParts, tenant: TenantIdentity, orderId: number): Promise<void> {
  const { services } = parts
  const order = await read(parts, tenant, orderId)
  if (order === undefined) return
  const now = services.now()
  if (order.mode !== parts.cards.mode) return leave(parts, tenant, orderId, now)
  const isPending = order.state === 'pending'
  if (isPending) await lookAtPending(parts, tenant, order, now)
  const after = isPending ? await read(parts, tenant, orderId) : order
  if (after !== undefined && isCaptured(after.state)) await sendRefunds(parts, tenant, after)
}

/** Paid, or to be paid, in the books of another account: with these keys nothing can be learnt or moved there. */
function leave(
  { services, cards }: SweepParts,
  tenant: TenantIdentity,
  orderId: number,
  now: number,
): Promise<void> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, tenant.id, { id: orderId }, 'lock')
    if (order === undefined || order.mode === cards.mode) return
    const isUnpaid = order.state === 'pending' && order.paidAt === null
    if (isUnpaid) await closeOrder(tx, tenant.id, order, 'expired', new Date(now))
    else await updateOrder(tx, tenant.id, orderId, { lookAt: new Date(now + otherModeMs) })
  })
}

function read(
  { services }: SweepParts,
  tenant: TenantIdentity,
  id: number,
): Promise<StoredOrder | undefined> {
  return services.database.inTenant(tenant.id, (tx) => findOrder(tx, tenant.id, { id }))
}

async function lookAtPending(
  parts: SweepParts,
  tenant: TenantIdentity,
  order: StoredOrder,
  now: number,
): Promise<void> {
  const { services, cards } = parts
  if (order.paidAt !== null) return giveBackUnclaimed(parts, tenant, order, now)
  const isHoldOver = order.holdUntil !== null && order.holdUntil.getTime() <= now
  const isOver = now >= order.createdAt.getTime() + unfinishedMs
  if (!isHoldOver && !isOver) {
    await settle(parts, tenant, order)
    return wait(parts, tenant, order, toNextLook(order, now))
  }
  const intentId = order.intentId ?? (await endUnpayable(parts, tenant, order.id, 'expired'))
  if (intentId === undefined) return
  const present = await cards.readIntent(intentId)
  const extended = isHoldOver ? findExtendedHold(order, present, now) : undefined
  if (extended !== undefined) return wait(parts, tenant, order, now + sweepEveryMs, extended)
  const intent = await cards.cancelIntent(intentId)
  await applyIntent(parts, tenant, order.id, intent, { whenCancelled: 'expired' })
  if (intent.status === 'canceled' || intent.status === 'succeeded') return
  // with the bank for too long: others may have it, and if money comes it is delivered or given back
  await services.database.inTenant(tenant.id, (tx) => release(tx, tenant.id, order.id, now))
}

async function release(tx: Tx, tenantId: number, orderId: number, now: number): Promise<void> {
  const order = await findOrder(tx, tenantId, { id: orderId }, 'lock')
  if (order?.state !== 'pending') return
  if (order.holdUntil !== null) {
    await moveHolds(tx, tenantId, orderId, 'released')
    await addHistory(tx, tenantId, orderId, { what: 'released', at: new Date(now) })
  }
  await updateOrder(tx, tenantId, orderId, {
    holdUntil: null,
    lookAt: new Date(toNextLook({ ...order, holdUntil: null }, now)),
  })
}

/** Often while somebody may sit before the screen, then less and less. */
function toNextLook({ createdAt, holdUntil }: StoredOrder, now: number): number {
  const age = now - createdAt.getTime()
  const pauseMs = age < 30 * minuteMs ? firstLookMs : age < 2 * hourMs ? 5 * firstLookMs : 15 * firstLookMs
  const next = now + pauseMs
  return holdUntil === null ? next : Math.min(next, holdUntil.getTime())
}

async function wait(
  { services }: SweepParts,
  tenant: TenantIdentity,
  { id }: StoredOrder,
  lookAt: number,
  holdUntil?: Date,
): Promise<void> {
  await services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, tenant.id, { id }, 'lock')
    if (order?.state !== 'pending' || order.paidAt !== null) return
    await updateOrder(tx, tenant.id, id, {
      lookAt: new Date(lookAt),
      ...(holdUntil === undefined ? {} : { holdUntil }),
    })
  })
}

/** Nobody has said for a day what they paid for. */
async function giveBackUnclaimed(
  { services }: SweepParts,
  tenant: TenantIdentity,
  { id }: StoredOrder,
  now: number,
): Promise<void> {
  const refundId = services.newId()
  await services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, tenant.id, { id }, 'lock')
    if (order?.state !== 'pending' || order.paidAt === null) return
    const until = order.paidAt.getTime() + unclaimedMs
    if (now < until) return updateOrder(tx, tenant.id, id, { lookAt: new Date(until) })
    await giveBackAll(tx, tenant.id, order, new Date(now), refundId, reasons.unclaimed)
  })
}
