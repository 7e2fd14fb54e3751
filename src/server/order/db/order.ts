// All SQL about orders, their lines and their history.
import { type InferResult, sql } from 'kysely'
import { foldEmail } from '../../../domain/member.ts'
import { type LineState, type Quote, toQuoteLine } from '../../../domain/order.ts'
import { toLanguage } from '../../../domain/shapes/language.ts'
import type { Tx } from '../../db/open.ts'
import { mostPaymentsClaimable } from '../../limits/sizes.ts'
import { columns, lineColumns, type OrderFields, toColumns } from './orderColumns.ts'

type QuoteField = Exclude<keyof Quote, 'lines'>
type Plain = Omit<
  OrderFields,
  QuoteField | 'language' | 'emailFolded' | 'nextCheckAt' | 'holder' | 'cardOf' | 'cardConsent'
>

export interface StoredOrder extends Plain {
  readonly language: 'en' | 'es' | null
  readonly quote: Quote
  /** Null when the card that pays is not saved. */
  readonly savesCard: CardSaving | null
  /** In the order in which they were bought. */
  readonly lines: readonly StoredLine[]
}

/** The member whose card the payment saves, and the version of the text that tells the payer so. */
export interface CardSaving {
  readonly memberId: number
  readonly consent: string
}

/** What the goods and their price decide of an order, whoever places it. */
export type AgreedOrder = Pick<
  StoredOrder,
  'kind' | 'category' | 'requestHash' | 'description' | 'memberId' | 'name' | 'quote' | 'savesCard'
>
export type NewOrder = AgreedOrder &
  Pick<StoredOrder, 'key' | 'email' | 'language' | 'mode' | 'createdAt'> &
  Partial<Pick<OrderFields, 'holdUntil' | 'nextCheckAt' | 'holder' | 'withSavedCard'>>

export type NewLine = Omit<StoredLine, 'line' | 'given' | 'state' | 'itemId'> & {
  readonly itemId?: number | undefined
}

/** Answers the stored order. Its number is the receipt's. Undefined when an order has this key already. */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly NewLine[],
): Promise<StoredOrder | undefined> {
  const { quote, savesCard, ...plain } = order
  const { lines: _lines, testMode = false, ...amounts } = quote
  const row = await tx
    .insertInto('purchase_order')
    .values({
      id: await takeOrderNumber(tx),
      ...toColumns({
        ...plain,
        emailFolded: foldEmail(order.email),
        ...amounts,
        testMode,
        cardOf: savesCard?.memberId ?? null,
        cardConsent: savesCard?.consent ?? null,
      }),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && toOrder(row, await insertLines(tx, row.id, lines))
}

/**
 * Each club counts its own, so that a number tells nothing of other clubs' sales. Other orders of the club wait for theirs
 * until this transaction ends.
 */
async function takeOrderNumber(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('order numbers ' || current_setting('app.tenant'), 0))`.execute(
    tx,
  )
  const { highest } = await tx
    .selectFrom('purchase_order')
    .select(({ fn, lit }) => fn.coalesce(fn.max('id'), lit(0)).as('highest'))
    .executeTakeFirstOrThrow()
  return highest + 1
}

export async function insertLines(tx: Tx, orderId: number, lines: readonly NewLine[]): Promise<StoredLine[]> {
  if (lines.length === 0) return []
  const stored = await tx
    .insertInto('order_line')
    .values(
      lines.map((line, index) => ({
        order_id: orderId,
        line: index + 1,
        kind: line.kind,
        label: line.label,
        item_id: line.itemId ?? null,
        quantity: line.quantity,
        amount_cents: line.amountCents,
        net_cents: line.netCents,
        tax_cents: line.taxCents,
        item: JSON.stringify(line.item),
      })),
    )
    .returning(lineColumns)
    .execute()
  return stored.toSorted((a, b) => a.line - b.line)
}

export type OrderName = { readonly id: number } | { readonly key: string } | { readonly intentId: string }

/** `lock` locks the order until this transaction ends. */
export async function findOrder(tx: Tx, name: OrderName, lock?: 'lock'): Promise<StoredOrder | undefined> {
  const query = tx.selectFrom('purchase_order').select(columns)
  const named =
    'id' in name
      ? query.where('id', '=', name.id)
      : 'key' in name
        ? query.where('key', '=', name.key)
        : query.where('intent_id', '=', name.intentId)
  const row = await (lock === undefined ? named : named.forUpdate()).executeTakeFirst()
  if (row === undefined) return undefined
  return toOrder(row, await selectLines(tx, row.id).execute())
}

/** Of the club's orders with these keys. */
export async function listOrderIds(tx: Tx, keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await tx.selectFrom('purchase_order').where('key', 'in', keys).select('id').execute()
  return rows.map(({ id }) => id)
}

function selectLines(tx: Tx, orderId: number) {
  return tx.selectFrom('order_line').where('order_id', '=', orderId).orderBy('line').select(lineColumns)
}

/** `netCents` is what the buyer paid for this line alone: less discounts, with taxes (`taxCents`), without service fee. */
export type StoredLine = Readonly<InferResult<ReturnType<typeof selectLines>>[number]>

function toOrder(row: OrderFields, lines: readonly StoredLine[]): StoredOrder {
  const { emailFolded, nextCheckAt, holder, cardOf, cardConsent, language, testMode, ...rest } = row
  const { subTotalCents, discountCents, serviceFeeCents, taxesCents, grandTotalCents, currency, ...plain } =
    rest
  return {
    ...plain,
    language: toLanguage(language),
    quote: {
      lines: lines.map(toQuoteLine),
      subTotalCents,
      discountCents,
      serviceFeeCents,
      taxesCents,
      grandTotalCents,
      currency,
      ...(testMode ? { testMode } : {}),
    },
    savesCard: cardOf === null || cardConsent === null ? null : { memberId: cardOf, consent: cardConsent },
    lines,
  }
}

/** Only an open order without an intent gets one. False otherwise. */
export async function setIntent(tx: Tx, orderId: number, intentId: string): Promise<boolean> {
  const row = await tx
    .updateTable('purchase_order')
    .set({ intent_id: intentId })
    .where('id', '=', orderId)
    .where('state', '=', 'pending')
    .where('intent_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Changing =
  | 'state'
  | 'holdUntil'
  | 'paidAt'
  | 'receivedCents'
  | 'settledAt'
  | 'claimedAt'
  | 'disputedAt'
  | 'chargedBackAt'
  | 'nextCheckAt'

/** The transaction must have locked the order. */
export async function updateOrder(
  tx: Tx,
  orderId: number,
  change: Partial<Pick<OrderFields, Changing>>,
): Promise<void> {
  await tx.updateTable('purchase_order').set(toColumns(change)).where('id', '=', orderId).execute()
}

/** How many unpaid orders hold something for this holder. Other counts of theirs wait for the commit. */
export async function countHeldOrders(tx: Tx, holder: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended('held orders ' || current_setting('app.tenant') || ' ' || ${holder}::text, 0))`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('purchase_order')
    .where('holder', '=', holder)
    .where('state', '=', 'pending')
    .where('hold_until', 'is not', null)
    .where('paid_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sets kind and lines of an order that was paid before anybody said what for. */
export async function nameGoods(
  tx: Tx,
  orderId: number,
  { kind, quote, memberId, name }: Pick<AgreedOrder, 'kind' | 'quote' | 'memberId' | 'name'>,
): Promise<void> {
  const { subTotalCents, discountCents, serviceFeeCents, taxesCents } = quote
  await tx
    .updateTable('purchase_order')
    .set(toColumns({ kind, memberId, name, subTotalCents, discountCents, serviceFeeCents, taxesCents }))
    .where('id', '=', orderId)
    .execute()
}

export async function updateLine(
  tx: Tx,
  orderId: number,
  line: number,
  { state, given }: { state: LineState; given?: unknown },
): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ state, ...(given === undefined ? {} : { given: JSON.stringify(given) }) })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .execute()
}

/** After goods were changed in place, so that a refund finds them where they are now. The transaction must have locked the order. */
export async function correctLine(
  tx: Tx,
  orderId: number,
  { line, label, itemId, item, given }: Pick<StoredLine, 'line' | 'label' | 'itemId' | 'item' | 'given'>,
): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ label, item_id: itemId, item: JSON.stringify(item), given: JSON.stringify(given) })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .execute()
}

/** Lines with goods of this member that should have been taken back and could not be, newest first. */
export function listNotTakenBack(tx: Tx, memberId: number): Promise<{ orderId: number; line: number }[]> {
  return tx
    .selectFrom('order_line')
    .where('state', '=', 'kept')
    .where(sql<boolean>`(given ->> 'memberId')::int = ${memberId}`)
    .orderBy('order_id', 'desc')
    .orderBy('line', 'desc')
    .select(['order_id as orderId', 'line'])
    .execute()
}

/**
 * The number of the newest order that has given this member time after this one, and that still stands.
 * `besides` is taken back at the same time.
 */
export async function findLaterMembership(
  tx: Tx,
  { id, createdAt, settledAt }: Pick<StoredOrder, 'id' | 'createdAt' | 'settledAt'>,
  memberId: number,
  besides: number = id,
): Promise<number | undefined> {
  const at = settledAt ?? createdAt
  const later = await tx
    .selectFrom('order_line as line')
    .innerJoin('purchase_order as later', 'later.id', 'line.order_id')
    .where('line.state', '=', 'delivered')
    .where('line.kind', 'in', ['membership', 'renewal'])
    .where(sql<boolean>`(line.given ->> 'memberId')::int = ${memberId}`)
    .where('later.id', 'not in', [id, besides])
    .where(({ eb, or, and }) =>
      or([eb('later.settled_at', '>', at), and([eb('later.settled_at', '=', at), eb('later.id', '>', id)])]),
    )
    .orderBy('later.settled_at', 'desc')
    .orderBy('later.id', 'desc')
    .select('later.id')
    .limit(1)
    .executeTakeFirst()
  return later?.id
}

export async function addHistory(
  tx: Tx,
  orderId: number,
  { what, detail = '', at }: { what: string; detail?: string; at: Date },
): Promise<void> {
  await tx.insertInto('order_history').values({ order_id: orderId, what, detail, at }).execute()
}

/** In `what` of the history: after a refund elsewhere, an officer has decided what happens with the goods. */
export const decided = 'decided'

/** In `what` of the history: its hold gave way to the next buyer. */
export const gaveWay = 'gave-way'

export async function isInHistory(tx: Tx, orderId: number, what: string): Promise<boolean> {
  const row = await tx
    .selectFrom('order_history')
    .where('order_id', '=', orderId)
    .where('what', '=', what)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export function listHistory(tx: Tx, orderId: number): Promise<{ what: string; detail: string; at: Date }[]> {
  return tx
    .selectFrom('order_history')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .select(['what', 'detail', 'at'])
    .execute()
}

/** Orders that the sweeper should check by now: first those with money or holds, then those due longest. */
export async function listDueOrders(tx: Tx, now: Date, most: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .where('look_at', '<=', now)
    .orderBy(({ eb, and }) => and([eb('paid_at', 'is', null), eb('hold_until', 'is', null)]))
    .orderBy('look_at')
    .limit(most)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Sets a later next check for an order that could not be checked. */
export async function postponeCheck(tx: Tx, orderId: number, nextCheckAt: Date): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ look_at: nextCheckAt })
    .where('id', '=', orderId)
    .where('look_at', 'is not', null)
    .execute()
}

/**
 * Orders that somebody may have paid without claiming them yet: with their address, this category and exact
 * amount, newest first.
 */
export async function listClaimable(
  tx: Tx,
  wanted: { emailFolded: string; category: number; totalCents: number; since: Date },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .where('email_folded', '=', wanted.emailFolded)
    .where('category', '=', wanted.category)
    .where('total_cents', '=', wanted.totalCents)
    .where('created_at', '>=', wanted.since)
    .where('claimed_at', 'is', null)
    .where('state', 'in', ['pending', 'fulfilled', 'fulfilled_partial'])
    .orderBy('id', 'desc')
    .limit(mostPaymentsClaimable)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface OpenIntent {
  readonly orderId: number
  readonly intentId: string
}

/** Payments of an e-mail address that can still be confirmed, in one account of the provider. */
export function listOpenIntents(
  tx: Tx,
  { emailFolded, mode }: { emailFolded: string; mode: string },
): Promise<OpenIntent[]> {
  return tx
    .selectFrom('purchase_order')
    .where('email_folded', '=', emailFolded)
    .where('mode', '=', mode)
    .where('state', '=', 'pending')
    .where('paid_at', 'is', null)
    .where('intent_id', 'is not', null)
    .orderBy('id')
    .select(['id as orderId', 'intent_id as intentId'])
    .$narrowType<{ intentId: string }>()
    .execute()
}
