// All SQL about what is held for buyers who are paying, and which scarce things were sold.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

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
export async function countTaken(
  tx: Tx,
  things: readonly string[],
  states: readonly ('held' | 'sold')[] = ['held', 'sold'],
): Promise<Map<string, number>> {
  if (things.length === 0) return new Map()
  const rows = await tx
    .selectFrom('hold')
    .where('thing', 'in', things)
    .where('state', 'in', states)
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

type HoldState = 'held' | 'sold' | 'released'

export function listHolds(tx: Tx, orderId: number) {
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
  state: HoldState,
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

/** What the line has sold is another thing now. Both things must be locked. */
export async function moveHold(
  tx: Tx,
  orderId: number,
  { line, from, to }: { line: number; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('hold')
    .set({ thing: to })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .where('thing', '=', from)
    .execute()
}

/** Orders that are not paid, with what they hold. */
function selectUnpaidHolds(tx: Tx) {
  return tx
    .selectFrom('hold')
    .innerJoin('purchase_order as placed', 'placed.id', 'hold.order_id')
    .where('hold.state', '=', 'held')
    .where('placed.state', '=', 'pending')
    .where('placed.paid_at', 'is', null)
}

/** How much of these things the unpaid orders of this holder hold. */
export async function countHeldPieces(tx: Tx, holder: string, things: readonly string[]): Promise<number> {
  const { pieces } = await selectUnpaidHolds(tx)
    .where('placed.holder', '=', holder)
    .where('hold.thing', 'in', things)
    .select(({ fn }) => fn.sum<string | null>('hold.quantity').as('pieces'))
    .executeTakeFirstOrThrow()
  return Number(pieces ?? 0)
}

/**
 * Unpaid orders of before that hold any of these things: what is known to be idle first, then the oldest. The provider
 * knows whether a card is on the way.
 */
export async function listGivingWay(
  tx: Tx,
  {
    things,
    before,
    holder,
    again,
  }: { things?: readonly string[]; before: Date; holder?: string | undefined; again?: HeldAgain },
): Promise<{ orderId: number; pieces: number }[]> {
  const rows = await selectUnpaidHolds(tx)
    .where('placed.hold_until', 'is not', null)
    .where(({ eb, or }) =>
      or([
        eb('placed.created_at', '<=', before),
        ...(again === undefined ? [] : [isHeldAgain(again, before)]),
      ]),
    )
    .$if(things !== undefined, (query) => query.where('hold.thing', 'in', things ?? []))
    .$if(holder !== undefined, (query) => query.where('placed.holder', '=', holder ?? ''))
    .groupBy(['placed.id', 'placed.created_at'])
    .orderBy(({ fn }) => fn<boolean>('bool_or', ['hold.gives_way']), 'desc')
    .orderBy('placed.created_at')
    .orderBy('placed.id')
    .select(({ fn }) => ['placed.id as orderId', fn.sum<string>('hold.quantity').as('pieces')])
    .execute()
  return rows.map(({ orderId, pieces }) => ({ orderId, pieces: Number(pieces) }))
}

export interface HeldAgain {
  /** How far back earlier orders count. */
  readonly since: Date
  /** The next buyer's: what was held behind their own address counts against nobody there. */
  readonly nextOrderId: number
}

/**
 * With what the same holder had of the same thing and gave up without paying, it is as old as one hold since before that
 * instant. Otherwise who holds it again and again would never give way.
 */
function isHeldAgain({ since, nextOrderId }: HeldAgain, before: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    placed.holder is distinct from (select holder from ${ofClub('purchase_order', 'own')} where own.id = ${nextOrderId})
    and (
      select coalesce(sum(given_up.quantity * (earlier.settled_at - earlier.created_at)), interval '0')
      from ${ofClub('purchase_order', 'earlier')}
      inner join ${ofClub('hold', 'given_up')} on given_up.order_id = earlier.id
      where earlier.holder = placed.holder and earlier.created_at >= ${since}
        and earlier.paid_at is null and earlier.settled_at is not null and given_up.thing = hold.thing
    ) >= hold.quantity * (placed.created_at - ${before}::timestamptz)
  )`
}

/** For how long the holder of the order has had what it holds before, a piece of each on average, in milliseconds. */
export async function findEarlierMs(tx: Tx, orderId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ ms: string | null }>`
    select max(had.seconds / had.quantity) * 1000 as ms from (
      select sum(given_up.quantity * extract(epoch from earlier.settled_at - earlier.created_at)) as seconds,
        max(present.quantity) as quantity
      from ${ofClub('purchase_order', 'own')}
      inner join ${ofClub('hold', 'present')} on present.order_id = own.id and present.state = 'held'
      inner join ${ofClub('purchase_order', 'earlier')} on earlier.holder = own.holder
      inner join ${ofClub('hold', 'given_up')} on given_up.order_id = earlier.id and given_up.thing = present.thing
      where own.id = ${orderId} and earlier.created_at >= ${since}
        and earlier.paid_at is null and earlier.settled_at is not null
      group by present.thing
    ) as had`.execute(tx)
  return Number(rows[0]?.ms ?? 0)
}

/** Notes what the sweeper has read: whether what this order holds gives way. */
export async function noteGivingWay(tx: Tx, orderId: number, givesWay: boolean): Promise<void> {
  await tx
    .updateTable('hold')
    .set({ gives_way: givesWay })
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .where('gives_way', '=', !givesWay)
    .execute()
}

/** For how long this holder has held pieces of these things since then without paying, all pieces together. */
export async function countUnpaidMs(
  tx: Tx,
  holder: string,
  { things, since, now }: { things: readonly string[]; since: Date; now: Date },
): Promise<number> {
  const end = sql<Date>`coalesce(placed.settled_at, placed.hold_until, ${now})`
  const seconds = sql<string | null>`sum(hold.quantity * extract(epoch from ${end} - placed.created_at))`
  const { total } = await tx
    .selectFrom('purchase_order as placed')
    .innerJoin('hold', 'hold.order_id', 'placed.id')
    .where('placed.holder', '=', holder)
    .where('placed.created_at', '>=', since)
    .where('placed.paid_at', 'is', null)
    .where('hold.thing', 'in', things)
    .select(seconds.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0) * 1000
}
