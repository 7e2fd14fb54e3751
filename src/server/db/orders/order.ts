// All SQL about orders, their lines and their history.
import { type InferResult, type Selectable, sql } from 'kysely'
import { type LineState, type OrderState, type Quote, toQuoteLine } from '../../../domain/order.ts'
import type { TenantIdentity } from '../club/tenant.ts'
import type { Tx } from '../open.ts'
import type { PurchaseOrderTable } from '../schema.gen.ts'

export interface StoredOrder {
  readonly id: number
  readonly key: string
  readonly kind: string
  readonly category: number
  readonly state: OrderState
  readonly askedHash: string
  readonly description: string
  readonly memberId: number | null
  readonly email: string
  readonly name: string
  readonly language: 'en' | 'es' | null
  readonly quote: Quote
  readonly mode: string
  readonly intentId: string | null
  readonly holdUntil: Date | null
  readonly createdAt: Date
  readonly paidAt: Date | null
  /** What the provider took, whatever the total; null before it was paid. */
  readonly receivedCents: number | null
  readonly settledAt: Date | null
  readonly claimedAt: Date | null
  readonly disputedAt: Date | null
  readonly chargedBackAt: Date | null
  /** Null: the card that pays is not kept. */
  readonly keepsCard: KeptCard | null
  /** In the order in which they were bought. */
  readonly lines: readonly StoredLine[]
}

/** Whose card the payment keeps, and the version of the words that tell the payer so. */
export interface KeptCard {
  readonly memberId: number
  readonly consent: string
}

export interface NewOrder {
  readonly key: string
  readonly kind: string
  readonly category: number
  readonly askedHash: string
  readonly description: string
  readonly memberId: number | null
  readonly email: string
  readonly emailFolded: string
  readonly name: string
  readonly language: 'en' | 'es' | null
  readonly quote: Quote
  readonly mode: string
  readonly holdUntil: Date | null
  readonly createdAt: Date
  readonly lookAt: Date | null
  /** Who holds what the order holds; null where that is nothing. */
  readonly holder: string | null
  readonly keepsCard: KeptCard | null
}

export type NewLine = Omit<StoredLine, 'line' | 'given' | 'state'>

/** The order's number, which is its receipt's; undefined when there is an order with this key. */
export async function insertOrder(tx: Tx, tenantId: number, order: NewOrder): Promise<number | undefined> {
  const { quote } = order
  const row = await tx
    .insertInto('purchase_order')
    .values({
      tenant_id: tenantId,
      key: order.key,
      kind: order.kind,
      category: order.category,
      asked_hash: order.askedHash,
      description: order.description,
      member_id: order.memberId,
      email: order.email,
      email_folded: order.emailFolded,
      name: order.name,
      language: order.language,
      sub_total_cents: quote.subTotalCents,
      discount_cents: quote.discountCents,
      service_fee_cents: quote.serviceFeeCents,
      taxes_cents: quote.taxesCents,
      total_cents: quote.grandTotalCents,
      currency: quote.currency,
      mode: order.mode,
      hold_until: order.holdUntil,
      created_at: order.createdAt,
      look_at: order.lookAt,
      holder: order.holder,
      card_of: order.keepsCard?.memberId ?? null,
      card_consent: order.keepsCard?.consent ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertLines(
  tx: Tx,
  tenantId: number,
  orderId: number,
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('order_line')
    .values(
      lines.map((line, index) => ({
        tenant_id: tenantId,
        order_id: orderId,
        line: index + 1,
        kind: line.kind,
        label: line.label,
        quantity: line.quantity,
        amount_cents: line.amountCents,
        net_cents: line.netCents,
        item: JSON.stringify(line.item),
      })),
    )
    .execute()
}

export type OrderName = { readonly id: number } | { readonly key: string } | { readonly intentId: string }

/** With `lock`, nobody else changes it until this transaction ends. */
export async function findOrder(
  tx: Tx,
  tenantId: number,
  name: OrderName,
  lock?: 'lock',
): Promise<StoredOrder | undefined> {
  const query = tx.selectFrom('purchase_order').where('tenant_id', '=', tenantId).select(columns)
  const named =
    'id' in name
      ? query.where('id', '=', name.id)
      : 'key' in name
        ? query.where('key', '=', name.key)
        : query.where('intent_id', '=', name.intentId)
  const row = await (lock === undefined ? named : named.forUpdate()).executeTakeFirst()
  if (row === undefined) return undefined
  return toOrder(row, await selectLines(tx, tenantId, row.id).execute())
}

function selectLines(tx: Tx, tenantId: number, orderId: number) {
  return tx
    .selectFrom('order_line')
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('line')
    .select(['line', 'kind', 'label', 'quantity', 'amount_cents as amountCents', 'net_cents as netCents'])
    .select(['item', 'given', 'state'])
}

/** Its `netCents` are what the buyer paid for it alone: less its discounts, with its taxes, without the service fee. */
export type StoredLine = Readonly<InferResult<ReturnType<typeof selectLines>>[number]>

const columns = [
  'id',
  'key',
  'kind',
  'category',
  'state',
  'asked_hash',
  'description',
  'member_id',
  'email',
  'name',
  'language',
  'sub_total_cents',
  'discount_cents',
  'service_fee_cents',
  'taxes_cents',
  'total_cents',
  'currency',
  'mode',
  'intent_id',
  'hold_until',
  'created_at',
  'paid_at',
  'received_cents',
  'settled_at',
  'claimed_at',
  'disputed_at',
  'charged_back_at',
  'card_of',
  'card_consent',
] as const satisfies (keyof PurchaseOrderTable)[]

function toOrder(
  row: Pick<Selectable<PurchaseOrderTable>, (typeof columns)[number]>,
  lines: readonly StoredLine[],
): StoredOrder {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    category: row.category,
    state: row.state,
    askedHash: row.asked_hash,
    description: row.description,
    memberId: row.member_id,
    email: row.email,
    name: row.name,
    language: row.language === 'en' || row.language === 'es' ? row.language : null,
    quote: {
      lines: lines.map(toQuoteLine),
      subTotalCents: row.sub_total_cents,
      discountCents: row.discount_cents,
      serviceFeeCents: row.service_fee_cents,
      taxesCents: row.taxes_cents,
      grandTotalCents: row.total_cents,
      currency: row.currency,
    },
    mode: row.mode,
    intentId: row.intent_id,
    holdUntil: row.hold_until,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    receivedCents: row.received_cents,
    settledAt: row.settled_at,
    claimedAt: row.claimed_at,
    disputedAt: row.disputed_at,
    chargedBackAt: row.charged_back_at,
    keepsCard:
      row.card_of === null || row.card_consent === null
        ? null
        : { memberId: row.card_of, consent: row.card_consent },
    lines,
  }
}

/** Only the first intent stays, and only an open order gets one: false where that is not so. */
export async function setIntent(
  tx: Tx,
  tenantId: number,
  orderId: number,
  intentId: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('purchase_order')
    .set({ intent_id: intentId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .where('state', '=', 'pending')
    .where('intent_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of an order that this transaction has locked. */
export async function updateOrder(
  tx: Tx,
  tenantId: number,
  orderId: number,
  change: {
    state?: OrderState
    holdUntil?: Date | null
    paidAt?: Date
    receivedCents?: number
    settledAt?: Date
    claimedAt?: Date
    disputedAt?: Date
    chargedBackAt?: Date | null
    /** When the sweeper looks again; null: there is nothing more to wait for. */
    lookAt?: Date | null
  },
): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.holdUntil === undefined ? {} : { hold_until: change.holdUntil }),
      ...(change.paidAt === undefined ? {} : { paid_at: change.paidAt }),
      ...(change.receivedCents === undefined ? {} : { received_cents: change.receivedCents }),
      ...(change.settledAt === undefined ? {} : { settled_at: change.settledAt }),
      ...(change.claimedAt === undefined ? {} : { claimed_at: change.claimedAt }),
      ...(change.disputedAt === undefined ? {} : { disputed_at: change.disputedAt }),
      ...(change.chargedBackAt === undefined ? {} : { charged_back_at: change.chargedBackAt }),
      ...(change.lookAt === undefined ? {} : { look_at: change.lookAt }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .execute()
}

/** How many unpaid orders hold something for this holder; until the transaction ends nobody else counts theirs. */
export async function countHeldOrders(tx: Tx, tenantId: number, holder: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`held orders ${tenantId} ${holder}`}, 0))`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('purchase_order')
    .where('tenant_id', '=', tenantId)
    .where('holder', '=', holder)
    .where('state', '=', 'pending')
    .where('hold_until', 'is not', null)
    .where('paid_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A receipt that was paid before anybody said what for gets its kind and its lines. */
export async function nameGoods(
  tx: Tx,
  tenantId: number,
  orderId: number,
  { kind, quote, memberId, name }: { kind: string; quote: Quote; memberId: number | null; name: string },
): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({
      kind,
      member_id: memberId,
      name,
      sub_total_cents: quote.subTotalCents,
      discount_cents: quote.discountCents,
      service_fee_cents: quote.serviceFeeCents,
      taxes_cents: quote.taxesCents,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .execute()
}

export async function updateLine(
  tx: Tx,
  tenantId: number,
  orderId: number,
  line: number,
  { state, given }: { state: LineState; given?: unknown },
): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ state, ...(given === undefined ? {} : { given: JSON.stringify(given) }) })
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .execute()
}

/** Lines with something of this member's that was to be taken back and could not be, newest first. */
export function listKept(
  tx: Tx,
  tenantId: number,
  memberId: number,
): Promise<{ orderId: number; line: number }[]> {
  return tx
    .selectFrom('order_line')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'kept')
    .where(sql<boolean>`(given ->> 'memberId')::int = ${memberId}`)
    .orderBy('order_id', 'desc')
    .orderBy('line', 'desc')
    .select(['order_id as orderId', 'line'])
    .execute()
}

export async function addHistory(
  tx: Tx,
  tenantId: number,
  orderId: number,
  entry: { what: string; detail?: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('order_history')
    .values({
      tenant_id: tenantId,
      order_id: orderId,
      what: entry.what,
      detail: entry.detail ?? '',
      at: entry.at,
    })
    .execute()
}

/** As `what` of a history: an officer has said what becomes of the goods after money went back elsewhere. */
export const decided = 'decided'

export function listHistory(
  tx: Tx,
  tenantId: number,
  orderId: number,
): Promise<{ what: string; detail: string; at: Date }[]> {
  return tx
    .selectFrom('order_history')
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .select(['what', 'detail', 'at'])
    .execute()
}

/** Orders that the sweeper should look at by now: where money or goods wait first, then the longest due. */
export async function listDueOrders(tx: Tx, tenantId: number, now: Date, most: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .where('tenant_id', '=', tenantId)
    .where('look_at', '<=', now)
    .orderBy(({ eb, and }) => and([eb('paid_at', 'is', null), eb('hold_until', 'is', null)]))
    .orderBy('look_at')
    .limit(most)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Moves the next look of an order that could not be looked at. */
export async function postponeLook(tx: Tx, tenantId: number, orderId: number, lookAt: Date): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ look_at: lookAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .where('look_at', 'is not', null)
    .execute()
}

/** What somebody may have paid for without saying so yet: their own, of this kind and exact amount, newest first. */
export async function listClaimable(
  tx: Tx,
  tenantId: number,
  wanted: { emailFolded: string; category: number; totalCents: number; since: Date },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .where('tenant_id', '=', tenantId)
    .where('email_folded', '=', wanted.emailFolded)
    .where('category', '=', wanted.category)
    .where('total_cents', '=', wanted.totalCents)
    .where('created_at', '>=', wanted.since)
    .where('claimed_at', 'is', null)
    .where('state', 'in', ['pending', 'fulfilled', 'fulfilled_partial'])
    .orderBy('id', 'desc')
    .limit(5)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface OpenIntent {
  readonly orderId: number
  readonly intentId: string
}

/** Payments of an address that can still be confirmed, in the books of one account of the provider. */
export async function listOpenIntents(
  tx: Tx,
  tenantId: number,
  { emailFolded, mode }: { emailFolded: string; mode: string },
): Promise<OpenIntent[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .where('tenant_id', '=', tenantId)
    .where('email_folded', '=', emailFolded)
    .where('mode', '=', mode)
    .where('state', '=', 'pending')
    .where('paid_at', 'is', null)
    .where('intent_id', 'is not', null)
    .orderBy('id')
    .select(['id', 'intent_id'])
    .$narrowType<{ intent_id: string }>()
    .execute()
  return rows.map(({ id, intent_id }) => ({ orderId: id, intentId: intent_id }))
}

/** All clubs, suspended ones too: their buyers' money is not theirs alone. For the owner. */
export function listClubs(tx: Tx): Promise<TenantIdentity[]> {
  return tx.selectFrom('tenant').select(['id', 'uuid', 'slug']).orderBy('id').execute()
}

/** Like `listClubs`, by the number that stands in a payment. */
export function findClubByUuid(tx: Tx, uuid: string): Promise<TenantIdentity | undefined> {
  return tx.selectFrom('tenant').select(['id', 'uuid', 'slug']).where('uuid', '=', uuid).executeTakeFirst()
}
