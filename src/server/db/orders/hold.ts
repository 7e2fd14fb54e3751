// All SQL about what is held for buyers who are paying, and which scarce things were sold.
import { type RawBuilder, sql } from 'kysely'
import { minuteMs } from '../../../domain/time.ts'
import { anyOf } from '../anyOf.ts'
import type { Tx } from '../open.ts'

/** A hold or sale of none of these orders. Whether a buyer's own order is paid makes nobody else of them. */
export function isTakenBesides(ownOrderIds: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`not (hold.order_id = ${anyOf(ownOrderIds)})`
}

export interface WantedHold {
  readonly line: number
  readonly thing: string
  readonly quantity: number
  /** There is only one of it. */
  readonly sole: boolean
  readonly eventId: number | null
}

/** Only the transaction with these locks may take or release the things. Sorted, to avoid deadlocks. */
export async function lockThings(tx: Tx, things: readonly string[]): Promise<void> {
  for (const thing of [...new Set(things)].sort()) {
    await tx
      .insertInto('scarce_thing')
      .values({ thing })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'thing'])
          .doUpdateSet((eb) => ({ turns: eb('scarce_thing.turns', '+', 1) })),
      )
      .execute()
  }
}

/** How much of each thing is held or sold. Call `lockThings` first. */
export async function countTaken(tx: Tx, things: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('hold')
    .where('thing', 'in', things)
    .where('state', 'in', ['held', 'sold'])
    .groupBy('thing')
    .select(({ fn }) => ['thing', fn.sum<string>('quantity').as('taken')])
    .execute()
  return new Map(rows.map(({ thing, taken }) => [thing, Number(taken)]))
}

/** False when another order has a thing that exists only once. Then the transaction must roll back. */
export async function insertHolds(tx: Tx, orderId: number, holds: readonly WantedHold[]): Promise<boolean> {
  const rows = await tx
    .insertInto('hold')
    .values(
      holds.map(({ line, thing, quantity, sole, eventId }) => ({
        order_id: orderId,
        line,
        thing,
        quantity,
        sole,
        event_id: eventId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('thing')
    .execute()
  return rows.length === holds.length
}

export interface StoredHold {
  readonly line: number
  readonly thing: string
  readonly quantity: number
  readonly sole: boolean
  readonly state: 'held' | 'sold' | 'released'
}

export function listHolds(tx: Tx, orderId: number): Promise<StoredHold[]> {
  return tx
    .selectFrom('hold')
    .where('order_id', '=', orderId)
    .orderBy('line')
    .orderBy('thing')
    .select(['line', 'thing', 'quantity', 'sole', 'state'])
    .execute()
}

export async function moveHolds(
  tx: Tx,
  orderId: number,
  state: StoredHold['state'],
  lines?: readonly number[],
): Promise<void> {
  if (lines?.length === 0) return
  await tx
    .updateTable('hold')
    .set({ state })
    .where('order_id', '=', orderId)
    .$if(lines !== undefined, (query) => query.where('line', 'in', lines ?? []))
    .execute()
}

const quarterMs = 15 * minuteMs

/**
 * For how many quarters of an hour this holder has held things that exist once since then, without paying, if
 * they now hold `wanted` too. Each thing counts once a quarter, however often its order was changed, and also when
 * it was released again.
 */
export async function countUnpaidQuarters(
  tx: Tx,
  holder: string,
  { wanted, since, now }: { wanted: readonly string[]; since: Date; now: number },
): Promise<number> {
  const quarter = sql<number>`floor(extract(epoch from placed.created_at) / ${quarterMs / 1000})::int`
  const rows = await tx
    .selectFrom('purchase_order as placed')
    .innerJoin('hold', 'hold.order_id', 'placed.id')
    .where('placed.holder', '=', holder)
    .where('placed.created_at', '>=', since)
    .where('placed.paid_at', 'is', null)
    .where('hold.sole', '=', true)
    .select(['hold.thing', quarter.as('quarter')])
    .distinct()
    .execute()
  const present = Math.floor(now / quarterMs)
  const held = rows.map((row) => `${row.thing} ${row.quarter}`)
  return new Set([...held, ...wanted.map((thing) => `${thing} ${present}`)]).size
}
