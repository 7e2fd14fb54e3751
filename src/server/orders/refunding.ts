// Giving money back: written down first, with a number of its own, and then sent until the provider has it.
import { Failure } from '../../contract/failures.ts'
import { findUncovered } from '../../domain/reconciliation.ts'
import { getTimeZone } from '../db/club.ts'
import { moveHolds } from '../db/hold.ts'
import type { Tx } from '../db/open.ts'
import {
  addHistory,
  decided,
  findOrder,
  listHistory,
  type StoredOrder,
  updateLine,
  updateOrder,
} from '../db/order.ts'
import { insertRefund, isLossUndecided, listRefunds, listUndecided, setRefundLines } from '../db/refund.ts'
import type { Services } from '../handler.ts'
import { type Delivery, getGoods } from './goods.ts'
import { toOfficerReason } from './mails.ts'

export interface AskedRefund {
  /** Numbers of lines, also of such as are gone and not paid back; left out: all that is left of the order. */
  readonly lines?: readonly number[]
  /** The officer's own words; the buyer reads them. */
  readonly reason: string
}

/**
 * What an officer gives back: the goods are taken back, as far as they can be, and the money goes out with the
 * sweeper's next round. Fails with `order-not-found`, `not-paid`, or `invalid-input` where nothing is left.
 */
export function refundOrder(
  services: Pick<Services, 'database' | 'now' | 'newId'>,
  tenantId: number,
  orderId: number,
  { lines, reason }: AskedRefund,
): Promise<{ refundId: string; amountCents: number; email: string }> {
  const now = services.now()
  const refundId = services.newId()
  return services.database.inTenant(tenantId, async (tx) => {
    const order = await findOrder(tx, tenantId, { id: orderId }, 'lock')
    if (order === undefined) throw new Failure('order-not-found', 'There is no such order.')
    const { chosen, goods, isWhole, isNothing, amountCents } = await planRefund(tx, tenantId, order, lines)
    await takeBack(tx, tenantId, order, goods, now)
    await askRefund(tx, tenantId, order, {
      id: refundId,
      amountCents,
      lines: isWhole ? [] : chosen.map(({ line }) => line),
      reason: toOfficerReason(reason),
      at: new Date(now),
    })
    await updateOrder(tx, tenantId, orderId, { state: isNothing ? 'refunding' : 'fulfilled_partial' })
    return { refundId, amountCents, email: order.email }
  })
}

export interface RefundPlan {
  /** Whose money goes back. */
  readonly chosen: readonly StoredOrder['lines'][number][]
  /** Those of them that are not taken back yet. */
  readonly goods: readonly StoredOrder['lines'][number][]
  /** With the service fee, which goes back with the last of them. */
  readonly isWhole: boolean
  /** The buyer is left with nothing of the order. */
  readonly isNothing: boolean
  readonly amountCents: number
}

/** What `refundOrder` would do, or the Failure with which it would refuse. */
export async function planRefund(
  tx: Tx,
  tenantId: number,
  order: StoredOrder,
  lines: readonly number[] | undefined,
): Promise<RefundPlan> {
  if (order.paidAt === null || order.intentId === null) {
    throw new Failure('not-paid', 'This order has not been paid by card.')
  }
  const refunds = await listRefunds(tx, tenantId, order.id)
  const open = listOpen(order)
  const isOpen = (one: StoredOrder['lines'][number]): boolean => open.includes(one)
  const owed = order.lines.filter((one) => isOpen(one) || findUncovered([one], refunds) > 0)
  const chosen = lines === undefined ? owed : owed.filter(({ line }) => lines.includes(line))
  const goods = chosen.filter(isOpen)
  const gone = chosen.filter((one) => !isOpen(one))
  const isWhole = chosen.length === owed.length
  const left = await findLeftCents(tx, tenantId, order)
  const cost = goods.reduce((sum, { netCents }) => sum + netCents, findUncovered(gone, refunds))
  const amountCents = isWhole ? left : Math.min(left, cost)
  const unknown = lines?.find((line) => !owed.some((one) => one.line === line))
  if (unknown !== undefined || amountCents <= 0) {
    throw new Failure('invalid-input', 'There is nothing left to give back.', {
      faults: [
        {
          path: 'lines',
          message: unknown === undefined ? 'is nothing' : `${unknown} cannot be given back`,
        },
      ],
    })
  }
  const isNothing = !order.lines.some((one) => one.state === 'delivered' && !goods.includes(one))
  return { chosen, goods, isWhole, isNothing, amountCents }
}

function listOpen({ lines }: StoredOrder): StoredOrder['lines'] {
  return lines.filter(({ state }) => state === 'delivered' || state === 'pending')
}

/** When all the money has gone back elsewhere. For a transaction that has locked the order. */
export async function takeAllBack(tx: Tx, tenantId: number, order: StoredOrder, now: number): Promise<void> {
  await takeBack(tx, tenantId, order, listOpen(order), now)
  await updateOrder(tx, tenantId, order.id, {
    state: 'refunding',
    settledAt: order.settledAt ?? new Date(now),
    holdUntil: null,
  })
}

export interface Decision {
  /** Numbers of the lines whose goods are taken back; none: all of them stay with the buyer. */
  readonly lines: readonly number[]
  /** For the order's history; the buyer does not read it. */
  readonly reason: string
}

/**
 * What an officer says about money that went back elsewhere: at the provider's own desk, or by the buyer's bank.
 * Fails with `order-not-found`, or with `invalid-input` where nothing waits for a decision.
 */
export function decideOrder(
  services: Pick<Services, 'database' | 'now'>,
  tenantId: number,
  orderId: number,
  { lines, reason }: Decision,
): Promise<void> {
  const now = services.now()
  return services.database.inTenant(tenantId, async (tx) => {
    const order = await findOrder(tx, tenantId, { id: orderId }, 'lock')
    if (order === undefined) throw new Failure('order-not-found', 'There is no such order.')
    const history = await listHistory(tx, tenantId, order.id)
    const decidedAt = history.findLast(({ what }) => what === decided)?.at.getTime() ?? 0
    const undecided = listUndecided(await listRefunds(tx, tenantId, order.id), order, decidedAt)
    if (undecided.length === 0 && !isLossUndecided(order, decidedAt)) {
      throw new Failure('invalid-input', 'Nothing about this order waits for a decision.')
    }
    const open = listOpen(order)
    const chosen = open.filter(({ line }) => lines.includes(line))
    const unknown = lines.find((line) => !open.some((one) => one.line === line))
    if (unknown !== undefined) throw new Failure('invalid-input', `Line ${unknown} cannot be taken back.`)
    await takeBack(tx, tenantId, order, chosen, now)
    if (chosen.length > 0) {
      for (const { id } of undecided) await setRefundLines(tx, tenantId, id, lines)
      const isAllGone = chosen.length === open.length && order.chargedBackAt !== null
      await updateOrder(tx, tenantId, orderId, { state: isAllGone ? 'refunded' : 'fulfilled_partial' })
    }
    const what = chosen.length === 0 ? 'the goods stay' : `taken back: line ${lines.join(', ')}`
    await addHistory(tx, tenantId, orderId, {
      what: decided,
      detail: `${what}; ${reason}`,
      at: new Date(now),
    })
  })
}

/** What was paid and has not been promised back. */
export async function findLeftCents(tx: Tx, tenantId: number, order: StoredOrder): Promise<number> {
  const refunds = await listRefunds(tx, tenantId, order.id)
  const promised = refunds.filter(({ state }) => state !== 'failed')
  return (order.receivedCents ?? 0) - promised.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** For a transaction that has locked the order. */
export async function askRefund(
  tx: Tx,
  tenantId: number,
  order: StoredOrder,
  refund: { id: string; amountCents: number; lines: readonly number[]; reason: string; at: Date },
): Promise<void> {
  await insertRefund(tx, tenantId, { ...refund, orderId: order.id })
  await updateOrder(tx, tenantId, order.id, { lookAt: refund.at })
  await addHistory(tx, tenantId, order.id, {
    what: 'refund-asked',
    detail: `${refund.amountCents} ${refund.reason}`,
    at: refund.at,
  })
}

async function takeBack(
  tx: Tx,
  tenantId: number,
  order: StoredOrder,
  lines: readonly StoredOrder['lines'][number][],
  now: number,
): Promise<void> {
  const goods = lines.length === 0 ? undefined : getGoods(order.kind)
  for (const { line, item, given, state } of lines) {
    if (state === 'delivered') {
      const delivery: Delivery = {
        tx,
        tenantId,
        timeZone: await getTimeZone(tx, tenantId),
        now,
        order,
        line,
        item,
        card: null,
      }
      const isBack = await goods?.takeBack({ ...delivery, given })
      if (!isBack) {
        await addHistory(tx, tenantId, order.id, {
          what: 'not-taken-back',
          detail: `line ${line}`,
          at: new Date(now),
        })
      }
    }
    await updateLine(tx, tenantId, order.id, line, { state: 'returned' })
  }
  await moveHolds(
    tx,
    tenantId,
    order.id,
    'released',
    lines.map(({ line }) => line),
  )
}
