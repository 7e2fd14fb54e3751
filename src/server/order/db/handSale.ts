// All SQL that finds what an officer has sold or somebody has paid before, so that a repetition is asked about.
import { sql } from 'kysely'
import { handModes } from '../../../domain/order.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import type { StoredLine, StoredOrder } from './order.ts'
import { lineColumns } from './orderColumns.ts'

/**
 * What an officer noted of the order `o`: at last, or behind how it was paid: the number of a cheque, or where it was sold.
 */
export const handNote = sql<string>`coalesce(
  (select noted.detail from ${ofClub('order_history', 'noted')}
    where noted.order_id = o.id and noted.what = 'note' order by noted.id desc limit 1),
  (select substring(placed.detail from ', (.*)$')
  from ${ofClub('order_history', 'placed')} where placed.order_id = o.id and placed.what = 'placed' limit 1), '')`

/** What may stand before the number of a cheque: "No. 9909" and "9909" are the same. Of JavaScript and of PostgreSQL. */
const beforeNumber = '^((cheque|check) *)?(no\\.?|number|#)? *(?=[0-9])'

export function isSameNote(one: string, other: string): boolean {
  const [bare, its] = [one, other].map((note) => note.toLowerCase().replace(RegExp(beforeNumber), ''))
  return bare === its
}

/** The newest order since then that was paid in this way and has this note. */
export async function findSameNote(
  tx: Tx,
  {
    mode,
    note,
    since,
    except,
  }: {
    readonly mode: string
    readonly note: string
    readonly since: Date
    readonly except: number | undefined
  },
): Promise<{ orderId: number; isUndone: boolean } | undefined> {
  const same = await tx
    .selectFrom('purchase_order as o')
    .where('o.mode', '=', mode)
    .where('o.settled_at', '>=', since)
    .$if(except !== undefined, (query) => query.where('o.id', '<>', except ?? 0))
    .where(
      sql<boolean>`regexp_replace(lower(${handNote}), ${beforeNumber}, '')
        = regexp_replace(lower(${note}::text), ${beforeNumber}, '')`,
    )
    .orderBy('o.id', 'desc')
    .select(['o.id', 'o.state'])
    .limit(1)
    .executeTakeFirst()
  return same && { orderId: same.id, isUndone: same.state === 'refunded' }
}

export interface EarlierSale {
  readonly id: number
  readonly mode: string
  readonly paidAt: Date
  readonly note: string
}

type Sold = Pick<StoredOrder, 'kind' | 'name' | 'description'> & {
  readonly lines: readonly (Pick<StoredLine, 'label' | 'quantity' | 'amountCents'> & {
    readonly itemId?: number | null | undefined
  })[]
}

/** The last sale by an officer since then, of the same things to somebody of the same name, that was not undone. */
export async function findSameHandSale(
  tx: Tx,
  sold: Sold,
  { since, except }: { readonly since: Date; readonly except: number | undefined },
): Promise<EarlierSale | undefined> {
  const orders = await tx
    .selectFrom('purchase_order as o')
    .where('mode', 'in', handModes)
    .where('kind', '=', sold.kind)
    // of an event it is the event
    .where('description', '=', sold.description)
    .where('state', '=', 'fulfilled')
    // when it was typed, whenever the money came
    .where('settled_at', '>=', since)
    .where(sql<boolean>`lower(name) = lower(${sold.name})`)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .orderBy('id', 'desc')
    .select(['id', 'mode', 'paid_at as paidAt', handNote.as('note')])
    .$narrowType<{ paidAt: Date }>()
    .execute()
  const wanted = describe(sold.lines)
  for (const order of orders) {
    const lines = await tx
      .selectFrom('order_line')
      .where('order_id', '=', order.id)
      .orderBy('line')
      .select(lineColumns)
      .execute()
    if (describe(lines) === wanted) return order
  }
  return undefined
}

function describe(lines: Sold['lines']): string {
  return JSON.stringify(
    lines.map(({ label, itemId, quantity, amountCents }) => [label, itemId ?? null, quantity, amountCents]),
  )
}

/** The order of their joining that was undone, of a member who has paid for no time before or since. */
export async function findUndoneJoining(tx: Tx, memberId: number): Promise<number | undefined> {
  const sold = await tx
    .selectFrom('order_line as line')
    .innerJoin('member', (join) => join.on('member.id', '=', memberId))
    .where('line.kind', 'in', ['membership', 'renewal'])
    .where(sql<boolean>`(line.given ->> 'memberId')::int = ${memberId}`)
    .orderBy('line.order_id', 'desc')
    .select(['line.order_id as orderId', 'line.kind', 'line.state'])
    // they joined with it: before that day they had no membership
    .select(sql<boolean>`(line.given ->> 'from')::date <= member.joined_on`.as('isFirst'))
    .execute()
  if (sold.some(({ state }) => state !== 'returned')) return undefined
  return sold.find(({ kind, isFirst }) => kind === 'membership' && isFirst)?.orderId
}

/** The last order that has paid for this member's time since then, online or by hand, and was not undone. */
export function findDuesPaid(
  tx: Tx,
  memberId: number,
  { since, except }: { readonly since: Date; readonly except: number | undefined },
): Promise<EarlierSale | undefined> {
  return tx
    .selectFrom('purchase_order as o')
    .where('o.settled_at', '>=', since)
    .where(
      sql<boolean>`exists (select from ${ofClub('order_line', 'sold')} where sold.order_id = o.id
        and sold.kind in ('membership', 'renewal') and sold.state = 'delivered'
        and (sold.given ->> 'memberId')::int = ${memberId})`,
    )
    .$if(except !== undefined, (query) => query.where('o.id', '<>', except ?? 0))
    .orderBy('o.id', 'desc')
    .select(['o.id', 'o.mode', 'o.paid_at as paidAt', handNote.as('note')])
    .$narrowType<{ paidAt: Date }>()
    .executeTakeFirst()
}
