// All SQL of the card sandbox: its objects, the answers under a key, its deliveries and its controls.
import { sql, type Transaction } from 'kysely'
import type { CardTables } from './tables.gen.ts'

export type Tx = Transaction<CardTables>

export interface Database {
  /** May run the body again from its start, so the body must not act outside of the database. */
  transaction<T>(body: (tx: Tx) => Promise<T>): Promise<T>
}

/** An object of the provider, in the SDK's types. */
export interface StoredObject {
  readonly id: string
  readonly kind: string
  readonly customer: string | null
  readonly paymentIntent: string | null
  readonly charge: string | null
  readonly createdAt: Date
  readonly body: unknown
}

export async function putObject(tx: Tx, object: StoredObject): Promise<void> {
  const { id, kind, customer, paymentIntent, charge, createdAt } = object
  const row = { customer, payment_intent: paymentIntent, charge, body: JSON.stringify(object.body) }
  await tx
    .insertInto('sandbox_card_object')
    .values({ id, kind, created_at: createdAt, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** `lock` locks the object until the transaction ends. */
export async function findObject(
  tx: Tx,
  kind: string,
  id: string,
  { lock }: { lock: boolean },
): Promise<unknown> {
  const query = tx
    .selectFrom('sandbox_card_object')
    .select('body')
    .where('id', '=', id)
    .where('kind', '=', kind)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row?.body
}

export interface ObjectFilter {
  readonly kind: string
  readonly customer?: string | undefined
  readonly paymentIntent?: string | undefined
  readonly charge?: string | undefined
  /** Other fields of the object that must have one of these values. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly createdFrom?: Date | undefined
  readonly createdBefore?: Date | undefined
  /** Ids: the list begins after the first in the answer's order, or ends before the second. */
  readonly startingAfter?: string | undefined
  readonly endingBefore?: string | undefined
  readonly limit: number
}

/** Newest first, without deleted objects. */
export async function listObjects(tx: Tx, filter: ObjectFilter): Promise<unknown[]> {
  const sequenceOf = (id: string) =>
    tx.selectFrom('sandbox_card_object').select('sequence').where('id', '=', id)
  const isBackwards = filter.endingBefore !== undefined
  let query = tx
    .selectFrom('sandbox_card_object')
    .select('body')
    .where('kind', '=', filter.kind)
    .where(sql`body ->> 'deleted'`, 'is', null)
    .orderBy('sequence', isBackwards ? 'asc' : 'desc')
    .limit(filter.limit)
  if (filter.customer !== undefined) query = query.where('customer', '=', filter.customer)
  if (filter.paymentIntent !== undefined) query = query.where('payment_intent', '=', filter.paymentIntent)
  if (filter.charge !== undefined) query = query.where('charge', '=', filter.charge)
  if (filter.createdFrom !== undefined) query = query.where('created_at', '>=', filter.createdFrom)
  if (filter.createdBefore !== undefined) query = query.where('created_at', '<', filter.createdBefore)
  if (filter.startingAfter !== undefined) {
    query = query.where('sequence', '<', sequenceOf(filter.startingAfter))
  }
  if (filter.endingBefore !== undefined) {
    query = query.where('sequence', '>', sequenceOf(filter.endingBefore))
  }
  for (const [name, values] of Object.entries(filter.fields ?? {})) {
    query = query.where(sql`body ->> ${name}`, 'in', [...values])
  }
  const rows = await query.execute()
  const bodies = rows.map(({ body }) => body)
  return isBackwards ? bodies.reverse() : bodies
}

/** How long we wait for another process that uses the same key. After that the key counts as in progress. */
const keyWaitMs = 50

export type KeyState =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'used'; readonly hash: string; readonly status: number; readonly body: string }

/**
 * Comes before anything is written; `storeAnswer` comes near the end. The key and the work under it are
 * stored together by the commit. Fails with 55P03 while another transaction has the key.
 */
export async function claimKey(tx: Tx, key: string, hash: string): Promise<KeyState> {
  await setLockTimeout(tx, keyWaitMs)
  const claimed = await tx
    .insertInto('sandbox_card_answer')
    .values({ key, hash, status: null, body: null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  await setLockTimeout(tx, 0)
  if (claimed !== undefined) return { kind: 'fresh' }
  const { status, body, ...used } = await tx
    .selectFrom('sandbox_card_answer')
    .select(['hash', 'status', 'body'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (status === null || body === null) throw new Error(`the answer under ${key} was not stored`)
  return { kind: 'used', hash: used.hash, status, body }
}

async function setLockTimeout(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}

export async function storeAnswer(tx: Tx, key: string, status: number, body: string): Promise<void> {
  await tx.updateTable('sandbox_card_answer').set({ status, body }).where('key', '=', key).execute()
}

export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'dropped' | 'failed'

export interface StoredDelivery {
  readonly id: number
  readonly eventId: string
  readonly eventType: string
  readonly state: DeliveryState
  readonly dueAt: Date
  readonly attempts: number
  /** The status of the last attempt's answer; null when there was none. */
  readonly status: number | null
}

export interface NewDelivery {
  readonly eventId: string
  readonly eventType: string
  readonly state: 'waiting' | 'held' | 'dropped'
  readonly dueAt: Date
}

export async function addDelivery(tx: Tx, { eventId, eventType, state, dueAt }: NewDelivery): Promise<void> {
  await tx
    .insertInto('sandbox_card_delivery')
    .values({ event_id: eventId, event_type: eventType, state, due_at: dueAt })
    .execute()
}

export interface ClaimedDelivery {
  readonly id: number
  readonly eventId: string
  readonly attempts: number
  readonly event: unknown
}

/**
 * Claims the oldest delivery that is due at `at` on the sandbox's clock, or the named one. The claim lasts
 * until `until` on the machine's clock; then another process may try it.
 */
export async function claimDelivery(
  tx: Tx,
  { at, now, until, id }: { at: Date; now: Date; until: Date; id?: number },
): Promise<ClaimedDelivery | undefined> {
  const chosen =
    id === undefined
      ? sql`state = 'waiting' and due_at <= ${at} and (claimed_until is null or claimed_until < ${now})`
      : sql`id = ${id}`
  const { rows } = await sql<{ id: number; event_id: string; attempts: number; event: unknown }>`
    with claimed as (
      update sandbox_card_delivery set claimed_until = ${until}, attempts = attempts + 1
      where id = (select id from sandbox_card_delivery where ${chosen}
        order by due_at, id limit 1 for update skip locked)
      returning id, event_id, attempts
    )
    select claimed.id, claimed.event_id, claimed.attempts, o.body as event
    from claimed join sandbox_card_object o on o.id = claimed.event_id`.execute(tx)
  const [row] = rows
  return row && { id: row.id, eventId: row.event_id, attempts: row.attempts, event: row.event }
}

export async function endAttempt(
  tx: Tx,
  id: number,
  outcome: { state: DeliveryState; status: number | null; dueAt?: Date },
): Promise<void> {
  await tx
    .updateTable('sandbox_card_delivery')
    .set({
      state: outcome.state,
      status: outcome.status,
      claimed_until: null,
      ...(outcome.dueAt === undefined ? {} : { due_at: outcome.dueAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** Makes held or failed deliveries due, or drops held and waiting ones: all, or those named. */
export async function moveDeliveries(
  tx: Tx,
  { to, ids, dueAt }: { to: 'waiting' | 'dropped'; ids?: readonly number[] | undefined; dueAt: Date },
): Promise<void> {
  const query = tx
    .updateTable('sandbox_card_delivery')
    .set({ state: to, due_at: dueAt, claimed_until: null })
    .where('state', 'in', to === 'waiting' ? ['held', 'failed'] : ['held', 'waiting'])
  await (ids === undefined ? query : query.where('id', 'in', [...ids])).execute()
}

/** In the order of the events. */
export async function listDeliveries(tx: Tx): Promise<StoredDelivery[]> {
  const rows = await tx
    .selectFrom('sandbox_card_delivery')
    .select(['id', 'event_id', 'event_type', 'state', 'due_at', 'attempts', 'status'])
    .orderBy('id')
    .execute()
  return rows.map(({ event_id, event_type, due_at, ...rest }) => ({
    ...rest,
    eventId: event_id,
    eventType: event_type,
    dueAt: due_at,
  }))
}

/** When the next waiting delivery is due, on the sandbox's clock. */
export async function findNextDue(tx: Tx): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('sandbox_card_delivery')
    .select('due_at')
    .where('state', '=', 'waiting')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at
}

/** `lock` locks the control until the transaction ends. */
export async function findControl(tx: Tx, name: string, { lock }: { lock: boolean }): Promise<unknown> {
  if (lock) {
    await tx
      .insertInto('sandbox_card_control')
      .values({ name, value: '{}' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  const query = tx.selectFrom('sandbox_card_control').select('value').where('name', '=', name)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row?.value
}

export async function putControl(tx: Tx, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await tx
    .insertInto('sandbox_card_control')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
}
