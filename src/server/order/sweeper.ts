// The sweeper: each minute it checks unfinished orders, so that a lost webhook or a crash costs nobody money.
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import { recurringLimits } from '../limits/jobs.ts'
import { providerCallsAtOnce } from '../limits/machine.ts'
import { ordersPerSweep } from '../limits/sizes.ts'
import {
  firstOrderCheckMs,
  orderChecks,
  otherKeysCheckMs,
  savedCardOrderMs,
  unclaimedPaymentMs,
  unfinishedOrderMs,
} from '../limits/times.ts'
import type { Log } from '../process/log.ts'
import type { CardParts } from './cardProvider.ts'
import { listClubsWithDueOrders } from './db/figures.ts'
import { moveHolds, noteGivingWay } from './db/hold.ts'
import {
  addHistory,
  findOrder,
  listDueOrders,
  postponeCheck,
  type StoredOrder,
  updateOrder,
} from './db/order.ts'
import { endUnpayable } from './holding/ending.ts'
import { isIdle } from './holding/giveWay.ts'
import { findExtendedHold } from './holding/holds.ts'
import { findFirmEnd } from './holding/supply.ts'
import { reasons } from './orderMails.ts'
import { sendRefunds } from './refundDelivery.ts'
import { applyIntent, closeOrder, giveBackAll, isCaptured, settle } from './settlement.ts'

export interface SweepParts extends CardParts {
  readonly log: Log
}

/** One round. What fails is checked again in the next. */
export async function sweep(parts: SweepParts): Promise<void> {
  const { services, log } = parts
  const { database } = services
  const now = new Date(services.now())
  for (const tenant of await database.acrossClubs((tx) => listClubsWithDueOrders(tx, now))) {
    const due = await database.inTenant(tenant.id, (tx) =>
      listDueOrders(tx, new Date(services.now()), ordersPerSweep),
    )
    for (let from = 0; from < due.length; from += providerCallsAtOnce) {
      await Promise.all(
        due.slice(from, from + providerCallsAtOnce).map((orderId) => sweepOrPostpone(tenant, orderId)),
      )
    }
  }

  async function sweepOrPostpone(tenant: TenantIdentity, orderId: number): Promise<void> {
    try {
      await sweepOrder(parts, tenant, orderId)
    } catch (error) {
      log.error({ err: error, orderId }, 'an order could not be checked')
      const nextCheckAt = new Date(services.now() + recurringLimits.sweepOrders.everyMs)
      await database.inTenant(tenant.id, (tx) => postponeCheck(tx, orderId, nextCheckAt))
    }
  }
}

/** Does all that can be done for one order now. Not within a transaction. */
export async function sweepOrder(parts: SweepParts, tenant: TenantIdentity, orderId: number): Promise<void> {
  const { services } = parts
  const order = await read(parts, tenant, orderId)
  if (order === undefined) return
  const now = services.now()
  if (order.mode !== parts.cards.mode) return leave(parts, tenant, orderId, now)
  const isPending = order.state === 'pending'
  if (isPending) await sweepPending(parts, tenant, order, now)
  const after = isPending ? await read(parts, tenant, orderId) : order
  if (after !== undefined && isCaptured(after.state)) await sendRefunds(parts, tenant, after)
}

/** For an order of another account of the provider: the present keys can neither read nor change it. */
function leave(
  { services, cards }: SweepParts,
  tenant: TenantIdentity,
  orderId: number,
  now: number,
): Promise<void> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, { id: orderId }, 'lock')
    if (order === undefined || order.mode === cards.mode) return
    const isUnpaid = order.state === 'pending' && order.paidAt === null
    if (isUnpaid) await closeOrder(tx, order, 'expired', new Date(now))
    else await updateOrder(tx, orderId, { nextCheckAt: new Date(now + otherKeysCheckMs) })
  })
}

function read(
  { services }: SweepParts,
  tenant: TenantIdentity,
  id: number,
): Promise<StoredOrder | undefined> {
  return services.database.inTenant(tenant.id, (tx) => findOrder(tx, { id }))
}

async function sweepPending(
  parts: SweepParts,
  tenant: TenantIdentity,
  order: StoredOrder,
  now: number,
): Promise<void> {
  const { services, cards } = parts
  if (order.paidAt !== null) return giveBackUnclaimed(parts, tenant, order, now)
  const isHoldOver = order.holdUntil !== null && order.holdUntil.getTime() <= now
  const isOver =
    now >= order.createdAt.getTime() + (order.withSavedCard ? savedCardOrderMs : unfinishedOrderMs)
  if (!isHoldOver && !isOver) {
    const intent = (await settle(parts, tenant, order))?.intent
    const firmEnd = await services.database.inTenant(tenant.id, (tx) => findFirmEnd(tx, order))
    const isOld = order.holdUntil !== null && now >= firmEnd.getTime()
    const givesWay = isOld && (order.intentId === null || (intent !== undefined && isIdle(intent)))
    return wait(parts, tenant, order, toNextCheck(order, now), { givesWay })
  }
  const intentId = order.intentId ?? (await endUnpayable(parts, tenant, order.id, 'expired'))
  if (intentId === undefined) return
  const present = await cards.readIntent(intentId)
  const extended = isHoldOver ? findExtendedHold(order, present, now) : undefined
  if (extended !== undefined)
    return wait(parts, tenant, order, now + recurringLimits.sweepOrders.everyMs, {
      holdUntil: extended,
      givesWay: false,
    })
  const intent = await cards.cancelIntent(intentId)
  await applyIntent(parts, tenant, order.id, intent, { whenCancelled: 'expired' })
  if (intent.status === 'canceled' || intent.status === 'succeeded') return
  // The bank takes too long: what was held is free. If money comes later, it is delivered or refunded.
  await services.database.inTenant(tenant.id, (tx) => release(tx, order.id, now))
}

async function release(tx: Tx, orderId: number, now: number): Promise<void> {
  const order = await findOrder(tx, { id: orderId }, 'lock')
  if (order?.state !== 'pending') return
  if (order.holdUntil !== null) {
    await moveHolds(tx, orderId, 'released')
    await addHistory(tx, orderId, { what: 'released', at: new Date(now) })
  }
  await updateOrder(tx, orderId, {
    holdUntil: null,
    nextCheckAt: new Date(toNextCheck({ ...order, holdUntil: null }, now)),
  })
}

function toNextCheck({ createdAt, holdUntil }: StoredOrder, now: number): number {
  const age = now - createdAt.getTime()
  const pauseMs = orderChecks.find(({ ageMs }) => age < ageMs)?.pauseMs ?? firstOrderCheckMs
  const next = now + pauseMs
  return holdUntil === null ? next : Math.min(next, holdUntil.getTime())
}

async function wait(
  { services }: SweepParts,
  tenant: TenantIdentity,
  { id }: StoredOrder,
  nextCheckAt: number,
  { holdUntil, givesWay }: { readonly holdUntil?: Date; readonly givesWay: boolean },
): Promise<void> {
  await services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, { id }, 'lock')
    if (order?.state !== 'pending' || order.paidAt !== null) return
    await updateOrder(tx, id, {
      nextCheckAt: new Date(nextCheckAt),
      ...(holdUntil === undefined ? {} : { holdUntil }),
    })
    if (order.holdUntil !== null) await noteGivingWay(tx, id, givesWay)
  })
}

/** Refunds a payment when nobody has said for a day what it is for. */
async function giveBackUnclaimed(
  { services }: SweepParts,
  tenant: TenantIdentity,
  { id }: StoredOrder,
  now: number,
): Promise<void> {
  const refundId = services.newId()
  await services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, { id }, 'lock')
    if (order?.state !== 'pending' || order.paidAt === null) return
    const until = order.paidAt.getTime() + unclaimedPaymentMs
    if (now < until) return updateOrder(tx, id, { nextCheckAt: new Date(until) })
    await giveBackAll(tx, order, new Date(now), refundId, reasons.unclaimed)
  })
}
