// What officers read about orders: lists, one order with its history, and the books for reconciliation.
import { sql } from 'kysely'
import {
  type BookedOrder,
  findBroken,
  isLossUndecided,
  listUndecided,
} from '../../../domain/moneyReconciliation.ts'
import { findHandMode, findMoney, handModes, type OrderState } from '../../../domain/order.ts'
import { sumTaxReturned } from '../../../domain/sales/movements.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { handNote } from './handSale.ts'
import { listMoved, listRefundsByOrder } from './movements.ts'
import { decided } from './order.ts'

export interface OrderFilter {
  /** A part of the buyer's name or address, of an officer's note, or of the reason of a refund. */
  readonly find?: string
  readonly state?: OrderState
  /** From `since`, and before `until`. */
  readonly since?: Date
  readonly until?: Date
}

export type ListedOrder = Readonly<Awaited<ReturnType<typeof listOrders>>[number]>

/** Newest first. */
export async function listOrders(tx: Tx, filter: OrderFilter) {
  const { find, state, since, until } = filter
  const folded = find?.trim().toLowerCase()
  const rows = await tx
    .selectFrom('purchase_order as o')
    .$if(state !== undefined, (query) => query.where('o.state', '=', state as OrderState))
    .$if(since !== undefined, (query) => query.where('o.created_at', '>=', since as Date))
    .$if(until !== undefined, (query) => query.where('o.created_at', '<', until as Date))
    .$if(folded !== undefined, (query) =>
      query.where(
        sql<boolean>`(strpos(lower(o.name), ${folded}) > 0 or strpos(o.email_folded, ${folded}) > 0
          or strpos(lower(${handNote}), ${folded}) > 0
          or exists (select from ${ofClub('refund', 'back')} where back.order_id = o.id
            and back.reason like 'officer: %' and strpos(lower(substr(back.reason, 10)), ${folded}) > 0))`,
      ),
    )
    .orderBy('o.id', 'desc')
    .select(['o.id', 'o.kind', 'o.state', 'o.name', 'o.email', 'o.total_cents as totalCents', 'o.mode'])
    .select(['o.taxes_cents as taxesCents', handNote.as('note')])
    // what the provider took, or an officer
    .select(({ fn, lit }) => fn.coalesce('o.received_cents', lit(0)).as('paidCents'))
    .select(['o.created_at as createdAt', 'o.paid_at as paidAt'])
    .select(['o.disputed_at as disputedAt', 'o.charged_back_at as chargedBackAt'])
    .execute()
  const ids = rows.map(({ id }) => id)
  const moved = new Map((await listMoved(tx, ids)).map((one) => [one.id, one]))
  const told = await listTold(tx, ids)
  return rows.map((row) => {
    const { lines = [], refunds: back = [], movements = [] } = moved.get(row.id) ?? {}
    const sent = back.filter(({ state }) => state !== 'failed')
    const said = told.get(row.id) ?? nothingTold
    const goods = { lines, chargedBackAt: row.chargedBackAt }
    return {
      ...row,
      isCash: findHandMode(row) === 'cash',
      money: findMoney(row),
      // with what is on its way
      returnedCents: sumAmounts(sent),
      returns: sent.map(({ id, requestedAt: at, amountCents, reason, handReturn }) => ({
        at,
        amountCents,
        taxCents: sumTaxReturned(movements.filter(({ refundId }) => refundId === id)),
        reason,
        handReturn,
      })),
      /** Of what went back and what a bank has charged back. */
      taxReturnedCents: sumTaxReturned(movements),
      mistakeCents: sumAmounts(sent.filter(({ handReturn }) => handReturn === 'mistake')),
      // money was refunded elsewhere, and no officer has decided yet what happens with the goods
      isUndecided:
        goods.lines.some(({ state }) => state === 'kept') ||
        listUndecided(back, goods, said.decidedAt).length > 0 ||
        isLossUndecided(goods, said.decidedAt),
      dispute: toDispute(row.chargedBackAt, said.dispute),
    }
  })
}

function sumAmounts(refunds: readonly { readonly amountCents: number }[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

interface Told {
  /** When an officer last decided what happens with the goods. */
  readonly decidedAt: number
  /** The provider's last word on a dispute; '' when there was none. */
  readonly dispute: string
}

const nothingTold: Told = { decidedAt: 0, dispute: '' }

async function listTold(tx: Tx, orderIds: readonly number[]): Promise<Map<number, Told>> {
  const rows = await tx
    .selectFrom('order_history')
    .where('order_id', '=', anyOf(orderIds))
    .where('what', 'in', [decided, 'dispute'])
    .orderBy('id')
    .select(['order_id', 'what', 'detail', 'at'])
    .execute()
  const told = new Map<number, Told>()
  for (const { order_id: id, what, detail, at } of rows) {
    const known = told.get(id) ?? nothingTold
    told.set(id, what === decided ? { ...known, decidedAt: at.getTime() } : { ...known, dispute: detail })
  }
  return told
}

/** By the provider's last word on it. Null also when the club has won it. */
export function toDispute(chargedBackAt: Date | null, dispute: string): BookedOrder['dispute'] {
  if (chargedBackAt !== null) return 'lost'
  if (dispute.endsWith('needs_response')) return 'needs-answer'
  return dispute.endsWith('under_review') ? 'under-review' : null
}

/**
 * Every order of this mode and everyone that an officer took the money for since then, older ones that were partly refunded or disputed, and those whose
 * goods could not be taken back; with `until` those that were placed before it. The newest last.
 */
export async function listBookedOrders(
  tx: Tx,
  { since, until, mode }: { since: Date; until?: Date | undefined; mode: string },
): Promise<BookedOrder[]> {
  const orders = await tx
    .selectFrom('purchase_order')
    .where('mode', 'in', [mode, ...handModes])
    .$if(until !== undefined, (query) => query.where('created_at', '<', until as Date))
    .where((where) =>
      where.or([
        where('created_at', '>=', since),
        where('disputed_at', '>=', since),
        where('charged_back_at', '>=', since),
        // of any age
        where('id', 'in', tx.selectFrom('order_line').where('state', '=', 'kept').select('order_id')),
        where(
          'id',
          'in',
          tx
            .selectFrom('refund')
            .where(sql<Date>`coalesce(done_at, asked_at)`, '>=', since)
            .select('order_id'),
        ),
      ]),
    )
    .orderBy('id')
    .select(['id', 'state', 'mode', 'total_cents as totalCents', 'intent_id as intentId', 'paid_at'])
    .select(['created_at', 'received_cents', 'settled_at', 'charged_back_at'])
    .execute()
  const ids = orders.map(({ id }) => id)
  const refunds = await listRefundsByOrder(tx, ids)
  const told = await listTold(tx, ids)
  const sold = await tx
    .selectFrom('order_line')
    .where('order_id', '=', anyOf(ids))
    .orderBy('order_id')
    .orderBy('line')
    .select(['order_id as orderId', 'line', 'label', 'state', 'net_cents as netCents'])
    .execute()
  const linesByOrder = Map.groupBy(sold, ({ orderId }) => orderId)
  return orders.map((order) => {
    const lines = (linesByOrder.get(order.id) ?? []).map(({ orderId: _, ...line }) => line)
    const back = refunds.get(order.id) ?? []
    const said = told.get(order.id) ?? nothingTold
    const moments = [
      order.created_at,
      order.paid_at,
      order.settled_at,
      ...back.map(({ changedAt }) => changedAt),
    ]
    return {
      id: order.id,
      state: order.state,
      totalCents: order.totalCents,
      intentId: order.intentId,
      hand: findHandMode(order) ?? null,
      isPaid: order.paid_at !== null,
      receivedCents: order.received_cents ?? 0,
      changedAt: Math.max(...moments.map((moment) => moment?.getTime() ?? 0)),
      lines,
      refunds: back,
      undecidedCents: sumAmounts(listUndecided(back, { lines }, said.decidedAt)),
      brokenCents: findBroken(back, lines, said.decidedAt),
      dispute: toDispute(order.charged_back_at, said.dispute),
      isLossDecided: !isLossUndecided({ lines, chargedBackAt: order.charged_back_at }, said.decidedAt),
    }
  })
}

export interface OrderBuyer {
  readonly name: string
  readonly email: string
  /** What was bought: "Harbor Classics membership". */
  readonly description: string
}

/** By the order's number. */
export async function listBuyers(tx: Tx, orderIds: readonly number[]): Promise<Map<number, OrderBuyer>> {
  const rows = await tx
    .selectFrom('purchase_order')
    .where('id', '=', anyOf(orderIds))
    .select(['id', 'name', 'email', 'description'])
    .execute()
  return new Map(rows.map(({ id, ...buyer }) => [id, buyer]))
}

/** Those of these payments that belong to an order of any age. */
export async function listKnownIntents(tx: Tx, intentIds: readonly string[]): Promise<Set<string>> {
  if (intentIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('purchase_order')
    .where('intent_id', 'in', intentIds)
    .select('intent_id')
    .execute()
  return new Set(rows.flatMap(({ intent_id }) => (intent_id === null ? [] : [intent_id])))
}
